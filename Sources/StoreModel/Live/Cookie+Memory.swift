public import CookieCore

extension Cookie {
  /// Whether nothing on disk holds the cookie, in a store whose engine Pantler runs itself.
  public func isOnlyInMemory(in store: StoreDescription?) -> Bool {
    guard let store, store.app.engine == .live else { return false }
    return store.kind == .nonPersistent || !isPersistent
  }
}
