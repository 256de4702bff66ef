import CookieCore
import StoreModel

/// Cookies that some views have in common.
@EngineActor final class CookieJar {
  /// The name, made of the store's and, where it counts, the pool's.
  let name: String
  /// The cookies.
  var storage: CookieStorage
  /// What is to be written of persistent cookies: the cookie, or nil for one that is gone.
  var unsaved: [CookieKey: Cookie?] = [:]

  init(name: String, storage: CookieStorage) {
    self.name = name
    self.storage = storage
  }

  /// Notes what changed for the file.
  ///
  /// - Returns: how many cookies changed; an overwrite is one.
  func note(_ changes: [CookieChange]) -> Int {
    var keys: Set<CookieKey> = []
    for change in changes {
      let key = change.cookie.key
      keys.insert(key)
      let isThere = change.cause == .inserted && change.cookie.isPersistent
      unsaved[key] = .some(isThere ? change.cookie : nil)
    }
    return keys.count
  }
}
