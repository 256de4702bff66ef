import CookieCore
import StoreModel

extension StoreManager {
  /// Every entry of the journal, newest first.
  package func journalEntries() throws(JournalFailure) -> [JournalEntry] {
    try journal.entries()
  }

  /// The ids of the entries that a person means, each once.
  ///
  /// - Parameter names: ids or unambiguous beginnings of some; none for all entries.
  package func entryIDs(_ names: [String]) throws(JournalFailure) -> [String] {
    let all = try journal.ids()
    var chosen: [String] = []
    for name in names {
      let id = try match(name, in: all)
      if !chosen.contains(id) { chosen.append(id) }
    }
    return names.isEmpty ? all : chosen
  }

  /// Removes entries for good, except those that somebody is making or taking back.
  ///
  /// - Parameter ids: the whole ids; what is gone already is passed over.
  package func purge(_ ids: [String]) throws(JournalFailure) -> PurgedEntries {
    var purged = PurgedEntries()
    for id in ids {
      do {
        if try journal.removeUnlessTaken(id) { purged.count += 1 }
      } catch {
        guard case .taken = error else { throw error }
        purged.inWork.append(id)
      }
    }
    return purged
  }

  /// Finds the entry that a person means by an id or an unambiguous beginning of one.
  func match(_ name: String, in ids: [String]) throws(JournalFailure) -> String {
    if ids.contains(name) { return name }
    let candidates = name.isEmpty ? [] : ids.filter { $0.hasPrefix(name) }
    guard let first = candidates.first else { throw .noSuchEntry(name) }
    guard candidates.count == 1 else { throw .ambiguousEntry(name, candidates: candidates) }
    return first
  }

  /// Writes down what is about to be changed, and returns when it is on the disk.
  func prepare(
    _ entry: inout OpenEntry, for items: [PlanItem], in store: Registered, _ fresh: StoreSnapshot
  ) async throws(StoreFailure) {
    let image = await image(of: store, fresh, for: entry.act)
    do {
      try record(&entry, items, store, fresh, image)
    } catch {
      // The store is left alone, and so is what the entry says of the stores before it.
      if case .apply = entry.act, entry.part?.state == .preparing {
        entry.manifest?.parts.remove(at: entry.index)
      }
      throw error.storeFailure
    }
  }

  private func record(
    _ entry: inout OpenEntry, _ items: [PlanItem], _ store: Registered, _ fresh: StoreSnapshot,
    _ image: [UInt8]?
  ) throws(JournalFailure) {
    guard case .apply = entry.act else {
      try recordReversal(&entry, fresh, image)
      return
    }
    try begin(&entry)
    guard var manifest = entry.manifest else { return }
    var part = JournalPart(
      store: store.description, before: fresh.fingerprint,
      isNew: store.isNew && fresh.fingerprint == nil)
    try journal.prepare(&part, at: entry.index, of: manifest.id, items: items, image: image)
    if manifest.parts.indices.contains(entry.index) {
      manifest.parts[entry.index] = part
    } else {
      manifest.parts.append(part)
    }
    entry.manifest = manifest
    try journal.save(manifest)
  }

  /// Makes the entry of a plan that is being applied, when there is none yet.
  func begin(_ entry: inout OpenEntry) throws(JournalFailure) {
    guard case .apply(let planID, let kind) = entry.act, entry.manifest == nil else { return }
    let (id, lock) = try journal.begin(newID: configuration.randomID)
    openEntries[id] = lock
    entry.manifest = JournalManifest(
      id: id, planID: planID, kind: kind, createdAt: configuration.now(), origin: entry.origin)
  }

  private func recordReversal(
    _ entry: inout OpenEntry, _ fresh: StoreSnapshot, _ image: [UInt8]?
  ) throws(JournalFailure) {
    guard var part = entry.part else { return }
    if case .redo = entry.act, fresh.fingerprint != part.before, let id = entry.manifest?.id {
      // The kept copy is no longer what the store holds, so it must not be put back.
      part.before = fresh.fingerprint
      try journal.replaceImage(of: &part, at: entry.index, of: id, image)
    }
    part.state = entry.act.underWay
    entry.part = part
    entry.manifest?.reversedAt = configuration.now()
    if let manifest = entry.manifest { try journal.save(manifest) }
  }

  /// The bytes of the whole file, when they are few enough and can be had.
  private func image(
    of store: Registered, _ fresh: StoreSnapshot, for act: OpenEntry.Act
  ) async -> [UInt8]? {
    let limit: Int
    switch act {
    case .undo: return nil
    case .apply(_, .sync):
      limit = min(configuration.syncImageLimit, configuration.perEntryImageLimit)
    case .apply, .redo: limit = configuration.perEntryImageLimit
    }
    guard let fingerprint = fresh.fingerprint, fingerprint.byteCount <= limit else { return nil }
    // Without a copy undo works item by item, so a failure here stops nothing.
    guard let image = try? await store.driver.image(of: store.description) else { return nil }
    if image.count == fingerprint.byteCount { return image }
    // That of a database holds what is in its log, so it has another size than the files together.
    let present = try? await store.driver.snapshot(of: store.description)
    return image.count <= limit && present?.fingerprint == fingerprint ? image : nil
  }

