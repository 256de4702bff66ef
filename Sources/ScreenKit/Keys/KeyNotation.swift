/// Why a key could not be read from its written form.
package enum KeyParsingFailure: Error, Equatable, Sendable {
  /// Nothing is written between the blanks.
  case empty

  /// A word that names no key.
  case unknownKey(String)

  /// A modifier that the key cannot carry, such as shift on a letter.
  case unusableModifier(String)
}

/// The written form of keys: `C-d`, `S-Tab`, `M-x`, `F5`, `Space`, `g`.
extension Key {
  /// Reads one key.
  package init(parsing text: String) throws(KeyParsingFailure) {
    var rest = text[...]
    var modifiers: Modifiers = []
    while rest.count > 2, let next = Self.modifier(of: rest) {
      modifiers.insert(next)
      rest = rest.dropFirst(2)
    }
    guard let code = Self.code(named: String(rest)) else {
      throw rest.isEmpty ? .empty : .unknownKey(text)
    }
    if case .character(let character) = code {
      if modifiers.contains(.shift) { throw .unusableModifier(text) }
      // Terminals do not tell C-D from C-d.
      let folded = modifiers.contains(.control) ? Character(character.lowercased()) : character
      self.init(.character(folded), modifiers)
    } else {
      self.init(code, modifiers)
    }
  }

  private static func modifier(of text: Substring) -> Modifiers? {
    guard text.dropFirst().first == "-" else { return nil }
    switch text.first {
    case "C": return .control
    case "M", "A": return .alt
    case "S": return .shift
    default: return nil
    }
  }

  private static func code(named name: String) -> Code? {
    if name.count == 1, let character = name.first, character != " " {
      return SafeText.isSafe(character) ? .character(character) : nil
    }
    if let known = names.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return known.code
    }
    guard let letter = name.first, letter == "F" || letter == "f",
      let number = Int(name.dropFirst()), (1...24).contains(number)
    else { return nil }
    return .function(number)
  }

  /// The first name of a code is the one that is printed.
  private static let names: [(name: String, code: Code)] = [
    ("Space", .character(" ")), ("Enter", .enter), ("Return", .enter), ("Tab", .tab),
    ("Backspace", .backspace), ("BS", .backspace), ("Esc", .escape), ("Escape", .escape),
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
    ("End", .end), ("PgUp", .pageUp), ("PageUp", .pageUp), ("PgDn", .pageDown),
    ("PageDown", .pageDown), ("Ins", .insert), ("Insert", .insert), ("Del", .delete),
    ("Delete", .delete),
  ]
}

extension Key: CustomStringConvertible {
  /// The written form.
  package var description: String {
    var text = ""
    if modifiers.contains(.control) { text += "C-" }
    if modifiers.contains(.alt) { text += "M-" }
    if modifiers.contains(.shift) { text += "S-" }
    if let known = Self.names.first(where: { $0.code == code }) { return text + known.name }
    switch code {
    case .character(let character): return text + SafeText.escaped(String(character))
    case .function(let number): return text + "F\(number)"
    default: return text
    }
  }
}

extension KeySequence: CustomStringConvertible {
  /// Reads keys separated by blanks.
  package init(parsing text: String) throws(KeyParsingFailure) {
    let words = text.split(separator: " ")
    guard !words.isEmpty else { throw .empty }
    var keys: [Key] = []
    for word in words { keys.append(try Key(parsing: String(word))) }
    self.init(keys)
  }

  /// The written form, keys separated by blanks.
  package var description: String { keys.map(\.description).joined(separator: " ") }
}
