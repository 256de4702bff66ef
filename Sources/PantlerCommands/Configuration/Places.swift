import StoreManager

/// Where the program keeps what is its own, by the XDG rules.
package struct Places: Hashable, Sendable {
  /// The home directory.
  package var home: String
  /// The directory of the settings.
  package var configuration: String
  /// The directory of the journal and the links.
  package var state: String
  /// The directory of what is kept for the live views that are opened.
  package var live: String

  /// Takes the places from environment variables; relative paths in them are ignored.
  package init(environment: [String: String]) {
    func place(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    home = place("HOME") ?? "/"
    let slash = home.hasSuffix("/") ? "" : "/"
    configuration = (place("XDG_CONFIG_HOME") ?? home + slash + ".config") + "/pantler"
    state = (place("XDG_STATE_HOME") ?? home + slash + ".local/state") + "/pantler"
    live = (place("XDG_DATA_HOME") ?? home + slash + ".local/share") + "/pantler/live"
  }

  /// The file of the settings.
  package var configurationFile: String { configuration + "/config.json5" }
  /// The file of the guards.
  package var guardFile: String { configuration + "/guards.json" }
  /// The file of the filters that were saved from the interface.
  package var filterFile: String { configuration + "/filters.json" }
  /// The directory of the plans that were copied from the interface.
  package var plans: String { state + "/plans" }
  /// The directory of the user's own themes.
  package var themes: String { configuration + "/themes" }

  /// Where programs of this kind wait for each other.
  var turns: SharedTurns { SharedTurns(stateDirectory: state) }

  /// An absolute path for one in the settings: `~` is the home, and others start there too.
  func resolved(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let rest = path.hasPrefix("~/") ? String(path.dropFirst(2)) : path
    return home + (home.hasSuffix("/") ? "" : "/") + rest
  }

  /// A path as a person types it: `~` is the home, and others start in the working directory.
  func resolvedFromHere(_ path: String) -> String {
    path.hasPrefix("~/") ? resolved(path) : path
  }
}
