import StoreModel

/// What is known about the apps that keep libsoup jars.
enum AppCatalogue {
  struct Entry: Hashable, Sendable {
    var id: String
    var name: String
    var engine: Engine = .webkitgtk
    /// The names of the cookie file; empty when the app leaves it to its user.
    var files: [String] = []
  }

  /// The apps by the name of their data directory.
  private static let entries: [String: Entry] = [
    "epiphany": Entry(id: "org.gnome.Epiphany", name: "GNOME Web", files: ["cookies.sqlite"]),
    "luakit": Entry(id: "luakit", name: "luakit", files: ["cookies.db"]),
    "vimb": Entry(id: "vimb", name: "vimb", files: ["cookies.db", "cookies.txt"]),
    "cog": Entry(id: "com.igalia.Cog", name: "Cog", engine: .wpe),
    "com.igalia.Cog": Entry(id: "com.igalia.Cog", name: "Cog", engine: .wpe),
    "surf": Entry(id: "surf", name: "surf", files: ["cookies.txt"]),
    ".surf": Entry(id: "surf", name: "surf", files: ["cookies.txt"]),
    "MiniBrowser": Entry(id: "MiniBrowser", name: "MiniBrowser"),
    "pantler-webkit": Entry(id: "pantler-webkit", name: "web views of another Pantler"),
  ]

  /// The app of a data directory.
  ///
  /// - Parameter appID: the app that everything around belongs to, where that is known.
  static func app(ofDirectory name: String, appID: String?) -> Entry {
    if var known = entries[name] {
      known.id = appID ?? known.id
      return known
    }
    if name.contains(".WebApp_") || name.hasPrefix("epiphany-") {
      let title = name.split(separator: "_", maxSplits: 1).last.map(String.init) ?? name
      return Entry(id: name, name: "web app \(title)", files: ["cookies.sqlite"])
    }
    return Entry(id: appID ?? name, name: appID ?? name)
  }

  /// The app of a running program.
  ///
  /// - Parameters:
  ///   - name: what the program is called; nil when it isn't seen.
  ///   - appID: the id that the app has, where that is known.
  static func app(ofProgram name: String?, appID: String?) -> Entry {
    let known = name.flatMap { entries[$0] } ?? entries.values.first { $0.id == appID }
    let id = appID ?? known?.id ?? name ?? "?"
    return Entry(id: id, name: known?.name ?? name ?? appID ?? "an app that is not seen")
  }
}
