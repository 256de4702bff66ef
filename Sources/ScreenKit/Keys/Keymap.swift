/// What a run of keys means in a table.
package enum KeyLookup<Command: Hashable & Sendable>: Equatable, Sendable {
  /// The keys are bound.
  case match(Command)

  /// More keys must follow; these are the ways on.
  case prefix([KeyBinding<Command>])

  /// Nothing begins with these keys.
  case none
}

/// One line of a keymap.
package struct KeyBinding<Command: Hashable & Sendable>: Hashable, Sendable {
  /// The keys to press.
  package let sequence: KeySequence

  /// What they do.
  package let command: Command

  /// Makes a binding.
  package init(_ sequence: KeySequence, _ command: Command) {
    self.sequence = sequence
    self.command = command
  }
}

/// The bindings of one context, in the order in which help shows them.
package struct KeyTable<Command: Hashable & Sendable>: Equatable, Sendable {
  /// The bindings in order.
  package private(set) var bindings: [KeyBinding<Command>]

  /// Makes a table from bindings.
  package init(_ bindings: [KeyBinding<Command>] = []) { self.bindings = bindings }

  /// Makes a table from written keys and commands.
  package init(_ rows: [(keys: String, command: Command)]) throws(KeyParsingFailure) {
    bindings = []
    for row in rows {
      bindings.append(KeyBinding(try KeySequence(parsing: row.keys), row.command))
    }
  }

  /// Binds keys; an earlier binding of the same keys is replaced.
  package mutating func bind(_ sequence: KeySequence, to command: Command) {
    unbind(sequence)
    bindings.append(KeyBinding(sequence, command))
  }

  /// Takes a binding away, if there is one.
  package mutating func unbind(_ sequence: KeySequence) {
    bindings.removeAll { $0.sequence == sequence }
  }

  /// Says what keys mean; the first binding wins where two clash.
  package func lookup(_ keys: [Key]) -> KeyLookup<Command> {
    if let exact = bindings.first(where: { $0.sequence.keys == keys }) {
      return .match(exact.command)
    }
    let longer = bindings.filter { $0.sequence.keys.starts(with: keys) }
    return keys.isEmpty || longer.isEmpty ? .none : .prefix(longer)
  }

  /// Returns the keys of a command, in order.
  package func sequences(for command: Command) -> [KeySequence] {
    bindings.filter { $0.command == command }.map(\.sequence)
  }
}

/// The tables of all contexts.
package struct Keymap<Context: Hashable & Sendable, Command: Hashable & Sendable>: Equatable,
  Sendable
{
  /// The table of each context.
  package var tables: [Context: KeyTable<Command>]

  /// Makes a keymap.
  package init(_ tables: [Context: KeyTable<Command>] = [:]) { self.tables = tables }

  /// Says what keys mean, asking the innermost context first.
  ///
  /// The first context that knows the keys, as a binding or as a beginning, decides.
  package func lookup(_ keys: [Key], in contexts: [Context]) -> KeyLookup<Command> {
    for context in contexts {
      let found = tables[context]?.lookup(keys) ?? .none
      if found != .none { return found }
    }
    return .none
  }

  /// Returns the keys of a command that work in the given contexts, innermost first.
  package func sequences(for command: Command, in contexts: [Context]) -> [KeySequence] {
    var result: [KeySequence] = []
    for context in contexts {
      for sequence in tables[context]?.sequences(for: command) ?? []
      where !result.contains(sequence) && lookup(sequence.keys, in: contexts) == .match(command) {
        result.append(sequence)
      }
    }
    return result
  }
}
