import CookieCore
package import StoreModel

extension StoreManager {
  /// Begins to observe stores; one that is observed already goes on.
  ///
  /// A hint is followed by a reading once the store is quiet, or after the maximum wait, and what is different
  /// is logged. A store is also read now and then without a hint.
  package func observe(_ ids: [StoreID]) {
    for id in ids where observations[id] == nil {
      guard let store = registry[id] else { continue }
      let delay = store.description.capabilities.observationDelayMilliseconds
      observations[id] = Observation(
        health: ObserverHealth(store: id, delayMilliseconds: delay))
      let hints = store.driver.base.hints(for: store.description)
      let poll = configuration.observation.poll
      let clock = configuration.clock
      let listening = Task { [weak self] in
        await self?.refresh(id)
        for await hint in hints { await self?.take(hint, for: id) }
        if !Task.isCancelled { await self?.hintsEnded(for: id) }
      }
      let polling = Task { [weak self] in
        while poll > .zero, (try? await clock.sleep(for: poll)) != nil, let self {
          await self.poll(id)
        }
      }
      observations[id]?.tasks = [listening, polling]
    }
  }

  /// Waits until those of the stores that are observed are listened to.
  ///
  /// One whose observer cannot work is not waited for longer than it takes to say so.
  package func untilObserved(_ ids: [StoreID]) async {
    let clock = configuration.clock
    for _ in 0..<100 {
      let isWaiting = ids.contains { id in
        observations[id].map { $0.health.means == nil } ?? false
      }
      guard isWaiting, (try? await clock.sleep(for: .milliseconds(20))) != nil else { return }
    }
  }

  /// Stops observing stores; nil for all of them.
  package func stopObserving(_ ids: [StoreID]?) {
    for id in ids ?? Array(observations.keys) {
      observations.removeValue(forKey: id)?.cancel()
    }
  }

  /// How well each observed store is observed, sorted by id.
  package func observerHealth() -> [ObserverHealth] {
    observations.values.map(\.health).sorted { $0.store < $1.store }
  }

  /// Takes what the driver says of an observed store.
  func take(_ hint: StoreHint, for id: StoreID) {
    guard let health = observations[id]?.health else { return }
    switch hint {
    case .mayHaveChanged:
      settle(id)
    case .changed(let change):
      observations[id]?.views.insert(change.view)
      observations[id]?.causes.insert(change.cause)
      log(change, in: id)
      settle(id)
    case .missing:
      tellMissing(id)
    case .attached(let means):
      observations[id]?.health.means = means
      observations[id]?.health.limit = nil
      if health.means != means || health.limit != nil {
        log(.observerUp, id, level: .info, message: means.rawValue)
      }
    case .limited(let setting):
      observations[id]?.health.means = .polling
      observations[id]?.health.limit = setting
      if health.limit != setting {
        log(.note, id, level: .warning, message: EventText.limited(setting: setting))
      }
    }
  }

  /// Reads an observed store and logs what is different.
  func refresh(_ id: StoreID) async {
    guard let store = registry[id], observations[id] != nil else { return }
    await enter(id)
    defer { leave(id) }
    guard observations[id] != nil else { return }
    do {
      adopt(try await store.driver.snapshot(of: store.description))
    } catch {
      if case .gone = error {
        tellMissing(id)
      } else {
        tellFailure(error, of: id)
      }
    }
  }

  /// Reads an observed store without a hint; what is different then was missed.
  func poll(_ id: StoreID) async {
    let before = observations[id]?.baseline
    let isHinted = observations[id]?.settling != nil
    await refresh(id)
    guard !isHinted, let before, let after = observations[id]?.baseline,
      let old = before.fingerprint, let new = after.fingerprint, old != new
    else { return }
    observations[id]?.health.missedCount += 1
    log(.note, id, level: .warning, message: EventText.missed)
  }

  /// Waits until the store is quiet, but no longer than the maximum, and then reads it.
  private func settle(_ id: StoreID) {
    let now = elapsed()
    observations[id]?.lastHint = now
    guard observations[id] != nil, observations[id]?.settling == nil else { return }
    observations[id]?.firstHint = now
    let clock = configuration.clock
    observations[id]?.settling = Task { [weak self] in
      while let wait = await self?.remainingWait(for: id) {
        guard (try? await clock.sleep(for: wait)) != nil else { return }
      }
      await self?.refresh(id)
    }
  }

  /// How long to wait still; nil when it is time to read.
  ///
  /// From then on a hint begins a new wait, so that what changes during the reading leads to another one.
  private func remainingWait(for id: StoreID) -> Duration? {
    guard let observation = observations[id] else { return nil }
    let times = configuration.observation
    let due = min(observation.lastHint + times.quiet, observation.firstHint + times.maximumWait)
    let wait = due - elapsed()
    if wait > .zero { return wait }
    observations[id]?.settling = nil
    return nil
  }

