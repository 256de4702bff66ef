import CookieCore
import StoreFormats
import StoreModel

/// Changes stores; blocks.
struct StoreWriter: Sendable {
  let access: StoreAccess

  private var reader: StoreReader { StoreReader(access: access) }

  /// Changes a store and reads it back.
  func apply(
    _ changes: [StoreChange], to store: StoreDescription, _ options: ApplyOptions
  ) throws(StoreFailure) -> AppliedChanges {
    let mechanism = try access.mechanism(for: store)
    return try whileLocked(store) { () throws(StoreFailure) in
      try refuseIfHeld(store.path, of: store, options)
      let present = try loadIfPresent(store, mechanism, options)
      if present?.document.isDamaged ?? false { throw StoreFailure.damaged(path: store.path) }
      if let reason = present?.document.readOnlyReason {
        throw StoreFailure.unsupported(path: store.path, reason: reason)
      }
      try FileTarget(resolving: store.path).checkWritable()
      try checkUntouched(changes, store, present, options)
      let change = try forgettingStale(store) { () throws(StoreFailure) in
        try mechanism.apply(
          changes, to: present, at: store.path, from: options.earlier
        ) { path throws(StoreFailure) in try refuseIfHeld(path, of: store, options) }
      }
      return try readBack(changes, change, store, origin: present?.fingerprint)
    }
  }

  /// Tries changes on a copy in memory, and says what of records that they put back would not be as it was.
  func replayLosses(
    of changes: [StoreChange], to store: StoreDescription, from earlier: EarlierContent
  ) throws(StoreFailure) -> [ReplayLoss] {
    let mechanism = try access.mechanism(for: store)
    let options = ApplyOptions(expected: nil)
    let present = try loadIfPresent(store, mechanism, options)
    var document = present?.document ?? mechanism.makeEmpty()
    return document.apply(changes, from: earlier).losses
  }

  /// Puts a before-image back and reads it back; without one the file is removed.
  func restore(
    _ image: [UInt8]?, to store: StoreDescription, expecting: FileFingerprint?,
    _ options: ApplyOptions
  ) throws(StoreFailure) -> StoreSnapshot {
    let mechanism = try access.mechanism(for: store)
    return try whileLocked(store) { () throws(StoreFailure) in
      try refuseIfHeld(store.path, of: store, options)
      try FileTarget(resolving: store.path).checkWritable()
      guard try mechanism.fingerprint(of: store.path) == expecting else {
        throw StoreFailure.changedMeanwhile(path: store.path)
      }
      let check = { (path: String) throws(StoreFailure) in
        try refuseIfHeld(path, of: store, options)
      }
      if let image {
        try mechanism.replace(store.path, with: image, expecting: expecting, check: check)
      } else {
        try mechanism.remove(store.path, expecting: expecting, check: check)
      }
      guard try mechanism.fingerprint(of: store.path) == image.map({ FileFingerprint(of: $0) })
      else { throw StoreFailure.unverified(path: store.path) }
      return image == nil ? withoutFile(store) : try reader.snapshot(of: store)
    }
  }

  private func whileLocked<Result>(
    _ store: StoreDescription, _ work: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    if case .error(let code) = access.faults.fault(.lock) {
      throw .system(path: store.path, call: "lock", code: code)
    }
    let path = FilePath.resolved(store.path) ?? store.path
    let lock = try StoreLock(path: path, directory: access.lockDirectory, budget: access.budget)
    let directoryLock = DirectoryLock(beside: path, budget: access.budget)
    let result = try work()
    directoryLock.release()
    lock.release()
    return result
  }

  /// Does not go on with a copy of which a change has found that it is not what is in the file.
  private func forgettingStale<Result>(
    _ store: StoreDescription, _ work: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    do {
      return try work()
    } catch {
      access.memory.forgetCopy(of: store.id)
      throw error
    }
  }

