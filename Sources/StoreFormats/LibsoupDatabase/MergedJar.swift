import CookieCore

/// The cookies of a jar, copied but for those that are others.
struct MergedJar: Sendable {
  private(set) var cookies: [Cookie] = []
  private var ids: [Int64] = []
  private var digests: [UInt64] = []
  private let before: LibsoupDatabase
  /// The place of the next cookie that is to be copied.
  private var next = 0

  init(_ before: LibsoupDatabase, room: Int) {
    self.before = before
    cookies.reserveCapacity(before.cookies.count + room)
    ids.reserveCapacity(before.cookies.count + room)
    digests.reserveCapacity(before.cookies.count + room)
  }

  mutating func copy(to end: Int) {
    guard next < end else { return }
    cookies += before.cookies[next..<end]
    ids += before.ids[next..<end]
    digests += before.digests.values[next..<end]
    next = end
  }

  mutating func skip() { next += 1 }

  mutating func add(_ cookie: Cookie, _ id: Int64) {
    cookies.append(cookie)
    ids.append(id)
    digests.append(cookie.digest)
  }

  func jar(_ file: [UInt8]) -> LibsoupDatabase {
    LibsoupDatabase(
      knownBytes: file, cookies: cookies, ids: ids, digests: CookieDigests(digests))
  }
}
