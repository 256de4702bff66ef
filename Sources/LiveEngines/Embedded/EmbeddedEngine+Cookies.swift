public import CookieCore
public import StoreModel

extension EmbeddedEngine {
  /// All cookies of a store.
  public func allCookies(in store: LiveStore.ID) async throws(LiveFailure) -> [Cookie] {
    try self.store(store).httpCookieStore.cookies
  }

  /// The cookies of a store as the views of one pool have them.
  public func allCookies(
    in store: LiveStore.ID, of pool: LivePool.ID
  ) async throws(LiveFailure) -> [Cookie] {
    let target = try self.store(store).httpCookieStore
    return target.cookies(of: try self.pool(pool))
  }

  /// Sets cookies in order and reads them back.
  public func setCookies(
    _ cookies: [Cookie], in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveOutcome] {
    let target = try self.store(store).httpCookieStore
    let receptions = cookies.map(target.put)
    app.news.tellCollected()
    if let failure = target.writeFailure { throw .storage(failure: failure) }
    guard target.isUsed else { return receptions.map { $0.isAccepted ? .pending : $0.refusal } }
    var found: [CookieKey: Cookie] = [:]
    for cookie in target.cookies { found[cookie.key] = cookie }
    return zip(cookies, receptions).map { wanted, reception in
      guard reception.isAccepted else { return reception.refusal }
      // What has expired takes its predecessor away and is not there afterwards.
      guard let key = reception.cookie?.key, let stored = found[key] else { return .goneAlready }
      return stored.agrees(with: wanted) ? .done : .altered
    }
  }

  /// Deletes cookies and reads back.
  public func deleteCookies(
    _ keys: [CookieKey], in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveOutcome] {
    let target = try self.store(store).httpCookieStore
    let wereThere = keys.map(target.remove)
    app.news.tellCollected()
    if let failure = target.writeFailure { throw .storage(failure: failure) }
    let left = Set(target.cookies.map(\.key))
    return zip(keys, wereThere).map { key, wasThere in
      left.contains(key) ? .unknown : wasThere ? .done : .goneAlready
    }
  }

  /// What sites keep in a store.
  public func records(
    of types: [DataType], in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveRecord] {
    try self.store(store).dataRecords(ofTypes: Set(types))
  }

  /// Removes data of some types, and reads back.
  public func removeRecords(
    of types: [DataType], named names: [String]?, since: Timestamp?, in store: LiveStore.ID
  ) async throws(LiveFailure) -> [LiveRecord] {
    let target = try self.store(store)
    let types = Set(types)
    if let names {
      let records = names.map { LiveRecord(displayName: $0, types: types) }
      target.removeData(ofTypes: types, for: records)
      app.news.tellCollected()
      return target.dataRecords(ofTypes: types).filter { names.contains($0.displayName) }
    }
    let time = since ?? Timestamp(microseconds: .min)
    target.removeData(ofTypes: types, modifiedSince: time)
    app.news.tellCollected()
    return since == nil ? target.dataRecords(ofTypes: types) : []
  }
}

extension CookieReception {
  fileprivate var refusal: LiveOutcome {
    .refused(reason: rejections.sorted().map(\.sentence).joined(separator: " "))
  }
}

extension Cookie {
  /// Whether it is what was asked for; times that the engine sets itself do not count.
  fileprivate func agrees(with wanted: Cookie) -> Bool {
    var own = self
    own.creationTime = wanted.creationTime
    own.lastAccessTime = wanted.lastAccessTime
    return own == wanted
  }
}
