import CookieCore
import StoreModel

/// Works out what a list of changes makes of each record, before any byte is touched.
///
/// Changes to one identity take effect in their order; only the last state reaches the file.
struct ChangeLedger {
  /// What becomes of one record.
  enum Fate {
    case keep
    case remove
    case replace(Cookie)
  }

  private struct Entry {
    /// The position of the identity's first record.
    var first: Int?
    /// The cookie as it stands after the changes so far.
    var cookie: Cookie?
    /// The place among what was put; nil when the cookie is as it was.
    var order: Int?
  }

  private var indices: [CookieKey: Int] = [:]
  private var entries: [Entry] = []
  private var putCount = 0
  /// The entry of each record that a change concerns.
  private var concerned: [Int: Int] = [:]
  private let countsSource: Bool

  /// Finds the records that the changes concern.
  ///
  /// - Parameter countsSource: whether source scheme and port are part of the identity, as in formats that hold them.
  init(changes: [StoreChange], cookies: [Cookie], countsSource: Bool = false) {
    self.countsSource = countsSource
    indices.reserveCapacity(changes.count)
    entries.reserveCapacity(changes.count)
    for change in changes { _ = index(of: identity(change.key)) }
    guard !indices.isEmpty, !cookies.isEmpty else { return }
    // A name is hashed in a fraction of the time of a whole key, and most records have none of the names.
    let names = Set(indices.keys.map(\.name))
    for (position, cookie) in cookies.enumerated() where names.contains(cookie.name) {
      guard let index = indices[identity(cookie.key)] else { continue }
      concerned[position] = index
      if entries[index].first == nil { entries[index].first = position }
      // Of duplicates the last one is what a program that reads the file ends up with.
      entries[index].cookie = cookie
    }
  }

  /// Takes one change into account.
  ///
  /// - Parameter obstacle: says why a cookie cannot be stored, given the one that it would replace.
  mutating func apply(
    _ change: StoreChange, obstacle: (Cookie, Cookie?) -> CookieAttribute?
  ) -> AppliedChanges.Outcome {
    let index = index(of: identity(change.key))
    switch change {
    case .remove:
      guard entries[index].cookie != nil else { return .goneAlready }
      entries[index].cookie = nil
      entries[index].order = nil
    case .put(let cookie):
      if let attribute = obstacle(cookie, entries[index].cookie) {
        return .unrepresentable(attribute)
      }
      entries[index].cookie = cookie
      guard entries[index].order == nil else { break }
      entries[index].order = putCount
      putCount += 1
    }
    return .done
  }

  /// Says what becomes of the record at a position.
  func fate(of position: Int) -> Fate {
    guard let index = concerned[position] else { return .keep }
    let entry = entries[index]
    guard let cookie = entry.cookie else { return .remove }
    guard entry.order != nil else { return .keep }
    return entry.first == position ? .replace(cookie) : .remove
  }

  /// The cookies that replace no record, in the order in which they were put.
  var additions: [Cookie] {
    let added = entries.indices.filter { entries[$0].order != nil && entries[$0].first == nil }
    return added.sorted { (entries[$0].order ?? 0) < (entries[$1].order ?? 0) }
      .compactMap { entries[$0].cookie }
  }

  private mutating func index(of key: CookieKey) -> Int {
    if let index = indices[key] { return index }
    indices[key] = entries.count
    entries.append(Entry())
    return entries.count - 1
  }

  private func identity(_ key: CookieKey) -> CookieKey {
    guard !countsSource else { return key }
    var identity = key
    identity.sourceScheme = nil
    identity.sourcePort = nil
    return identity
  }
}
