import StoreModel

/// Knows which directories hold the website data that goes with a store.
struct WebsiteDataPlaces {
  let surroundings: Surroundings

  /// The directories of the store's profile; some of them may not exist.
  func roots(of store: StoreDescription) -> [String] {
    guard let directory = store.app.directory else { return [] }
    switch store.app.engine {
    case .webkitgtk, .wpe: return gtkRoots(directory)
    case .apple: return appleRoots(store, directory)
    case .foundation, .jar, .firefox, .chromium, .live: return []
    }
  }

  /// The app's data directory and the cache directory of the same name.
  private func gtkRoots(_ directory: String) -> [String] {
    var search = Search(limits: surroundings.limits)
    for home in AppHome.all(in: surroundings, search: &search) {
      for base in [home.data, home.configuration, home.cache] {
        guard let place = Self.relative(directory, to: base) else { continue }
        let places = [home.data, home.cache].map { FilePath.join($0, place) }
        return (places + [directory]).filter { $0 != "/" }.map { Self.trimmed($0) }
      }
    }
    // A profile that was copied as a whole: two directories side by side.
    guard FilePath.name(of: directory) == "data" else { return [directory] }
    return [directory, FilePath.join(FilePath.parent(of: directory), "cache")]
  }

  private static func relative(_ path: String, to base: String) -> String? {
    if path == base { return "" }
    let prefix = trimmed(base) + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }

  private static func trimmed(_ path: String) -> String {
    path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
  }

  /// The directories of one website data store in a container, or in a home directory.
  private func appleRoots(_ store: StoreDescription, _ container: String) -> [String] {
    let library = FilePath.join(container, "Library")
    // In a container the directories are without the bundle id, elsewhere they have it.
    let owners = ["", "/" + store.app.id]
    guard !store.app.id.contains("/") else { return [] }
    switch store.kind {
    case .identified(let identifier):
      return owners.flatMap { owner in
        let stores = "\(library)/WebKit\(owner)/WebsiteDataStore"
        return [identifier, identifier.uppercased()].map { "\(stores)/\($0)" }
      }
    case .standard, .shared:
      // Of an app without a sandbox the one cookie file with its name is the default store's too.
      let isOwn = FilePath.name(of: store.path) == store.app.id + ".binarycookies"
      guard store.kind == .standard || isOwn else { return [] }
      // In a container the default store is a store of its own, and the data is not told twice.
      let places = store.kind == .standard ? owners : ["/" + store.app.id]
      return places.flatMap { owner in
        [
          "\(library)/WebKit\(owner)/WebsiteData", "\(library)/Caches\(owner)/WebKit",
          "\(container)/tmp\(owner)/WebKit",
        ]
      }
    case .nonPersistent: return []
    }
  }
}