  private func hintsEnded(for id: StoreID) {
    guard observations[id] != nil else { return }
    observations[id]?.health.means = nil
    log(.observerDown, id, level: .warning)
  }

  /// Says once that a store is away; what it held is unknown now, not removed.
  private func tellMissing(_ id: StoreID) {
    guard observations[id]?.health.isMissing == false else { return }
    observations[id]?.health.isMissing = true
    let isLive = registry[id]?.description.app.engine == .live
    log(.missing, id, level: .warning, message: isLive ? EventText.engineDied : "")
  }

  /// Says once that a store that was away, or could not be read, is there again.
  private func tellReadable(_ id: StoreID) {
    guard let health = observations[id]?.health, health.isMissing || health.failure != nil else {
      return
    }
    observations[id]?.health.isMissing = false
    observations[id]?.health.failure = nil
    log(.note, id, level: .info, message: EventText.readable)
  }

  private func tellFailure(_ failure: StoreFailure, of id: StoreID) {
    guard observations[id] != nil, observations[id]?.health.failure == nil else { return }
    observations[id]?.health.failure = failure
    log(.failed, id, level: .error, failure: failure)
  }
}

extension StoreManager {
  /// Takes the first reading of an observed store; what has expired by then is no news.
  func begin(with snapshot: StoreSnapshot) {
    let now = configuration.now()
    tellReadable(snapshot.store)
    observations[snapshot.store]?.baseline = snapshot
    observations[snapshot.store]?.expired = Set(
      snapshot.cookies.filter { $0.hasExpired(by: now) }.map(\.key))
    scheduleExpiry(of: snapshot.store)
  }

  /// Reports whether a reading says what the store holds.
  ///
  /// No file where there was one is a store that is away. No cookies where there were some is believed when a
  /// second reading says the same, since programs empty a file before they fill it again.
  func isKnown(_ snapshot: StoreSnapshot, after baseline: StoreSnapshot) -> Bool {
    let id = snapshot.store
    if snapshot.fingerprint == nil && baseline.fingerprint != nil {
      tellMissing(id)
      return false
    }
    tellReadable(id)
    if snapshot.isDamaged != baseline.isDamaged {
      let isDamaged = snapshot.isDamaged
      log(
        .note, id, level: isDamaged ? .warning : .info,
        message: isDamaged ? EventText.damaged : EventText.readable)
    }
    guard snapshot.cookies.isEmpty, !baseline.cookies.isEmpty else {
      observations[id]?.emptyReads = 0
      return true
    }
    observations[id]?.emptyReads += 1
    if let reads = observations[id]?.emptyReads, reads > 1 {
      observations[id]?.emptyReads = 0
      return true
    }
    settle(id)
    return false
  }

  /// Reports whether the log said already that a cookie expired, and forgets it if it is alive again.
  func wasReportedExpired(_ entry: SnapshotDiff.Entry, in store: StoreID) -> Bool {
    guard observations[store]?.expired.contains(entry.key) == true else { return false }
    if let after = entry.after {
      if !after.hasExpired(by: configuration.now()) {
        observations[store]?.expired.remove(entry.key)
      }
      return false
    }
    observations[store]?.expired.remove(entry.key)
    return true
  }

  /// Waits for the next expiry among the cookies of an observed store.
  ///
  /// Expiring changes no file and gives no hint, so it is told when the time has passed; that the store drops
  /// the cookie later is then no second event. Waits are a second or more, so that many expiries make few.
  func scheduleExpiry(of store: StoreID) {
    guard let observation = observations[store], let baseline = observation.baseline else { return }
    observations[store]?.expiring?.cancel()
    observations[store]?.expiring = nil
    let now = configuration.now()
    var next: Timestamp?
    for cookie in baseline.cookies {
      guard let expiry = cookie.expiryTime, expiry < next ?? Timestamp(microseconds: .max),
        expiry > now || !observation.expired.contains(cookie.key)
      else { continue }
      next = expiry
    }
    guard let next else { return }
    let (wait, overflow) = next.microseconds.subtractingReportingOverflow(now.microseconds)
    guard !overflow else { return }
    let clock = configuration.clock
    observations[store]?.expiring = Task { [weak self] in
      let duration = max(Duration.microseconds(wait), .seconds(1))
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      await self?.tellExpired(in: store)
    }
  }

  private func tellExpired(in store: StoreID) {
    guard let observation = observations[store], let baseline = observation.baseline else { return }
    let now = configuration.now()
    for cookie in baseline.cookies where cookie.hasExpired(by: now) {
      let key = cookie.key
      guard observations[store]?.expired.insert(key).inserted == true else { continue }
      let entry = SnapshotDiff.Entry(
        kind: .expired, before: cookie, after: nil, differences: [], level: .info, key: key)
      log(entry, in: store, cause: .unknown)
    }
    scheduleExpiry(of: store)
  }
}

extension Cookie {
  fileprivate func hasExpired(by now: Timestamp) -> Bool {
    expiryTime.map { $0 <= now } ?? false
  }
}
