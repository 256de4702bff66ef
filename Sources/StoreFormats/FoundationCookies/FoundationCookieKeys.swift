import CookieCore
import StoreModel

/// The keys of the root dictionary that are taken, and by which cookie.
struct FoundationCookieKeys {
  private var taken: Set<[UInt8]> = []
  private var keys: [CookieKey: [[UInt8]]] = [:]

  /// Begins with the entries of a file.
  init(_ entries: [FoundationCookieEntry]) {
    for entry in entries {
      taken.insert(entry.key)
      if let cookie = entry.cookie { keys[cookie.key, default: []].append(entry.key) }
    }
  }

  /// Reports whether an entry has the key that a cookie would get.
  func isTaken(by cookie: Cookie) -> Bool {
    taken.contains(FoundationCookieEntry.key(of: cookie))
  }

  /// Takes a change into account that was made.
  mutating func record(_ change: StoreChange) {
    let identity = CookieKey(
      name: change.key.name, domain: change.key.domain, hostOnly: change.key.hostOnly,
      path: change.key.path)
    switch change {
    case .put(let cookie):
      guard keys[identity] == nil else { return }
      let key = FoundationCookieEntry.key(of: cookie)
      taken.insert(key)
      keys[identity] = [key]
    case .remove:
      for key in keys.removeValue(forKey: identity) ?? [] { taken.remove(key) }
    }
  }
}
