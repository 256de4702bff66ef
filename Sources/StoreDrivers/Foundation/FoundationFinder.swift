import StoreModel

/// Finds the files in which Foundation's `HTTPCookieStorage` keeps cookies on Linux.
struct FoundationFinder: StoreFinder {
  let surroundings: Surroundings

  private static let remarks = [
    "Programs in directories of one name share this file, and the last one to write wins.",
    "A running program reads the file once and overwrites it with what it has in memory.",
  ]

  var places: String {
    "Swift programs: files .cookies.* in the folders in \(surroundings.dataHome), and those of flatpaks "
      + "and snaps"
  }

  func discover() -> Discovery {
    var search = Search(limits: surroundings.limits)
    var candidates: [StoreCandidate] = []
    for home in AppHome.all(in: surroundings, search: &search) {
      for directory in search.directories(in: home.data) {
        for file in search.entries(of: directory.path)
        where file.isFile && file.name.hasPrefix(".cookies.") {
          candidates.append(candidate(file.path, qualifier: home.appID ?? home.qualifier))
        }
      }
    }
    return Discovery(stores: StoreCandidate.describe(candidates), problems: search.problems)
  }

  func describe(path: String) throws(StoreFailure) -> StoreDescription? {
    guard Self.isNamedSo(path) || ContentKind(of: path) == .propertyList else { return nil }
    return discovered(at: path) ?? candidate(path, qualifier: nil).description(namedBy: path)
  }

  func lone(at path: String) -> StoreDescription? {
    guard Self.isNamedSo(path) || ContentKind(of: path) == .propertyList else { return nil }
    return candidate(path, qualifier: nil).description(namedBy: path)
  }

  func describe(newFile path: String, as format: StoreFormat?) -> StoreDescription? {
    let isMeant = format.map { $0 == .foundationPropertyList } ?? Self.isNamedSo(path)
    return isMeant ? candidate(path, qualifier: nil).description(namedBy: path) : nil
  }

  /// Reports whether a file has the name of a cookie storage; `.cookies.txt` is a usual name of a jar.
  private static func isNamedSo(_ path: String) -> Bool {
    let name = FilePath.name(of: path)
    return name.hasPrefix(".cookies.") && name != ".cookies.txt"
  }

  private func candidate(_ path: String, qualifier: String?) -> StoreCandidate {
    let directory = FilePath.parent(of: path)
    let program = FilePath.name(of: directory)
    let identifier = String(FilePath.name(of: path).dropFirst(".cookies.".count))
    let isShared = identifier == "shared"
    return StoreCandidate(
      app: App(id: program, name: program, engine: .foundation, directory: directory),
      storeName: isShared ? nil : identifier, qualifier: qualifier, kind: .shared,
      format: .foundationPropertyList, path: path,
      title: isShared ? "shared cookie storage" : "group container \(identifier)",
      capabilities: .file(.foundationPropertyList), remarks: Self.remarks)
  }
}
