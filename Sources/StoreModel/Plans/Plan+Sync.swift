package import CookieCore

extension Plan {
  /// Plans to bring two stores into agreement.
  ///
  /// Without a base the two are united and nothing is deleted, unless one direction and `prune` are chosen. With
  /// a base, a cookie that both had and one side no longer has is a deletion on the other side; it is made only
  /// with `prune` and listed as not chosen otherwise. What a side never had is no deletion. Expired cookies
  /// count as absent.
  ///
  /// With a base that was cut off the two are united as well; what a sync that was broken off carried, and what is
  /// known to be deleted, is still known. A warning says so.
  ///
  /// A store with records that cannot be read says nothing by what it lacks: no deletion is carried from it.
  ///
  /// Without a snapshot of either store nothing is planned: what could not be read is unknown, not empty. What both
  /// have alike is not in the plan.
  ///
  /// - Complexity: O(*n*) in the cookies of both stores, and O(*d* log *d*) in those that differ.
  public static func sync(
    _ terms: SyncTerms, base: SyncBase? = nil, in context: PlanContext
  ) -> Plan {
    sync(terms, base: base, among: nil, in: context)
  }

  /// Plans to bring two stores into agreement of which it is known what may differ.
  ///
  /// - Parameter some: the digests of cookies outside of which the two are alike; nil when that is not known.
  package static func sync(
    _ terms: SyncTerms, base: SyncBase?, among some: DigestSet?, in context: PlanContext
  ) -> Plan {
    var planner = SyncPlanner(terms, base: base, context)
    planner.run(among: some)
    var plan = planner.draft.plan(.sync, sync: terms)
    plan.agreedAt = base?.takenAt
    if base?.isCutOff == true {
      plan.warnings.append(
        .lastSyncCutOff(carried: plan.items.count { $0.reason == .onlyInSource }))
    }
    return plan
  }

  /// Decides a conflict in favour of one of the two stores.
  ///
  /// - Returns: the plan with the item changed; the same plan when the item has no conflict.
  public func resolving(conflictAt index: Int, keeping store: StoreID) -> Plan {
    guard items.indices.contains(index), let conflict = items[index].conflict else { return self }
    var plan = self
    if store == conflict.store {
      plan.items[index].conflict = nil
    } else if let winner = conflict.replacement ?? conflict.cookie {
      plan.items[index] = PlanItem(
        store: conflict.store, key: winner.key, before: conflict.cookie,
        after: conflict.replacement, reason: .differs)
    }
    return plan
  }

  /// The places of a sync's items that another sync of the same two stores has overtaken.
  ///
  /// Such an item carries what the other store no longer holds, or goes the other way than it would now: of a cookie
  /// that is in one store alone only what both agreed on last tells whether it is new there or was deleted here. What
  /// is done already is not overtaken.
  ///
  /// - Parameters:
  ///   - present: a plan for the same two stores as they are now, deletions and guarded cookies included.
  ///   - context: what that was made from.
  /// - Complexity: O(*n*) in the cookies of both stores.
  public func overtakenItems(by present: Plan, in context: PlanContext) -> Set<Int> {
    guard let terms = sync else { return [] }
    let identity = SyncIdentity(terms, in: context)
    func key(_ item: PlanItem) -> CookieKey {
      (item.after ?? item.before).map(identity.key) ?? item.key
    }
    let keys = items.map(key)
    let wanted = Set(keys)
    var held: [StoreID: [CookieKey: Cookie]] = [:]
    for store in [terms.web, terms.shared] {
      for cookie in context.snapshots[store]?.cookies ?? [] {
        let key = identity.key(of: cookie)
        guard wanted.contains(key) else { continue }
        let other = held[store]?[key]
        held[store, default: [:]][key] = other.map { $0.key < cookie.key ? $0 : cookie } ?? cookie
      }
    }
    let planned = Dictionary(grouping: present.items, by: key)
    func isLiving(_ cookie: Cookie?) -> Bool {
      cookie.map { $0.expiryTime.map { $0 > context.now } ?? true } ?? false
    }
    func agrees(_ cookie: Cookie?, with wanted: Cookie?) -> Bool {
      guard let wanted else { return !isLiving(cookie) }
      return cookie?.agrees(with: wanted, ignoring: identity.ignored) ?? false
    }
    let overtaken = items.indices.filter { place in
      let (item, key) = (items[place], keys[place])
      let source = held[item.store == terms.web ? terms.shared : terms.web]?[key]
      guard agrees(source, with: item.after) else { return true }
      if agrees(held[item.store]?[key], with: item.after) { return false }
      return !(planned[key] ?? []).contains {
        $0.conflict != nil || $0.store == item.store && $0.isRemoval == item.isRemoval
      }
    }
    return Set(overtaken)
  }

  /// How many cookies two stores have differently, deletions that nobody chose among them.
  public var differenceCount: Int {
    items.count
      + skipped.count { [.deletionNotChosen, .cameBack, .unreadInSource].contains($0.reason) }
  }

  /// The places of the items that nobody has decided.
  public var undecided: [Int] {
    items.indices.filter { items[$0].conflict != nil }
  }
}
