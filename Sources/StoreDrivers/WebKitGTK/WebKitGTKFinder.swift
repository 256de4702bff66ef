import StoreFormats
import StoreModel

/// Finds the libsoup jars of WebKitGTK and WPE apps.
///
/// An app puts its jar where it likes. So jars are looked for in the data, configuration and cache directories of
/// every app, by what is in the files, and among the files that running network processes have open.
struct WebKitGTKFinder: StoreFinder {
  let surroundings: Surroundings

  var places: String {
    let roots = [surroundings.dataHome, surroundings.configHome, surroundings.cacheHome]
    let others = [".var/app", "snap", ".surf"].map { FilePath.join(surroundings.home, $0) }
    return
      "WebKitGTK and WPE apps: in \((roots + others).joined(separator: ", ")), and among the open "
      + "files of their network processes"
  }

  func discover() -> Discovery {
    var search = Search(limits: surroundings.limits)
    var candidates: [StoreCandidate] = []
    for home in AppHome.all(in: surroundings, search: &search) {
      for root in [home.data, home.configuration, home.cache] {
        candidates += jars(below: root, home, &search)
      }
    }
    for place in [".surf/cookies.txt"] {
      let path = FilePath.join(surroundings.home, place)
      guard let file = search.entry(path), file.isFile else { continue }
      let directory = FilePath.parent(of: path)
      candidates += candidate(path, in: directory, below: surroundings.home, nil).map { [$0] } ?? []
    }
    candidates += openJars()
    candidates += profiles(besides: candidates, &search)
    return Discovery(stores: StoreCandidate.describe(candidates), problems: search.problems)
  }

  func describe(path: String) throws(StoreFailure) -> StoreDescription? {
    if FileStatus.ifKnown(path)?.kind == .directory { return profile(at: path) }
    let format: StoreFormat
    switch ContentKind(of: path) {
    case .libsoupDatabase: format = .libsoupDatabase
    case .text(.libsoup): format = .libsoupText
    case .otherDatabase, .binaryCookies, .json, .propertyList, .text: return nil
    // A damaged jar in its usual place is known by the place alone.
    case .empty, .unknown, .unreadable: return discovered(at: path)
    }
    return discovered(at: path) ?? lone(path, format)
  }

  func describe(newFile path: String, as format: StoreFormat?) -> StoreDescription? {
    let isNamedSo = [".sqlite", ".sqlite3", ".db"].contains { path.hasSuffix($0) }
    switch format ?? (isNamedSo ? .libsoupDatabase : .netscape) {
    case .libsoupDatabase: return lone(path, .libsoupDatabase)
    case .libsoupText: return lone(path, .libsoupText)
    case .binarycookies, .netscape, .foundationPropertyList, .pantlerJSON, .firefoxDatabase,
      .chromiumDatabase:
      return nil
    }
  }

  func lone(at path: String) -> StoreDescription? {
    switch ContentKind(of: path) {
    case .libsoupDatabase: lone(path, .libsoupDatabase)
    case .text(.libsoup): lone(path, .libsoupText)
    default: nil
    }
  }

  /// A file outside of every known profile.
  private func lone(_ path: String, _ format: StoreFormat) -> StoreDescription {
    let app = App(
      id: path, name: FilePath.name(of: path), engine: .webkitgtk,
      directory: FilePath.parent(of: path))
    return StoreCandidate(
      app: app, kind: .standard, format: format, path: path, title: "cookie jar",
      capabilities: .libsoup(format)
    ).description(namedBy: path)
  }
}

extension WebKitGTKFinder {
  func processPools(
    of stores: [StoreDescription], _ access: StoreAccess
  ) -> ProcessPoolListing {
    RunningApps.listing(
      access.processes, stores: stores, places: WebsiteDataPlaces(surroundings: surroundings))
  }
}

extension WebKitGTKFinder {
  /// Names that apps give to their jars.
  private static let fileNames: Set<String> = [
    "cookies.sqlite", "cookies.sqlite3", "cookies.db", "cookies.txt", "cookies", "cookie.db",
    "cookie.txt", "cookies.jar", "Cookies", "Cookies.db",
  ]

