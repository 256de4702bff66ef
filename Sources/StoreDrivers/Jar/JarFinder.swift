import Glibc
import StoreFormats
import StoreModel

/// Finds cookie jars that scripts and command-line programs share, and lossless files of our own.
struct JarFinder: StoreFinder {
  let surroundings: Surroundings

  /// Where people keep jars without telling any program.
  private static let usualNames = [
    "cookies.txt", ".cookies.txt", ".curl-cookies", ".curl_cookies", ".wget-cookies",
    ".wget-cookies.txt", "cookies.jar", ".cookiejar",
  ]

  var places: String {
    "Jar files: \(Self.usualNames.joined(separator: ", ")) in \(surroundings.home), what the settings "
      + "of curl, wget and yt-dlp name, and \(surroundings.namedPaths.count) of Pantler's settings"
  }

  func discover() -> Discovery {
    var search = Search(limits: surroundings.limits)
    var problems: [StoreFailure] = []
    var candidates: [StoreCandidate] = []
    for path in surroundings.namedPaths {
      switch FileStatus.presence(of: path) {
      case .absent: problems.append(.gone(path: path))
      case .unknown(let failure): problems.append(failure.storeFailure(path: path))
      case .present(let status):
        guard status.kind == .regular else {
          // Folders are other finders' to look into.
          if status.kind != .directory {
            problems.append(.unsupported(path: path, reason: status.kind.refusal))
          }
          continue
        }
        if isForJars(path) {
          candidates.append(candidate(path, program: nil))
        } else if let reason = Self.refusal(of: path) {
          problems.append(.unsupported(path: path, reason: reason))
        }
      }
    }
    for jar in ClientSettings(surroundings).jars() where search.entry(jar.path)?.isFile ?? false {
      guard isForJars(jar.path) else { continue }
      candidates.append(candidate(jar.path, program: jar.program))
    }
    for name in Self.usualNames {
      let path = FilePath.join(surroundings.home, name)
      guard search.entry(path)?.isFile ?? false, case .text(let dialect) = ContentKind(of: path),
        dialect != .libsoup
      else { continue }
      candidates.append(candidate(path, program: nil))
    }
    return Discovery(
      stores: StoreCandidate.describe(candidates), problems: problems + search.problems)
  }

  func describe(path: String) throws(StoreFailure) -> StoreDescription? {
    switch FileStatus.presence(of: path) {
    case .absent:
      // A new jar may be made at a path whose name says what it shall be.
      return Self.isNamedLikeJar(path) ? describe(candidate(path, program: nil)) : nil
    case .unknown(let failure): throw failure.storeFailure(path: path)
    case .present(let status):
      guard status.kind == .regular else { return nil }
      guard access(path, R_OK) == 0 else { throw .denied(path: path) }
      guard isForJars(path) else { return nil }
      return discovered(at: path) ?? describe(candidate(path, program: nil))
    }
  }

  func describe(newFile path: String, as format: StoreFormat?) -> StoreDescription? {
    switch format {
    case .netscape, .pantlerJSON:
      return describe(candidate(path, program: nil, format: format))
    case nil: return Self.isNamedLikeJar(path) ? describe(candidate(path, program: nil)) : nil
    default: return nil
    }
  }

  private func describe(_ candidate: StoreCandidate) -> StoreDescription? {
    StoreCandidate.describe([candidate]).first
  }

  /// Named jars are found by the search itself.
  func lone(at path: String) -> StoreDescription? { nil }

  /// Why a file that was named is no store of any kind; nil when another driver may know it.
  private static func refusal(of path: String) -> String? {
    switch ContentKind(of: path) {
    case .otherDatabase: "It is a database, but none of cookies that Pantler reads."
    case .unknown: "It is no file of cookies that Pantler reads."
    case .binaryCookies, .libsoupDatabase, .text, .propertyList, .json, .empty, .unreadable: nil
    }
  }

  /// Reports whether no other driver knows the file better.
  private func isForJars(_ path: String) -> Bool {
    switch ContentKind(of: path) {
    case .json, .unreadable: true
    case .text(let dialect): dialect != .libsoup
    case .empty, .unknown: Self.isNamedLikeJar(path)
    case .binaryCookies, .libsoupDatabase, .otherDatabase, .propertyList: false
    }
  }

  private static func isNamedLikeJar(_ path: String) -> Bool {
    [".txt", ".json", ".jar", ".cookies"].contains { path.hasSuffix($0) }
      || usualNames.contains(FilePath.name(of: path))
  }

  private func candidate(
    _ path: String, program: String?, format: StoreFormat? = nil
  ) -> StoreCandidate {
    let content = ContentKind(of: path)
    var dialect = NetscapeJar.Dialect.curl
    var isJSON = content == .json || (content != .unknown && path.hasSuffix(".json"))
    if case .text(let found) = content { (dialect, isJSON) = (found, false) }
    let format = format ?? (isJSON ? .pantlerJSON : .netscape)
    let app = App(
      id: path, name: program ?? FilePath.name(of: path), engine: .jar,
      directory: FilePath.parent(of: path))
    return StoreCandidate(
      app: app, kind: .shared, format: format, path: path, title: FilePath.name(of: path),
      capabilities: .file(format, dialect: dialect))
  }
}
