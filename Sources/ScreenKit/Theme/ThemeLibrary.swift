import Themes

/// All themes that can be chosen: those compiled in and a person's own.
///
/// A person's theme may have the name of a built-in one, and then that one as its parent.
package struct ThemeLibrary: Sendable {
  /// Chooses dark or light after the terminal's ground.
  package static let automatic = "auto"

  private let builtIn: [String: [UInt8]]
  private var own: [String: [UInt8]] = [:]

  /// Makes a library of files by the names of their themes.
  package init(builtIn: [String: [UInt8]] = BuiltInThemes.files) {
    self.builtIn = builtIn
  }

  /// Adds a person's own theme, or a newer version of it.
  package mutating func add(_ bytes: [UInt8], named name: String) {
    own[name] = bytes
  }

  /// The names that can be chosen, `auto` first.
  package var names: [String] {
    [Self.automatic] + Set(builtIn.keys).union(own.keys).sorted()
  }

  /// Makes a theme for a terminal.
  ///
  /// - Parameters:
  ///   - name: the name of a theme, or `auto`.
  ///   - depth: how many colours the terminal shows; without any, every theme has the marks of
  ///     `mono`.
  ///   - background: what `auto` goes by.
  package func theme(
    named name: String, depth: ColorDepth, background: Theme.Appearance = .dark
  ) throws(ThemeFailure) -> Theme {
    let wanted = name == Self.automatic ? background.rawValue : name
    // A broken theme is an error even where its colours cannot be seen.
    let full = try resolve(wanted)
    guard depth == .mono, builtIn["mono"] != nil, wanted != "mono" else {
      return full.reduced(to: depth)
    }
    return try resolve("mono").renamed(wanted, full.appearance).reduced(to: .mono)
  }

  /// Reads a theme with its ancestors and puts them over one another.
  private func resolve(_ name: String) throws(ThemeFailure) -> Theme {
    var files: [(name: String, file: ThemeFile)] = []
    var seen: [String] = []
    var next: (name: String, isOwn: Bool)? = (name, own[name] != nil)
    while let current = next {
      let mark = (current.isOwn ? "own " : "") + current.name
      guard !seen.contains(mark) else { throw .cycle(files.map(\.name) + [current.name]) }
      seen.append(mark)
      guard let bytes = (current.isOwn ? own : builtIn)[current.name] else {
        guard let child = files.last else {
          throw .unknownTheme(name, known: names)
        }
        throw .unknownParent(theme: child.name, parent: current.name)
      }
      let file = try ThemeFile(bytes, theme: current.name)
      files.append((current.name, file))
      next = file.parent.map { parent in
        let ofItself = parent == current.name && current.isOwn
        return (parent, own[parent] != nil && !ofItself)
      }
    }
    return try Theme(named: name, from: files.reversed())
  }
}

extension Theme {
  /// Makes a theme from files, the most distant ancestor first.
  fileprivate init(
    named name: String, from files: [(name: String, file: ThemeFile)]
  ) throws(ThemeFailure) {
    var palette: [String: Color] = [:]
    var entries: [Role: (entry: ThemeFile.Entry, source: String)] = [:]
    for (source, file) in files {
      for (key, text) in file.palette {
        guard let color = Color(written: text) else {
          throw .badPaletteColor(theme: source, name: key, color: text)
        }
        palette[key] = color
      }
      for (role, entry) in file.roles {
        var merged = entries[role]?.entry ?? ThemeFile.Entry()
        merged.merge(entry)
        entries[role] = (merged, source)
      }
    }
    var styles: [Role: Style] = [:]
    for role in Role.allCases {
      styles[role] = try Self.style(of: role, entries, palette, styles)
    }
    self.init(
      name: name, appearance: files.compactMap(\.file.appearance).last ?? .dark,
      minimumContrast: files.compactMap(\.file.contrast).last ?? 4.5, styles: styles)
  }

  /// Completes what files say of a role with the style of its fallback, which stands before it.
  private static func style(
    of role: Role, _ entries: [Role: (entry: ThemeFile.Entry, source: String)],
    _ palette: [String: Color], _ styles: [Role: Style]
  ) throws(ThemeFailure) -> Style {
    let base = role.fallback.flatMap { styles[$0] } ?? .plain
    guard let (entry, source) = entries[role] else {
      return Style(
        foreground: base.foreground, background: base.background, attributes: base.attributes,
        role: role)
    }
    func color(_ text: String?, or inherited: Color) throws(ThemeFailure) -> Color {
      guard let text else { return inherited }
      guard let color = palette[text] ?? Color(written: text) else {
        throw .unknownColor(theme: source, role: role.rawValue, color: text)
      }
      return color
    }
    var attributes = base.attributes
    for (mark, isOn) in entry.marks {
      if isOn { attributes.insert(mark) } else { attributes.remove(mark) }
    }
    return Style(
      foreground: try color(entry.foreground, or: base.foreground),
      background: try color(entry.background, or: base.background),
      attributes: attributes, role: role)
  }

  /// Returns the same styles under another name.
  fileprivate func renamed(_ name: String, _ appearance: Appearance) -> Theme {
    Theme(
      name: name, appearance: appearance, depth: depth, minimumContrast: minimumContrast,
      styles: Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, self[$0]) }))
  }
}

extension Color {
  fileprivate init?(written text: String) {
    if text == "default" {
      self = .terminalDefault
    } else if let color = RGB(hex: text) {
      self = .rgb(color)
    } else {
      return nil
    }
  }
}