  /// Refuses a file that a process has open, or one that was displaced and that a process may still write to.
  private func refuseIfHeld(
    _ path: String, of store: StoreDescription, _ options: ApplyOptions
  ) throws(StoreFailure) {
    guard !options.force else { return }
    let holders = path == store.path ? reader.holders(of: store) : reader.writers(of: path)
    guard holders.isEmpty else { throw .inUse(path: store.path, by: holders) }
  }

  private func loadIfPresent(
    _ store: StoreDescription, _ mechanism: any StoreMechanism, _ options: ApplyOptions
  ) throws(StoreFailure) -> LoadedStore? {
    // A file that should be there and isn't is gone; it is not made anew.
    if options.expected == nil, case .absent = FileStatus.presence(of: store.path) { return nil }
    let known = StoreKnowledge(content: access.memory.content(of: store.id))
    return try mechanism.load(store.path, knowing: known)
  }

  /// Lets a change of the file pass that doesn't concern the identities at hand.
  ///
  /// The changes are then made on the fresh content, so that what another program wrote stays.
  private func checkUntouched(
    _ changes: [StoreChange], _ store: StoreDescription, _ present: LoadedStore?,
    _ options: ApplyOptions
  ) throws(StoreFailure) {
    guard let present, present.fingerprint != options.expected else { return }
    guard let before = access.memory.cookies(of: store.id, at: options.expected) else {
      throw .changedMeanwhile(path: store.path)
    }
    let keys = Set(changes.map(\.key))
    guard Self.cookies(keys, in: before) == Self.cookies(keys, in: present.document.cookies) else {
      throw .changedMeanwhile(path: store.path)
    }
  }

  /// The effective cookies of some identities; when one was last used is of no concern.
  private static func cookies(
    _ keys: Set<CookieKey>, in cookies: [Cookie]
  ) -> [CookieKey: Cookie] {
    var found: [CookieKey: Cookie] = [:]
    for cookie in cookies where keys.contains(cookie.key) {
      var compared = cookie
      compared.lastAccessTime = nil
      found[cookie.key] = compared
    }
    return found
  }

  private func withoutFile(_ store: StoreDescription) -> StoreSnapshot {
    StoreSnapshot(store: store.id, cookies: [], fingerprint: nil, takenAt: access.now())
  }

  private func readBack(
    _ changes: [StoreChange], _ change: ChangedStore, _ store: StoreDescription,
    origin: FileFingerprint?
  ) throws(StoreFailure) -> AppliedChanges {
    let outcomes = change.outcomes
    guard origin != nil || outcomes.contains(.done) else {
      return AppliedChanges(outcomes: outcomes, snapshot: withoutFile(store))
    }
    if case .error(let code) = access.faults.fault(.readBack) {
      throw .system(path: store.path, call: "read", code: code)
    }
    let aftermath = change.aftermath.flatMap { left in origin.map { (left, $0) } }
    let loaded = try reader.load(store, after: aftermath)
    let snapshot = reader.snapshot(of: store, loaded)
    let isShown = loaded.change.map { shows($0, changes, outcomes) } ?? false
    var applied = AppliedChanges(
      outcomes: isShown
        ? outcomes : ReadBack(store: store, snapshot: snapshot).verified(outcomes, of: changes),
      snapshot: snapshot, replayLosses: change.replayLosses)
    applied.change = loaded.change
    return applied
  }

  /// Reports whether a proved difference is the removal of all that was to be removed, and nothing else.
  ///
  /// It was compared with the very rows that were to go, so no cookie has to be looked for.
  private func shows(
    _ difference: ContentChange, _ changes: [StoreChange], _ outcomes: [AppliedChanges.Outcome]
  ) -> Bool {
    difference.added.isEmpty && difference.replaced.isEmpty
      && difference.removed.count == outcomes.count { $0 == .done }
      && changes.allSatisfy { if case .remove = $0 { true } else { false } }
  }
}
