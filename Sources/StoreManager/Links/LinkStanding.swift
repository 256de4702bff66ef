import CookieCore
import StoreModel

/// How two stores stood to each other when what they agreed on was last written down.
///
/// What was alike then and has changed on neither side since is alike still, so only the rest has to be looked at.
struct LinkStanding: Sendable {
  /// One of the stores as it was then; its cookies share their storage with the reading that was compared.
  struct Side: Sendable {
    var fingerprint: FileFingerprint?
    var cookies: [Cookie]

    init(_ snapshot: StoreSnapshot) {
      fingerprint = snapshot.fingerprint
      cookies = snapshot.cookies
    }
  }

  private let web: StoreID
  private var sides: [StoreID: Side]
  private let lacking: Set<CookieAttribute>
  private var unlike: Set<UInt64>
  /// When the first of the cookies that were alike expires; nil when none does.
  private var alikeUntil: Timestamp?

  /// Takes what a comparison has found.
  ///
  /// - Parameters:
  ///   - lacking: the attributes that one of the stores cannot keep, by which cookies were compared.
  ///   - earlier: how they stood before, where only what may differ was compared; nil where all was.
  ///   - now: the time of the comparison.
  init(
    _ web: StoreSnapshot, _ shared: StoreSnapshot, lacking: Set<CookieAttribute>, _ step: SyncStep,
    after earlier: LinkStanding?, now: Timestamp
  ) {
    self.web = web.store
    sides = [web.store: Side(web), shared.store: Side(shared)]
    self.lacking = lacking
    unlike = step.unlike
    var ends = [step.alikeUntil, earlier?.alikeUntil]
    if let end = earlier?.alikeUntil, end <= now {
      ends = [web, shared].map { $0.firstExpiry(after: now) }
    }
    alikeUntil = ends.compactMap { $0 }.min()
  }

  /// Identifies the content of a store that was compared; nil where that is not known.
  func fingerprint(of store: StoreID) -> FileFingerprint? { sides[store]?.fingerprint }

  /// In what a reading differs from the one that was compared; nil where it does not, or that cannot be told by bytes.
  func change(to snapshot: StoreSnapshot) -> ContentChange? {
    guard let side = sides[snapshot.store], let origin = side.fingerprint,
      let present = snapshot.fingerprint, present != origin
    else { return nil }
    let (gone, come) = SnapshotDiff.unmatched(side.cookies, snapshot.cookies)
    return ContentChange(from: origin, removed: gone, added: come)
  }

  /// The digests of the cookies that may not be alike now; nil when all have to be looked at.
  ///
  /// - Parameter changes: in what the newest reading of a store differs from an earlier one, where that is known.
  func candidates(
    _ web: StoreSnapshot, _ shared: StoreSnapshot, lacking: Set<CookieAttribute>, now: Timestamp,
    changes: [StoreID: ContentChange]
  ) -> DigestSet? {
    // Without paths other cookies would belong together than by their digests.
    guard web.store == self.web, self.lacking == lacking, !lacking.contains(.path) else {
      return nil
    }
    var digests = unlike
    if let alikeUntil, alikeUntil <= now {
      for snapshot in [web, shared] {
        snapshot.addExpired(alikeUntil...now, to: &digests)
      }
    }
    for snapshot in [web, shared] {
      guard let side = sides[snapshot.store] else { return nil }
      side.addChanges(to: snapshot, changes[snapshot.store], &digests)
    }
    return digests.count < 64 + (web.cookies.count + shared.cookies.count) / 8
      ? DigestSet(digests) : nil
  }
}

extension LinkStanding.Side {
  /// Adds the digests of the cookies that a reading has otherwise.
  fileprivate func addChanges(
    to snapshot: StoreSnapshot, _ change: ContentChange?, _ digests: inout Set<UInt64>
  ) {
    if let fingerprint, fingerprint == snapshot.fingerprint { return }
    if let change, change.origin == fingerprint {
      for place in change.removed { digests.insert(cookies[place].digest) }
      for place in change.replaced { digests.insert(snapshot.cookies[place.after].digest) }
      for place in change.added { digests.insert(snapshot.cookies[place].digest) }
      return
    }
    let (gone, come) = SnapshotDiff.unmatched(cookies, snapshot.cookies)
    for place in gone { digests.insert(cookies[place].digest) }
    for place in come { digests.insert(snapshot.cookies[place].digest) }
  }
}

extension StoreSnapshot {
  /// Adds the digests of the cookies that expired within a span of time.
  fileprivate func addExpired(_ span: ClosedRange<Timestamp>, to found: inout Set<UInt64>) {
    for place in cookies.indices {
      // Cookies are looked at where they are, since a copy of each would take longer than all the rest.
      guard let expiry = cookies[place].expiryTime, span.contains(expiry) else { continue }
      found.insert(cookies[place].digest)
    }
  }

  /// When the first of the cookies expires that have not yet; nil when none does.
  fileprivate func firstExpiry(after time: Timestamp) -> Timestamp? {
    var first: Timestamp?
    for place in cookies.indices {
      guard let expiry = cookies[place].expiryTime, expiry > time else { continue }
      if first.map({ expiry < $0 }) ?? true { first = expiry }
    }
    return first
  }
}
