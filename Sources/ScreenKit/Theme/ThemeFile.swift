import FoundationEssentials

/// A theme as it is written: what it changes of its parent.
struct ThemeFile: Equatable, Sendable {
  /// What a file says of one role; nil leaves it as the parent has it.
  struct Entry: Equatable, Sendable {
    var foreground: String?
    var background: String?
    var marks: [Style.Attributes: Bool] = [:]

    /// Puts what a child says over what its parent says.
    mutating func merge(_ child: Entry) {
      foreground = child.foreground ?? foreground
      background = child.background ?? background
      marks.merge(child.marks) { $1 }
    }
  }

  var parent: String?
  var appearance: Theme.Appearance?
  var contrast: Double?
  var palette: [String: String] = [:]
  var roles: [Role: Entry] = [:]

  /// Reads JSON5 and refuses every key and role that means nothing.
  init(_ bytes: [UInt8], theme: String) throws(ThemeFailure) {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      let written = try decoder.decode(Written.self, from: Data(bytes))
      try self.init(written, theme: theme)
    } catch let failure as ThemeFailure {
      throw failure
    } catch {
      throw Self.failure(error, bytes, theme)
    }
  }

  private init(_ written: Written, theme: String) throws(ThemeFailure) {
    try Self.check(written.unknownKeys, of: Written.Key.allCases.map(\.rawValue), theme)
    parent = written.parent
    appearance = written.appearance
    contrast = written.contrast
    palette = written.palette
    for (name, entry) in written.roles.sorted(by: { $0.key < $1.key }) {
      guard let role = Role(rawValue: name) else {
        let nearest = Spelling.nearest(to: name, among: Role.allCases.map(\.rawValue))
        throw .unknownRole(theme: theme, role: name, nearest: nearest)
      }
      try Self.check(entry.unknownKeys, of: WrittenEntry.keys, theme)
      roles[role] = entry.entry
    }
  }

  private static func check(
    _ unknown: [String], of known: [String], _ theme: String
  ) throws(ThemeFailure) {
    guard let key = unknown.min() else { return }
    throw .unknownKey(theme: theme, key: key, nearest: Spelling.nearest(to: key, among: known))
  }

  private static func failure(
    _ error: any Error, _ bytes: [UInt8], _ theme: String
  ) -> ThemeFailure {
    if let fault = JSON5Fault(in: bytes) {
      return .malformed(theme: theme, line: fault.line, column: fault.column)
    }
    switch error as? DecodingError {
    case .dataCorrupted(let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context), .keyNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return .wrongValue(theme: theme, path: path, detail: context.debugDescription)
    default: return .wrongValue(theme: theme, path: "", detail: "")
    }
  }
}

/// A key of any name, so that unknown ones can be found.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// The top level of a theme file.
private struct Written: Decodable {
  enum Key: String, CaseIterable { case parent, appearance, contrast, palette, roles }

  var parent: String?
  var appearance: Theme.Appearance?
  var contrast: Double?
  var palette: [String: String] = [:]
  var roles: [String: WrittenEntry] = [:]
  var unknownKeys: [String] = []

  init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: AnyKey.self)
    for key in box.allKeys {
      switch Key(rawValue: key.stringValue) {
      case .parent: parent = try box.decode(String.self, forKey: key)
      case .appearance: appearance = try box.decode(Theme.Appearance.self, forKey: key)
      case .contrast: contrast = try box.decode(Double.self, forKey: key)
      case .palette: palette = try box.decode([String: String].self, forKey: key)
      case .roles: roles = try box.decode([String: WrittenEntry].self, forKey: key)
      case nil: unknownKeys.append(key.stringValue)
      }
    }
  }
}

/// What stands behind the name of a role.
private struct WrittenEntry: Decodable {
  static let marks: [String: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
  ]
  static let keys = ["foreground", "background"] + marks.keys.sorted()

  var entry = ThemeFile.Entry()
  var unknownKeys: [String] = []

  init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: AnyKey.self)
    for key in box.allKeys {
      if let mark = Self.marks[key.stringValue] {
        entry.marks[mark] = try box.decode(Bool.self, forKey: key)
      } else if key.stringValue == "foreground" {
        entry.foreground = try box.decode(String.self, forKey: key)
      } else if key.stringValue == "background" {
        entry.background = try box.decode(String.self, forKey: key)
      } else {
        unknownKeys.append(key.stringValue)
      }
    }
  }
}
