/// One key press, with the modifiers that terminals can tell apart.
///
/// Capital letters are characters of their own and carry no shift. Terminals send the same byte
/// for Tab and C-i, Enter and C-m, Escape and C-[, so only the first of each pair arrives.
package struct Key: Hashable, Sendable {
  /// What was pressed.
  package enum Code: Hashable, Sendable {
    case character(Character)
    case enter, tab, backspace, escape
    case up, down, left, right
    case home, end, pageUp, pageDown, insert, delete
    case function(Int)
  }

  /// What was held down meanwhile.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    /// One bit a modifier.
    package let rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The control key.
    package static let control = Modifiers(rawValue: 1)

    /// The alt or meta key.
    package static let alt = Modifiers(rawValue: 2)

    /// The shift key, for keys other than characters.
    package static let shift = Modifiers(rawValue: 4)
  }

  /// What was pressed.
  package let code: Code

  /// What was held down.
  package let modifiers: Modifiers

  /// Makes a key press.
  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// Makes a key press of one character.
  package init(_ character: Character, _ modifiers: Modifiers = []) {
    self.init(.character(character), modifiers)
  }

  /// The text that this key types into a field, or nil when it is a command.
  package var typedText: String? {
    guard case .character(let character) = code, modifiers.isEmpty else { return nil }
    return String(character)
  }
}

/// Keys pressed one after the other, such as `g g`.
package struct KeySequence: Hashable, Sendable {
  /// The keys in order, at least one.
  package let keys: [Key]

  /// Makes a sequence; an empty one is a programming error.
  package init(_ keys: [Key]) {
    precondition(!keys.isEmpty, "a key sequence without keys")
    self.keys = keys
  }

  /// Makes a sequence of one key.
  package init(_ key: Key) { keys = [key] }
}
