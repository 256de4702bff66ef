/// The cookies of one domain, in the order in which they came.
///
/// Where there are many, they are found by their path too, so that a request need not look at all of them.
struct CookieBucket: Sendable, RandomAccessCollection {
  typealias Entry = CookieStorage.Entry

  private var entries: [Entry] = []
  /// The places of the cookies of each path, in ascending order; empty while there are few cookies.
  private var places: [CookieText: [Int]] = [:]

  /// The number of cookies from which on an index is worth its keep.
  private static let indexedCount = 512

  init() {}

  init(_ entries: [Entry]) {
    self.entries = entries
    if entries.count >= Self.indexedCount { makeIndex() }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }

  /// A cookie; its path stays what it is.
  subscript(place: Int) -> Entry {
    get { entries[place] }
    _modify { yield &entries[place] }
  }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    if !places.isEmpty {
      places[entry.cookie.path, default: []].append(entries.count - 1)
    } else if entries.count >= Self.indexedCount {
      makeIndex()
    }
  }

  mutating func remove(at place: Int) -> Entry {
    let entry = entries.remove(at: place)
    places = [:]
    if entries.count >= Self.indexedCount { makeIndex() }
    return entry
  }

  /// Calls a function with the place of every cookie whose path covers a request's path, in no certain order.
  func forEachPlace(coveringPath path: String, _ body: (Int) -> Void) {
    guard !places.isEmpty else {
      for place in entries.indices
      where CookiePath.matches(requestPath: path, cookiePath: entries[place].cookie.path) {
        body(place)
      }
      return
    }
    // A path of very many parts is no cheaper to take apart than all paths are to be looked at.
    guard let candidates = CookiePath.coveringPaths(of: path, limit: 64) else {
      for (cookiePath, found) in places
      where CookiePath.matches(requestPath: path, cookiePath: cookiePath) {
        for place in found { body(place) }
      }
      return
    }
    for candidate in candidates {
      for place in places[candidate] ?? [] { body(place) }
    }
  }

  private mutating func makeIndex() {
    places = [:]
    for (place, entry) in entries.enumerated() {
      places[entry.cookie.path, default: []].append(place)
    }
  }
}

extension CookiePath {
  /// Every cookie path that covers a request's path, each once, or nil when there are more than a limit.
  static func coveringPaths(of requestPath: String, limit: Int) -> [CookieText]? {
    let slash = UInt8(ascii: "/")
    let bytes = Array(requestPath.utf8)
    guard !bytes.isEmpty else { return [""] }
    // `/a/` and `/a` both cover `/a/b`; an empty path covers nothing but itself.
    let ends = bytes.indices.map { $0 + 1 }.filter {
      $0 == bytes.count || bytes[$0 - 1] == slash || bytes[$0] == slash
    }
    guard ends.count <= limit else { return nil }
    return ends.map { CookieText(bytes: bytes[..<$0]) }
  }
}
