package import CookieCore

/// What two stores had agreed on before a sync, as far as it takes to undo the sync.
package struct SyncOrigin: Hashable, Codable, Sendable {
  /// What was agreed on of a cookie, where that is not what its store held.
  struct Former: Hashable, Codable, Sendable {
    /// The store that the sync was about to change.
    var store: StoreID
    var key: CookieKey
    /// Nil when nothing was agreed on.
    var entry: SyncBase.Entry?
  }

  /// What is done to a sync that was made.
  package enum Reversal: Sendable {
    case undo, redo
  }

  /// The first store.
  package let web: StoreID
  /// The second store.
  package let shared: StoreID
  /// What one of the stores cannot keep.
  @SortedCoding private var ignored: Set<CookieAttribute>
  /// Nil when nothing was agreed on at all.
  private let formers: [Former]?

  /// Looks at what a sync is about to change.
  ///
  /// - Parameters:
  ///   - base: what was agreed on last; nil before the first sync.
  ///   - ignored: what one of the stores cannot keep.
  /// - Complexity: O(*n*) in what was agreed on.
  package init(
    of items: [PlanItem], _ terms: SyncTerms, base: SyncBase?,
    ignoring ignored: Set<CookieAttribute>
  ) {
    let identity = SyncIdentity(ignoring: ignored)
    web = terms.web
    shared = terms.shared
    self.ignored = ignored
    formers = base.map { base in
      let known = base.entries(of: items, identity)
      return items.compactMap { item in
        guard let cookie = item.after ?? item.before else { return nil }
        let entry = known[identity.key(of: cookie)].map { base.entries[$0] }
        let isHeld =
          item.before.map { before in
            entry?.agrees(with: before, ignoring: ignored, salt: base.salt) ?? false
          } ?? (entry == nil)
        return isHeld ? nil : Former(store: item.store, key: item.key, entry: entry)
      }
    }
  }

  /// The steps by which what is agreed on of some cookies becomes what it was before the sync, or after it.
  ///
  /// - Parameters:
  ///   - items: what the sync did and what was taken back or done again now.
  ///   - base: what is agreed on at present.
  /// - Complexity: O(*n*) in what is agreed on.
  package func changes(
    _ reversal: Reversal, of items: [PlanItem], to base: SyncBase, at now: Timestamp
  ) -> [SyncBase.Change] {
    let identity = SyncIdentity(ignoring: ignored)
    let former = Dictionary(
      (formers ?? []).map { (StoredKey(store: $0.store, key: $0.key), $0.entry) },
      uniquingKeysWith: { $1 })
    let known = base.entries(of: items, identity)
    var (replaced, gone): ([SyncBase.Change], [Int]) = ([], [])
    var (added, buried): ([SyncBase.Change], [SyncBase.Change]) = ([], [])
    var seen: Set<CookieKey> = []
    for item in items {
      guard let cookie = item.after ?? item.before else { continue }
      let key = identity.key(of: cookie)
      guard seen.insert(key).inserted else { continue }
      let wanted: SyncBase.Entry? =
        switch reversal {
        case .undo:
          former[StoredKey(store: item.store, key: item.key)] ?? entry(before: item, base.salt)
        case .redo: item.after.map { SyncBase.Entry(of: $0, salt: base.salt) }
        }
      switch (known[key], wanted) {
      case (let place?, let wanted?): replaced.append(.replace(place, by: wanted))
      case (let place?, nil): gone.append(place)
      case (nil, let wanted?): added.append(.add(wanted))
      case (nil, nil): break
      }
      if case .redo = reversal, item.isRemoval, let before = item.before {
        let digest = ValueDigest(of: before, salt: base.salt)
        guard !base.tombstones.contains(where: { $0.key == key && $0.digest == digest }) else {
          continue
        }
        buried.append(
          .bury(
            SyncBase.Tombstone(
              key: key, digest: digest, deletedAt: now, expiryTime: before.expiryTime)))
      }
    }
    // From the end, so that what takes the place of another is never one that goes itself.
    return replaced + gone.sorted(by: >).map { .remove($0) } + added + buried
  }

  private struct StoredKey: Hashable {
    var store: StoreID
    var key: CookieKey
  }

  /// What was agreed on where that is what the store held; nil for nothing.
  private func entry(before item: PlanItem, _ salt: String) -> SyncBase.Entry? {
    guard formers != nil, let before = item.before else { return nil }
    var entry = SyncBase.Entry(of: before, salt: salt)
    // The other store is known to have it no longer, and the deletion is carried no more.
    if item.isRemoval { entry.goneFrom = item.store == web ? shared : web }
    return entry
  }
}

extension SyncBase {
  /// The places of what was agreed on of the cookies of items, by their identities.
  fileprivate func entries(of items: [PlanItem], _ identity: SyncIdentity) -> [CookieKey: Int] {
    let digests = Set(items.map { identity.digest(of: $0.key) })
    var found: [CookieKey: Int] = [:]
    for place in places(of: digests, identity) {
      found[identity.key(of: entries[place].cookie)] = place
    }
    return found
  }
}
