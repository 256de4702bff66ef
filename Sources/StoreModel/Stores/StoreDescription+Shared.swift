extension StoreDescription {
  /// Reports whether this is a shared storage that another store's cookies are held against.
  ///
  /// It is where it belongs to the same app, or where a link joins the two.
  public func isShared(with web: StoreDescription, isLinked: Bool) -> Bool {
    guard kind == .shared, web.kind != .shared else { return false }
    return isLinked || app.engine == web.app.engine && app.id == web.app.id
  }
}
