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
    /// The positions of the identity's records.
    var positions: [Int] = []
    /// The cookie as it stands after the changes so far.
    var cookie: Cookie?
    var wasPut = false
  }

  private var entries: [CookieKey: Int] = [:]
  private var states: [Entry] = []
  private var order: [Int] = []
  private var fates: [Int: (entry: Int, isFirst: Bool)] = [:]

  private let countsSource: Bool

  /// Finds the records that the changes concern.
  ///
  /// - Parameter countsSource: whether source scheme and port are part of the identity, as in formats that hold them.
  init(changes: [StoreChange], cookies: [Cookie], countsSource: Bool = false) {
    self.countsSource = countsSource
    for change in changes { _ = entry(for: identity(change.key)) }
    guard !entries.isEmpty else { return }
    for (position, cookie) in cookies.enumerated() {
      guard let entry = entries[identity(cookie.key)] else { continue }
      fates[position] = (entry, states[entry].positions.isEmpty)
      states[entry].positions.append(position)
      // Of duplicates the last one is what a program that reads the file ends up with.
      states[entry].cookie = cookie
    }
  }

  /// Takes one change into account.
  ///
  /// - Parameter obstacle: says why a cookie cannot be stored, given the one that it would replace.
  mutating func apply(
    _ change: StoreChange, obstacle: (Cookie, Cookie?) -> CookieAttribute?
  ) -> AppliedChanges.Outcome {
    let index = entry(for: identity(change.key))
    switch change {
    case .remove:
      guard states[index].cookie != nil else { return .goneAlready }
      states[index].cookie = nil
      states[index].wasPut = false
    case .put(let cookie):
      if let attribute = obstacle(cookie, states[index].cookie) {
        return .unrepresentable(attribute)
      }
      states[index].cookie = cookie
      if !states[index].wasPut { order.append(index) }
      states[index].wasPut = true
    }
    return .done
  }

  /// Says what becomes of the record at a position.
  func fate(of position: Int) -> Fate {
    guard let (entry, isFirst) = fates[position] else { return .keep }
    guard let cookie = states[entry].cookie else { return .remove }
    guard states[entry].wasPut else { return .keep }
    return isFirst ? .replace(cookie) : .remove
  }

  /// The cookies that replace no record, in the order in which they were put.
  var additions: [Cookie] {
    var seen: Set<Int> = []
    return order.compactMap { index in
      let state = states[index]
      guard state.wasPut, state.positions.isEmpty, seen.insert(index).inserted else { return nil }
      return state.cookie
    }
  }

  private mutating func entry(for key: CookieKey) -> Int {
    if let index = entries[key] { return index }
    entries[key] = states.count
    states.append(Entry())
    return states.count - 1
  }

  private func identity(_ key: CookieKey) -> CookieKey {
    guard !countsSource else { return key }
    var identity = key
    identity.sourceScheme = nil
    identity.sourcePort = nil
    return identity
  }
}
