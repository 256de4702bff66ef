/// What a plan asks for in one store and cannot change there now, because of the state that the store is in.
package struct StayingItems: Hashable, Sendable {
  /// The store.
  package var store: StoreID
  /// Why it stays.
  package var failure: StoreFailure
  /// How many cookies.
  package var cookieCount: Int
  /// How many items of website data.
  package var dataCount: Int
}

extension StoreDescription {
  /// Why the cookies of the store must not be changed now; nil when they may be.
  ///
  /// - Parameters:
  ///   - snapshot: the newest reading of it.
  ///   - force: whether to write although a process has the file open.
  package func refusal(of snapshot: StoreSnapshot, force: Bool = false) -> StoreFailure? {
    if snapshot.isDamaged { return .damaged(path: path) }
    if let reason = snapshot.readOnlyReason { return .unsupported(path: path, reason: reason) }
    if let reason = capabilities.refusals[.write] {
      return .unsupported(path: path, reason: reason)
    }
    let mustWait = capabilities.refusals[.writeWhileRunning] != nil
    if mustWait && !force && !snapshot.holders.isEmpty {
      return .inUse(path: path, by: snapshot.holders)
    }
    return nil
  }
}

extension Plan {
  /// Takes out what would be refused if the plan were applied now, so that what is left is what would be done.
  ///
  /// Applying checks again, for stores do not stand still.
  ///
  /// - Parameter force: whether it would be applied although a process has a file open.
  /// - Returns: what was taken out, in the order of the stores.
  package mutating func takeOutStaying(
    in context: PlanContext, force: Bool = false
  ) -> [StayingItems] {
    var staying: [StayingItems] = []
    for store in stores {
      guard let description = context.descriptions[store] else { continue }
      let snapshot = context.snapshots[store]
      let cookies = snapshot.flatMap { description.refusal(of: $0, force: force) }
      let data = force ? nil : dataRefusal(in: description, snapshot)
      guard let failure = cookies ?? data else { continue }
      let cookieCount = cookies == nil ? 0 : items.count { $0.store == store }
      let dataCount = data == nil ? 0 : removals.count { $0.store == store }
      guard cookieCount + dataCount > 0 else { continue }
      if cookieCount > 0 { items.removeAll { $0.store == store } }
      if dataCount > 0 { self.data?.removals.removeAll { $0.store == store } }
      staying.append(
        StayingItems(
          store: store, failure: failure, cookieCount: cookieCount, dataCount: dataCount))
    }
    if !staying.isEmpty { forgetStores(besides: Set(stores)) }
    return staying
  }

  /// Why website data of a store cannot be removed now.
  private func dataRefusal(
    in store: StoreDescription, _ snapshot: StoreSnapshot?
  ) -> StoreFailure? {
    var users = snapshot?.holders ?? []
    for case .inUse(store.id, let others) in warnings { users = others }
    return users.isEmpty ? nil : .inUse(path: store.path, by: users)
  }

  /// Takes back what is said of stores of which nothing is left in the plan.
  private mutating func forgetStores(besides left: Set<StoreID>) {
    warnings.removeAll { warning in
      switch warning {
      case .inUse(let store, _), .memoryCopyStays(let store), .cannotBeUndone(let store, _),
        .notUndoneExactly(let store, _), .otherNamesStay(let store, _), .losses(let store, _, _):
        !left.contains(store)
      case .guardedIncluded, .hiddenIncluded, .lastSyncCutOff: false
      }
    }
    scopes = scopes.filter { scope in
      switch scope {
      case .wholeStore(let store), .wholeSite(_, let store), .removesStore(let store):
        left.contains(store)
      case .allSites, .timeRange: true
      }
    }
    if removals.isEmpty { data?.effects = [] }
  }
}
