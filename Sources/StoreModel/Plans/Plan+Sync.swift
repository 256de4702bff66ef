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
    guard let standing = SyncStanding(of: self, in: context) else { return [] }
    let planned = Dictionary(grouping: present.items, by: standing.key)
    let overtaken = items.indices.filter { place in
      let item = items[place]
      guard standing.hasSource(of: item) else { return true }
      if standing.isDone(item) { return false }
      return !(planned[standing.key(of: item)] ?? []).contains {
        $0.conflict != nil || $0.store == item.store && $0.isRemoval == item.isRemoval
      }
    }
    return Set(overtaken)
  }

  /// The places of a sync's items whose source is no longer as it was planned: the cookie that is carried is another
  /// one or gone, or is there again where its deletion is carried.
  ///
  /// - Parameter context: the stores as they are now; one that is not in it is not asked.
  /// - Complexity: O(*n*) in the cookies of the sources, on numbers alone but for those of the items.
  public func outdatedItems(in context: PlanContext) -> Set<Int> {
    guard let standing = SyncStanding(of: self, in: context) else { return [] }
    return Set(
      items.indices.filter { place in
        let item = items[place]
        return context.snapshots[standing.source(of: item)] != nil
          && !standing.hasSource(of: item) && !standing.isDone(item)
      })
  }

  /// The stores where the deletions that a sync carries came from.
  ///
  /// - Parameters:
  ///   - own: what Pantler itself removed from the stores, which is not among them.
  ///   - ignoring: the attributes that one of the stores cannot keep.
  package func deletionOrigins(
    besides own: [StoreID: [Cookie]], ignoring: Set<CookieAttribute>
  ) -> [CookieKey: StoreID] {
    guard let terms = sync else { return [:] }
    let identity = SyncIdentity(ignoring: ignoring)
    var origins: [CookieKey: StoreID] = [:]
    for item in items where item.reason == .absentInSource {
      guard let cookie = item.before else { continue }
      origins[identity.key(of: cookie)] = item.store == terms.web ? terms.shared : terms.web
    }
    for (store, cookies) in own {
      for key in cookies.map(identity.key(of:)) where origins[key] == store { origins[key] = nil }
    }
    return origins
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
