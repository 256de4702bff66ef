/// Something in a key table that will not work as written.
package enum KeymapIssue<Command: Hashable & Sendable>: Hashable, Sendable {
  /// The same keys are bound to several commands; the first wins.
  case clash(KeySequence, commands: [Command])

  /// The keys begin with others that are bound already, so they never get that far.
  case unreachable(KeySequence, Command, behind: KeySequence)

  /// Terminals send the same byte for another key, and that one arrives.
  case controlAlias(KeySequence, Command, key: Key, arrivesAs: Key)

  /// The line to the terminal may take the key to stop or start the output.
  case flowControl(KeySequence, Command, key: Key)

  /// Terminals cannot send this key.
  case notSent(KeySequence, Command, key: Key)
}

extension KeyTable {
  /// Finds clashes, unreachable bindings, control aliases and keys that are not safe to use.
  package func issues() -> [KeymapIssue<Command>] {
    var found: [KeymapIssue<Command>] = []
    for (index, binding) in bindings.enumerated() {
      let same = bindings.filter { $0.sequence == binding.sequence }.map(\.command)
      let isFirst = bindings.firstIndex { $0.sequence == binding.sequence } == index
      if isFirst, same.count > 1 { found.append(.clash(binding.sequence, commands: same)) }
      if let shorter = bindings.first(where: { $0.sequence.isProperPrefix(of: binding.sequence) }) {
        found.append(
          .unreachable(binding.sequence, binding.command, behind: shorter.sequence))
      }
      found += binding.sequence.keys.compactMap { binding.issue(with: $0) }
    }
    return found
  }
}

extension KeySequence {
  /// Reports whether another sequence begins with this one and goes on.
  package func isProperPrefix(of other: KeySequence) -> Bool {
    keys.count < other.keys.count && other.keys.starts(with: keys)
  }
}

extension KeyBinding {
  fileprivate func issue(with key: Key) -> KeymapIssue<Command>? {
    if let real = key.controlAlias {
      return .controlAlias(sequence, command, key: key, arrivesAs: real)
    }
    guard key.modifiers.contains(.control), case .character(let character) = key.code else {
      return nil
    }
    switch character {
    case "s", "q": return .flowControl(sequence, command, key: key)
    case "a"..."z", " ", "\\", "]", "^", "_": return nil
    default: return .notSent(sequence, command, key: key)
    }
  }
}

extension Key {
  /// The key that arrives when this control key is pressed; nil when it arrives as itself.
  package var controlAlias: Key? {
    guard modifiers.contains(.control), case .character(let character) = code else { return nil }
    let rest = modifiers.subtracting(.control)
    return switch character {
    case "i": Key(.tab, rest)
    case "m", "j": Key(.enter, rest)
    case "[": Key(.escape, rest)
    case "h", "?": Key(.backspace, rest)
    case "@", "2": Key(" ", modifiers)
    case "/": Key("_", modifiers)
    default: nil
    }
  }
}