  /// Writes down that a store was changed, after what follows from it.
  ///
  /// In this order a crash in between leaves the entry open, and recovery does the rest.
  func settle(_ entry: inout OpenEntry, _ work: StoreWork) {
    guard var part = entry.part else { return }
    follow(entry, work, in: part.store.id)
    switch entry.act {
    case .apply where work.changedNothing: part.state = .notApplied
    case .apply, .redo:
      part.state = .applied
      part.after = work.after?.fingerprint
    case .undo:
      part.state = work.isComplete ? .undone : .partlyUndone
    }
    entry.part = part
    saveOrLog(entry)
  }

  /// Writes down that a store was not touched after all.
  func abandon(_ entry: inout OpenEntry) {
    guard var part = entry.part else { return }
    switch entry.act {
    case .apply: part.state = .notApplied
    case .undo: part.state = .applied
    case .redo: part.state = .undone
    }
    entry.part = part
    saveOrLog(entry)
  }

  /// Writes down that there was nothing to change, or that nothing could be.
  func closeUntouched(_ entry: inout OpenEntry, _ work: StoreWork) {
    guard let part = entry.part else { return }
    if case .undo = entry.act, work.isComplete, part.state != .undone {
      entry.part?.state = .undone
      saveOrLog(entry)
    } else if part.state.isUnderWay {
      abandon(&entry)
    }
  }

  /// Writes down what a change that failed has left, as far as it can be seen.
  func settleFailure(
    _ entry: inout OpenEntry, _ work: inout StoreWork, _ items: [PlanItem], _ failure: StoreFailure
  ) async {
    guard var part = entry.part else { return }
    let store = work.store
    // A store that cannot be read stays open in the journal; recovery looks again.
    guard let present = try? await snapshot(of: store) else {
      work.isOpen = true
      return
    }
    let isUntouched =
      present.fingerprint == work.before?.fingerprint
      && (present.fingerprint != nil || store.isNew)
    let isApplied = !isUntouched && work.checker.looksApplied(items, in: present)
    if isApplied, let before = work.before {
      _ = adoptOwn(present, after: before, keys: KeyTable(items.map(\.key)), cause: work.cause)
    } else {
      adopt(present)
    }
    switch entry.act {
    case .apply: part.state = isApplied ? .applied : .notApplied
    case .undo: part.state = isApplied ? .undone : .applied
    case .redo: part.state = isApplied ? .applied : .undone
    }
    if isApplied, part.state == .applied { part.after = present.fingerprint }
    if isApplied { follow(entry, items, in: part.store.id) }
    entry.part = part
    saveOrLog(entry)
  }

  /// Ends an entry: one that changed nothing goes away, and the journal is kept within its limits.
  ///
  /// - Returns: the id that undo takes; nil when nothing changed.
  func close(_ entry: OpenEntry) -> String? {
    guard let manifest = entry.manifest else { return nil }
    // Until then nobody else removes it, and what is told of it is true.
    defer { leaveEntry(manifest.id) }
    let isEmpty =
      manifest.parts.allSatisfy { $0.state == .notApplied }
      && (manifest.data ?? []).allSatisfy { $0.state == .notApplied }
    do {
      if isEmpty { try journal.remove(manifest.id) }
      try retainJournal(after: isEmpty ? nil : manifest.id)
    } catch {
      log(.failed, nil, level: .warning, failure: error.storeFailure)
    }
    return isEmpty ? nil : manifest.id
  }

  /// Lets others change or remove an entry again.
  func leaveEntry(_ id: String) {
    openEntries.removeValue(forKey: id)?.release()
  }

  /// Keeps the journal within its limits.
  ///
  /// That looks at every entry, so a link that is kept in step does not do it after each of its many small changes,
  /// but when they have become many, or large, or some time has passed.
  private func retainJournal(after id: String?) throws(JournalFailure) {
    let now = configuration.now()
    retention.newBytes += id.map(journal.byteCount) ?? 0
    retention.newCount += 1
    if let last = retention.time, now < last.adding(seconds: 600), now >= last,
      retention.newCount < 50, retention.newBytes < configuration.journalLimitBytes / 64
    {
      return
    }
    try journal.retain(
      days: configuration.journalRetentionDays, limit: configuration.journalLimitBytes, now: now,
      keeping: id)
    retention = JournalRetention(time: now)
  }

  /// The store was changed, so a journal that cannot say so is a fault to be told, not a failure of the change.
  private func saveOrLog(_ entry: OpenEntry) {
    guard let manifest = entry.manifest else { return }
    do {
      try journal.save(manifest)
    } catch {
      log(.failed, entry.part?.store.id, level: .error, failure: error.storeFailure)
    }
  }
}

extension ItemChecker {
  /// Reports whether a store looks as if items had been applied, for want of a fingerprint that says so.
  ///
  /// A store is changed wholly or not at all, so one item that only the change explains is enough. When others
  /// changed every item since, it counts as applied: undo checks each item again anyway.
  func looksApplied(_ items: [PlanItem], in snapshot: StoreSnapshot) -> Bool {
    let present = PresentCookies(of: items, in: snapshot)
    var sawUnapplied = false
    for (place, item) in items.enumerated() {
      let cookie = present[place]
      let after = isApplied(item, present: cookie)
      let before = isUnapplied(item, present: cookie)
      if after && !before { return true }
      if before && !after { sawUnapplied = true }
    }
    return !sawUnapplied
  }
}
