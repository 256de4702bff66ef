/// The places that stores are looked for in; all of them are passed in.
package struct Surroundings: Sendable {
  /// The home directory.
  package var home: String
  /// `$XDG_DATA_HOME`.
  package var dataHome: String
  /// `$XDG_CONFIG_HOME`.
  package var configHome: String
  /// `$XDG_CACHE_HOME`.
  package var cacheHome: String
  /// `$XDG_STATE_HOME`.
  package var stateHome: String
  /// The directory for what belongs to this session, and for copies.
  package var runtimeDirectory: String
  /// Where the process file system is.
  package var processRoot: String
  /// Jar files, container directories and other places that a person named.
  package var namedPaths: [String]
  /// How far a search goes.
  package var limits: SearchLimits

  /// Takes the places from environment variables by the XDG rules.
  ///
  /// - Parameters:
  ///   - userID: tells the directories of users apart where the session has no runtime directory.
  ///   - namedPaths: absolute paths.
  package init(
    environment: [String: String], userID: UInt32, namedPaths: [String] = [],
    processRoot: String = "/proc", limits: SearchLimits = SearchLimits()
  ) {
    // A relative path in these variables is to be ignored.
    func place(_ name: String, _ fallback: String) -> String {
      guard let value = environment[name], value.hasPrefix("/") else { return fallback }
      return FilePath.absolute(value, below: "/")
    }
    home = place("HOME", "/")
    dataHome = place("XDG_DATA_HOME", FilePath.join(home, ".local/share"))
    configHome = place("XDG_CONFIG_HOME", FilePath.join(home, ".config"))
    cacheHome = place("XDG_CACHE_HOME", FilePath.join(home, ".cache"))
    stateHome = place("XDG_STATE_HOME", FilePath.join(home, ".local/state"))
    let temporary = FilePath.join(place("TMPDIR", "/tmp"), "pantler-\(userID)")
    runtimeDirectory = FilePath.join(place("XDG_RUNTIME_DIR", temporary), "pantler")
    self.processRoot = processRoot
    self.namedPaths = namedPaths
    self.limits = limits
  }
}

/// How far a search goes.
package struct SearchLimits: Hashable, Sendable {
  /// The most directory entries that one driver looks at.
  package var entryCount: Int
  /// The most time that one driver takes.
  package var duration: Duration
  /// How many levels below an app's data directory a jar may lie.
  package var jarDepth: Int
  /// How many levels below the home directory a copied container may lie.
  package var containerDepth: Int

  /// Takes every field as it is.
  package init(
    entryCount: Int = 60_000, duration: Duration = .seconds(3), jarDepth: Int = 3,
    containerDepth: Int = 5
  ) {
    self.entryCount = entryCount
    self.duration = duration
    self.jarDepth = jarDepth
    self.containerDepth = containerDepth
  }
}
