import StoreModel

/// Finds the cookie files of Apple app containers, copied or mounted on this machine.
///
/// A container is a directory with a `Library` in it: an app's data container of a device or the simulator, a
/// sandbox of macOS, or a whole macOS home directory.
struct AppleFinder: StoreFinder {
  let surroundings: Surroundings

  private static let usualPlaces = [
    "Library/Containers", "Library/Developer/CoreSimulator/Devices",
  ]

  var places: String {
    let usual = Self.usualPlaces.map { FilePath.join(surroundings.home, $0) }
    return "Apple containers: in \(usual.joined(separator: ", ")), and up to "
      + "\(surroundings.limits.containerDepth) folders below \(surroundings.home)"
  }

  func discover() -> Discovery {
    var search = Search(limits: surroundings.limits)
    var candidates: [StoreCandidate] = []
    for root in surroundings.namedPaths where search.entry(root)?.isDirectory ?? false {
      candidates += containers(below: root, depth: 12, &search)
    }
    for place in Self.usualPlaces {
      let root = FilePath.join(surroundings.home, place)
      candidates += containers(below: root, depth: 10, &search)
    }
    let (copied, problems) = copiedContainers()
    return Discovery(
      stores: StoreCandidate.describe(candidates + copied), problems: search.problems + problems)
  }

  /// Containers that somebody copied to a place of their own below the home directory.
  ///
  /// This is a guess with a limit of its own; who keeps containers deeper down, or among very many files, names
  /// their directory.
  private func copiedContainers() -> ([StoreCandidate], [StoreFailure]) {
    var limits = surroundings.limits
    limits.entryCount = min(limits.entryCount, 20_000)
    limits.duration = min(limits.duration, .seconds(1))
    var search = Search(limits: limits)
    let found = containers(below: surroundings.home, depth: limits.containerDepth, &search)
    let refusals = search.problems.filter { problem in
      if case .unsupported = problem { return false }
      return true
    }
    return (found, refusals)
  }

  func describe(path: String) throws(StoreFailure) -> StoreDescription? {
    switch FileStatus.presence(of: path) {
    case .present(let status) where status.kind == .directory:
      return try onlyStore(in: path)
    case .present:
      guard path.hasSuffix(".binarycookies") || ContentKind(of: path) == .binaryCookies else {
        return nil
      }
    case .absent:
      guard path.hasSuffix(".binarycookies") else { return nil }
    case .unknown: return nil
    }
    return discovered(at: path) ?? lone(path)
  }

  func describe(newFile path: String, as format: StoreFormat?) -> StoreDescription? {
    let isMeant = format.map { $0 == .binarycookies } ?? path.hasSuffix(".binarycookies")
    return isMeant ? lone(path) : nil
  }

  func lone(at path: String) -> StoreDescription? {
    ContentKind(of: path) == .binaryCookies || path.hasSuffix(".binarycookies") ? lone(path) : nil
  }

  /// A file outside of every known container.
  private func lone(_ path: String) -> StoreDescription {
    let app = App(
      id: path, name: FilePath.name(of: path), engine: .apple,
      directory: FilePath.parent(of: path))
    let candidate = StoreCandidate(
      app: app, kind: .shared, format: .binarycookies, path: path, title: "cookie file",
      capabilities: .file(.binarycookies), remarks: [AppleRemark.lone])
    return candidate.description(namedBy: path)
  }

  private func onlyStore(in directory: String) throws(StoreFailure) -> StoreDescription? {
    var search = Search(limits: surroundings.limits)
    let stores = StoreCandidate.describe(containers(below: directory, depth: 12, &search))
    guard let first = stores.first else { return nil }
    guard stores.count == 1 else {
      throw .ambiguousStore(name: directory, candidates: stores.map(\.id))
    }
    return discovered(at: first.path) ?? lone(first.path)
  }

  /// Looks for `Library` directories, and in each of them for cookie files.
  private func containers(
    below root: String, depth: Int, _ search: inout Search
  ) -> [StoreCandidate] {
    var found: [StoreCandidate] = []
    if FilePath.name(of: root) == "Library" {
      found += AppleLibrary(path: root, home: surroundings.home).candidates(&search)
    }
    search.walk(root, depth: depth) { entry, search in
      guard entry.isDirectory else { return false }
      if entry.name == "Containers" {
        found += containers(below: entry.path, depth: 10, &search)
        return false
      }
      guard entry.name == "Library" else { return Self.mayHoldContainers(entry.name) }
      let library = AppleLibrary(path: entry.path, home: surroundings.home)
      found += library.candidates(&search)
      return false
    }
    return found
  }

  /// Hidden directories and what programs make on this system hold no copied containers.
  private static func mayHoldContainers(_ name: String) -> Bool {
    !name.hasPrefix(".") && !["node_modules", "snap", "go", "target", "build"].contains(name)
  }
}
