package import StoreModel

/// The settings of a person.
package struct Configuration: Hashable, Sendable {
  /// Two stores that belong together, by a name.
  package struct Link: Hashable, Sendable {
    /// The web view's store: an id, a beginning of one, or a path.
    package var web: String
    /// The shared storage.
    package var shared: String
    /// Which way cookies are carried.
    package var direction = SyncDirection.both
    /// The sites to carry; nil for all.
    package var sites: [String]?
    /// What the cookies to carry have to fit; nil for all.
    package var filter: LinkFilter?
    /// What the link neither replaces nor deletes.
    package var guards: [LinkFilter] = []
    /// Whether deletions are carried.
    package var prune = false
    /// Who wins a conflict.
    package var prefer = Preference.newer
    /// Whether session cookies are carried.
    package var sessions = true
    /// Whether the interface keeps the two in step while it runs.
    package var watch = false
    /// The sites whose cookies are brought over before a page of one of them is loaded.
    package var beforeLoading: [String] = []

    /// Names the two stores; the rest is as usual.
    package init(web: String, shared: String) {
      self.web = web
      self.shared = shared
    }
  }

  /// Who wins a conflict, as people write it.
  package enum Preference: String, Hashable, Sendable, CaseIterable {
    case newer, first, second, ask

    /// The rule that is meant.
    var rule: SyncConflictRule {
      switch self {
      case .newer: .newer
      case .first: .web
      case .second: .shared
      case .ask: .ask
      }
    }
  }

  /// The way that the interface's keys are laid out.
  package static let keyPresets = ["vi", "emacs", "safe"]

  /// Jar files to list beside those that are found.
  package var jars: [String] = []
  /// Container and other directories to look into.
  package var containers: [String] = []
  /// The name of the theme.
  package var theme = "auto"
  /// Whether only ASCII is drawn; nil for what the terminal can do.
  package var isASCII: Bool?
  /// Whether the mouse is used.
  package var usesMouse = true
  /// The file that the interface writes its log to as well; nil for none.
  package var logFile: String?
  /// The preset of the keys.
  package var keys = "vi"
  /// Saved filters by name.
  package var filters: [String: String] = [:]
  /// Links by name.
  package var links: [String: Link] = [:]
  /// Where each setting comes from; a setting that is not here has its usual value.
  package var origins: [Setting: Origin] = [:]

  /// A setting.
  package enum Setting: String, Hashable, Sendable, CaseIterable {
    case jars, containers, theme, ascii, mouse, keys, logFile, filters, links
  }

  /// Where a setting comes from.
  package enum Origin: Hashable, Sendable {
    case file(line: Int)
    case environment(String)
  }

  /// The settings of somebody who set nothing.
  package init() {}

  /// The value of a setting as JSON shows it.
  func text(of setting: Setting) -> String {
    switch setting {
    case .jars: Self.list(jars)
    case .containers: Self.list(containers)
    case .theme: Self.quoted(theme)
    case .ascii: isASCII.map(String.init) ?? "null"
    case .mouse: String(usesMouse)
    case .keys: Self.quoted(keys)
    case .logFile: logFile.map(Self.quoted) ?? "null"
    case .filters:
      "{"
        + filters.sorted { $0.key < $1.key }
        .map { Self.quoted($0.key) + ": " + Self.quoted($0.value) }.joined(separator: ", ") + "}"
    case .links:
      "{"
        + links.sorted { $0.key < $1.key }
        .map { "\(Self.quoted($0.key)): \(Self.text(of: $0.value))" }
        .joined(separator: ", ") + "}"
    }
  }

  /// A link with everything that holds for it, said or usual.
  private static func text(of link: Link) -> String {
    var members = [
      ("web", quoted(link.web)), ("shared", quoted(link.shared)),
      ("direction", quoted(link.direction.rawValue)),
    ]
    if let sites = link.sites { members.append(("sites", list(sites))) }
    if let filter = link.filter { members.append(("filter", quoted(filter.text))) }
    if !link.guards.isEmpty { members.append(("guards", list(link.guards.map(\.text)))) }
    members += [
      ("prune", String(link.prune)), ("prefer", quoted(link.prefer.rawValue)),
      ("sessions", String(link.sessions)), ("watch", String(link.watch)),
    ]
    if !link.beforeLoading.isEmpty { members.append(("beforeLoading", list(link.beforeLoading))) }
    return "{" + members.map { "\(quoted($0)): \($1)" }.joined(separator: ", ") + "}"
  }

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"" + VisibleText.escaped(escaped) + "\""
  }
}

/// Why the settings cannot be used.
package struct ConfigurationFailure: Error, Hashable, Sendable {
  /// The file.
  var path: String
  /// The line, counted from 1; nil when it is not known.
  var line: Int?
  /// What is wrong.
  var reason: String

  /// A plain text with what to do next.
  package var message: String {
    let place = VisibleText.escaped(path) + (line.map { ":\($0)" } ?? "")
    return "\(place): \(reason). Correct the file; “pantler config show” shows what is understood."
  }
}

extension ConfigurationFailure {
  /// Says why a file of settings cannot be read.
  init(_ failure: FileFailure) {
    self.init(
      path: failure.path, line: nil,
      reason: "it cannot be read: " + SystemText.text(for: failure.code))
  }
}

/// Something in the settings that has no effect.
package struct ConfigurationWarning: Hashable, Sendable {
  var path: String
  var line: Int
  /// The name of the setting, with those around it.
  var key: String
  var nearest: String?

  /// A plain text.
  package var message: String {
    "\(VisibleText.escaped(path)):\(line): there is no setting “\(VisibleText.escaped(key))”"
      + (nearest.map { "; did you mean “\($0)”?" } ?? ".")
  }
}
