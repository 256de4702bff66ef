import CookieCore
package import StoreModel

extension StoreManager {
  /// The log from now on; letting go of the stream ends it.
  ///
  /// A reader that is too slow loses the oldest events, and sees by the numbers how many.
  package func events() -> AsyncStream<StoreEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StoreEvent.self, bufferingPolicy: .bufferingNewest(configuration.eventCapacity))
    listeners[nextListener] = continuation
    nextListener += 1
    return stream
  }

  /// The newest events, oldest first, and how many the log has dropped in all.
  package func recentEvents(limit: Int) -> (events: [StoreEvent], dropped: UInt64) {
    ring.settle()
    return (ring.newest(limit), ring.dropped)
  }

  /// Numbers an event, keeps it and hands it to everybody who listens.
  func log(_ event: StoreEvent) {
    let event = ring.append(event)
    for (id, listener) in listeners {
      if case .terminated = listener.yield(event) { listeners[id] = nil }
    }
    if let store = event.store { observations[store]?.health.lastEvent = event.time }
  }

  /// Logs many changes of a store at once, one by one only where somebody listens.
  private func log(_ run: EventRun, in store: StoreID) {
    guard listeners.isEmpty else {
      for event in run.events() { log(event) }
      return
    }
    ring.append(run)
    if run.count > 0 { observations[store]?.health.lastEvent = configuration.now() }
  }

  /// Logs a sentence that is about no store, as a warning.
  package func warn(_ sentence: String) {
    log(.note, nil, level: .warning, message: sentence)
  }

  /// Logs something that is not about one cookie.
  func log(
    _ kind: StoreEvent.Kind, _ store: StoreID?, level: StoreEvent.Level,
    cause: StoreEvent.Cause = .unknown, message: String = "", failure: StoreFailure? = nil
  ) {
    log(
      StoreEvent(
        sequence: 0, time: configuration.now(), store: store, kind: kind, cause: cause,
        level: level, message: message, failure: failure))
  }

  /// Logs what an engine says of a change, before it is known which cookies it is about.
  func log(_ change: ObservedChange, in store: StoreID) {
    log(
      StoreEvent(
        sequence: 0, time: configuration.now(), store: store, view: change.view, kind: .note,
        cause: change.cause, message: EventText.observed(change)))
  }

  /// Logs a difference between two readings.
  ///
  /// - Parameter site: the site of the cookie, when it is known already.
  func log(
    _ entry: SnapshotDiff.Entry, in store: StoreID, cause: StoreEvent.Cause, view: String? = nil,
    message: String = "", site known: Site? = nil
  ) {
    log(
      StoreEvent(
        sequence: 0, time: configuration.now(), store: store, view: view, kind: entry.kind,
        site: known ?? (entry.after ?? entry.before).map(site), before: entry.before,
        after: entry.after,
        differences: entry.differences, cause: cause, level: entry.level, message: message))
  }

  /// Logs that a removed cookie is there again, with who may have set it.
  private func logReturn(
    _ entry: SnapshotDiff.Entry, in snapshot: StoreSnapshot,
    by origin: (view: String?, cause: StoreEvent.Cause) = (nil, .otherProcess)
  ) {
    log(
      entry, in: snapshot.store, cause: origin.cause, view: origin.view,
      message: EventText.returned(view: origin.view, holders: snapshot.holders))
  }

  /// The site of a cookie.
  func site(_ cookie: Cookie) -> Site {
    publicSuffixes.site(ofHost: cookie.domain.text)
  }

  /// Keeps a reading as the newest, and logs what others changed if the store is observed.
  func adopt(_ snapshot: StoreSnapshot) {
    let store = snapshot.store
    let isSeen = snapshot.fingerprint != nil && snapshot.fingerprint == held[store]?.fingerprint
    if !isSeen { contentChanges[store] = nil }
    held[store] = snapshot
    if !isSeen { noteChange(of: store) }
    if snapshot.fingerprint != nil { registry[store]?.isNew = false }
    // What is in a content that was looked at before was told then.
    let returned = isSeen ? [:] : takeReturned(in: snapshot)
    guard let baseline = observations[store]?.baseline else {
      if observations[store] != nil { begin(with: snapshot) }
      for entry in returned.values { logReturn(entry, in: snapshot) }
      return
    }
    guard isKnown(snapshot, after: baseline) else { return }
    observations[store]?.baseline = snapshot
    defer { scheduleExpiry(of: store) }
    if let fingerprint = snapshot.fingerprint, fingerprint == baseline.fingerprint { return }
    let diff = SnapshotDiff(
      from: baseline.cookies, to: snapshot.cookies, now: configuration.now())
    let origin = observations[store]?.takeOrigin() ?? (nil, .otherProcess)
    let hasAdditions = diff.entries.contains { $0.kind == .added }
    let removedElsewhere = hasAdditions ? removalsElsewhere(from: store) : [:]
    for entry in diff.entries {
      if let entry = returned[entry.key] {
        logReturn(entry, in: snapshot, by: origin)
      } else if entry.kind == .added, let removed = removedElsewhere[entry.key] {
        var entry = entry
        (entry.kind, entry.before, entry.level) = (.cameBack, removed, .warning)
        logReturn(entry, in: snapshot, by: origin)
      } else if !wasReportedExpired(entry, in: store) {
        let isExpiry = entry.kind == .expired
        log(
          entry, in: store, cause: isExpiry ? .unknown : origin.cause,
          view: isExpiry ? nil : origin.view)
      }
    }
  }

  /// Keeps the reading that followed a change of our own, and logs the change once.
  ///
  /// - Parameters:
  ///   - keys: the identities that the plan changed; other differences are somebody else's.
  ///   - change: in what the two readings differ, where the driver has proved it.
  /// - Returns: the number of other cookies that differ.
  func adoptOwn(
    _ snapshot: StoreSnapshot, after before: StoreSnapshot, keys: KeyTable,
    cause: StoreEvent.Cause, change: ContentChange? = nil
  ) -> Int {
    let store = snapshot.store
    let now = configuration.now()
    var bystanders = 0
    // The entries are in order of their domains, which come many times.
    var domain: CookieText?
    var site: Site?
    let diff =
      change.flatMap { $0.origin == before.fingerprint ? $0 : nil }.map {
        SnapshotDiff(from: before.cookies, to: snapshot.cookies, by: $0, now: now)
      } ?? SnapshotDiff(from: before.cookies, to: snapshot.cookies, now: now)
    var removals = recentRemovals.removeValue(forKey: store) ?? RecentRemovals()
    removals.reserveCapacity(diff.entries.count)
    for var entry in diff.entries {
      if keys.place(of: entry.key) != nil {
        if entry.kind == .expired { entry.kind = .removed }
        if entry.key.domain != domain { site = (entry.after ?? entry.before).map(self.site) }
        domain = entry.key.domain
        log(entry, in: store, cause: cause, site: site)
        removals.note(entry, at: now)
      } else {
        if entry.kind != .expired && entry.level != .debug {
          bystanders += 1
          entry.level = .warning
        }
        log(entry, in: store, cause: entry.kind == .expired ? .unknown : .otherProcess)
      }
    }
    recentRemovals[store] = removals
    keepOwn(snapshot, after: before, change)
    return bystanders
  }

  /// Keeps the reading that followed a change of our own which removed what was approved and did nothing else.
  ///
  /// The removed cookies are as many as the approved ones, of which each was there and is not any more; so they are the
  /// same, and nothing has to be looked for.
  ///
  /// - Returns: false when that is not known; then nothing is kept or logged.
  func adoptOwnRemovals(
    _ snapshot: StoreSnapshot, after before: StoreSnapshot, _ approved: ApprovedItems,
    _ work: StoreWork, change: ContentChange?
  ) -> Bool {
    guard let change, change.origin == before.fingerprint, change.added.isEmpty,
      change.replaced.isEmpty, change.removed.count == approved.items.count,
      approved.places.allSatisfy({ work.items[$0].isRemoval && work.outcomes[$0] == .done })
    else { return false }
    let (store, now, suffixes) = (snapshot.store, configuration.now(), publicSuffixes)
    log(
      .removals(
        of: approved.items, from: store, cause: work.cause, at: now,
        site: { suffixes.site(ofHost: $0.domain.text) }),
      in: store)
    recentRemovals[store, default: RecentRemovals()].note(approved, at: now)
    keepOwn(snapshot, after: before, change)
    return true
  }

  private func keepOwn(
    _ snapshot: StoreSnapshot, after before: StoreSnapshot, _ change: ContentChange?
  ) {
    let store = snapshot.store
    contentChanges[store] = change.flatMap { $0.origin == before.fingerprint ? $0 : nil }
    held[store] = snapshot
    if snapshot.fingerprint != nil { registry[store]?.isNew = false }
    if observations[store] != nil {
      observations[store]?.baseline = snapshot
      scheduleExpiry(of: store)
    }
  }

  /// The cookies of a reading that Pantler removed a moment ago; each is told once.
  private func takeReturned(in snapshot: StoreSnapshot) -> [CookieKey: SnapshotDiff.Entry] {
    let oldest = configuration.now().adding(seconds: -configuration.cameBackSeconds)
    guard let returned = recentRemovals[snapshot.store]?.take(in: snapshot, since: oldest) else {
      return [:]
    }
    return Dictionary(
      returned.map { removed, cookie in
        let entry = SnapshotDiff.Entry(
          kind: .cameBack, before: removed, after: cookie, level: .warning, key: cookie.key)
        return (entry.key, entry)
      }, uniquingKeysWith: { $1 })
  }
}