  /// Directories of caches and of other engines, where no libsoup jar is.
  static let prunedNames: Set<String> = [
    "WebKitCache", "CacheStorage", "MediaCache", "storage", "localstorage", "databases", "mozilla",
    "chromium", "google-chrome", "flatpak", "Trash", "containers", "Steam", "node_modules", "icons",
    "fonts", "thumbnails", "gnome-shell",
  ]

  private func jars(
    below root: String, _ home: AppHome, _ search: inout Search
  ) -> [StoreCandidate] {
    var found: [StoreCandidate] = []
    for app in search.directories(in: root) where !Self.prunedNames.contains(app.name) {
      search.walk(app.path, depth: surroundings.limits.jarDepth) { entry, _ in
        if entry.isFile, Self.fileNames.contains(entry.name),
          let jar = candidate(entry.path, in: app.path, below: root, home)
        {
          found.append(jar)
        }
        return !Self.prunedNames.contains(entry.name)
      }
    }
    // A sandboxed app may put its jar directly into its data directory.
    guard home.appID != nil else { return found }
    for entry in search.entries(of: root) where entry.isFile && Self.fileNames.contains(entry.name)
    {
      found += candidate(entry.path, in: root, below: root, home).map { [$0] } ?? []
    }
    return found
  }

  /// Describes a jar of an app's directory; nil when the file is something else.
  private func candidate(
    _ path: String, in directory: String, below root: String, _ home: AppHome?
  ) -> StoreCandidate? {
    let known = AppCatalogue.app(
      ofDirectory: FilePath.name(of: directory), appID: home?.appID)
    guard let format = format(of: path, known) else { return nil }
    let place = FilePath.relative(FilePath.parent(of: path), to: directory)
    return StoreCandidate(
      app: App(id: known.id, name: known.name, engine: known.engine, directory: directory),
      storeName: place, qualifier: home?.qualifier, kind: .standard, format: format, path: path,
      title: place.map { "cookie jar of \($0)" } ?? "cookie jar",
      capabilities: .libsoup(format), remarks: [Self.remark])
  }

  private static let remark =
    "Session cookies are in the memory of the app's network process only."

  private func format(of path: String, _ app: AppCatalogue.Entry) -> StoreFormat? {
    let isUsual = app.files.contains(FilePath.name(of: path))
    switch ContentKind(of: path) {
    case .libsoupDatabase: return .libsoupDatabase
    case .text(.libsoup): return .libsoupText
    case .text: return isUsual ? .libsoupText : nil
    case .otherDatabase, .binaryCookies, .json, .propertyList: return nil
    case .empty, .unknown, .unreadable:
      guard isUsual else { return nil }
      return path.hasSuffix(".txt") ? .libsoupText : .libsoupDatabase
    }
  }

  /// The jars that running network processes have open, wherever these are.
  private func openJars() -> [StoreCandidate] {
    let table = ProcessTable(root: surroundings.processRoot)
    var found: [StoreCandidate] = []
    for id in table.processIDs() {
      guard let record = table.record(of: id), table.isNetworkProcess(record),
        !table.isOwn(record)
      else { continue }
      let owner = table.owner(of: record)
      for path in table.openFiles(of: id) where ContentKind(of: path) == .libsoupDatabase {
        let directory = FilePath.parent(of: path)
        let known = AppCatalogue.app(ofDirectory: owner ?? FilePath.name(of: directory), appID: nil)
        let engine: Engine = table.isOfWPE(record) ? .wpe : known.engine
        found.append(
          StoreCandidate(
            app: App(id: known.id, name: known.name, engine: engine, directory: directory),
            storeName: nil, qualifier: nil, kind: .standard, format: .libsoupDatabase, path: path,
            title: "cookie jar", capabilities: .libsoup(.libsoupDatabase),
            remarks: [Self.remark, "Found among the open files of a running network process."]))
      }
    }
    return found
  }
}
