import StoreFormats
import StoreModel

/// Profiles with website data and without a jar: most apps keep their cookies in memory.
extension WebKitGTKFinder {
  /// The name that a jar would most often have.
  private static let usualJar = "cookies.sqlite"
  private static let remark =
    "There is no cookie file: the app keeps its cookies in memory, or has set none yet."

  /// The profiles in which none of the stores that were found lies.
  ///
  /// Some apps have theirs in a directory of their toolkit, such as `webkitgtk-6.0/MiniBrowser`.
  func profiles(besides found: [StoreCandidate], _ search: inout Search) -> [StoreCandidate] {
    var known = Set(found.compactMap(\.app.directory).map(FilePath.name(of:)))
    let directories = Set(found.compactMap(\.app.directory))
    var profiles: [StoreCandidate] = []
    for home in AppHome.all(in: surroundings, search: &search) {
      for root in [home.data, home.cache] {
        for app in search.directories(in: root) {
          if Self.isProfile(app.path, &search) {
            guard known.insert(app.name).inserted else { continue }
            profiles.append(Self.candidate(app, home))
          } else if !known.contains(app.name), !Self.prunedNames.contains(app.name) {
            for inner in search.directories(in: app.path)
            where !directories.contains(inner.path) && Self.isProfile(inner.path, &search)
              && known.insert(app.name + "/" + inner.name).inserted
            {
              profiles.append(Self.candidate(inner, home))
            }
          }
        }
      }
    }
    return profiles
  }

  private static func candidate(_ directory: Search.Entry, _ home: AppHome) -> StoreCandidate {
    let entry = AppCatalogue.app(ofDirectory: directory.name, appID: home.appID)
    return candidate(
      App(id: entry.id, name: entry.name, engine: entry.engine, directory: directory.path),
      qualifier: home.qualifier)
  }

  /// The profile in a directory that a person named, or in the `data` of it; nil when it is none.
  func profile(at directory: String) -> StoreDescription? {
    var search = Search(limits: surroundings.limits)
    let data = [directory, FilePath.join(directory, "data")].first { Self.isProfile($0, &search) }
    guard let data else { return nil }
    if let known = discover().stores.first(where: { $0.app.directory == data }) { return known }
    let app = App(
      id: directory, name: FilePath.name(of: directory), engine: .webkitgtk, directory: data)
    var candidate = Self.candidate(app, qualifier: nil)
    candidate.hasCookieFile = FileStatus.ifKnown(candidate.path) != nil
    if candidate.hasCookieFile {
      candidate.capabilities = .libsoup(.libsoupDatabase)
      candidate.remarks = []
    }
    return candidate.description(namedBy: directory)
  }

  private static func candidate(_ app: App, qualifier: String?) -> StoreCandidate {
    StoreCandidate(
      app: app, storeName: nil, qualifier: qualifier, kind: .standard, format: .libsoupDatabase,
      path: FilePath.join(app.directory ?? "", usualJar), title: "website data",
      capabilities: StoreCapabilities.libsoup(.libsoupDatabase).withoutCookieFile,
      remarks: [remark], hasCookieFile: false)
  }

  /// Files and folders of which WebKit has at least one in a base directory, and other programs none.
  private static let marks = [
    "storage/salt", "databases/indexeddb", "itp/observations.db", "mediakeys/v1",
    "serviceworkers/Scripts", "CacheStorage/salt", "HSTS/hsts-storage.sqlite",
    "hsts-storage.sqlite",
  ]

  private static func isProfile(_ directory: String, _ search: inout Search) -> Bool {
    func path(_ name: String) -> String { FilePath.join(directory, name) }
    if marks.contains(where: { FileStatus.ifKnown(path($0)) != nil }) { return true }
    return search.entries(of: path("localstorage")).contains { $0.name.hasSuffix(".localstorage") }
      || search.directories(in: path("WebKitCache")).contains { $0.name.hasPrefix("Version ") }
      || search.directories(in: path("storage")).contains { WebKitNames.isHashedFolder($0.name) }
  }
}
