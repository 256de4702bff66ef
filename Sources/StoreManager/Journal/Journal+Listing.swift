import CookieCore
import StoreModel

extension Journal {
  /// The ids of all entries, damaged ones too, sorted.
  ///
  /// What is no directory was not put there by the journal, and a link leads to what is somebody else's.
  func ids() throws(JournalFailure) -> [String] {
    do {
      return try files.list(directory).filter(isDirectory)
    } catch {
      guard !error.isMissing else { return [] }
      throw JournalFailure(error)
    }
  }

  /// Every entry, newest first; a damaged one never hides the others.
  func entries() throws(JournalFailure) -> [JournalEntry] {
    try ids().compactMap(entry).sorted { ($0.time, $0.id) > ($1.time, $1.id) }
  }

  /// Removes an entry that was taken, the manifest last, so that a crash leaves it listed.
  func remove(_ id: String) throws(JournalFailure) {
    guard isDirectory(id) else { return }
    let last = [File.manifest.name, File.lock.name]
    do {
      let names = try files.list(path(id)).filter { !last.contains($0) }
      for name in names { try files.remove(path(id) + "/" + name) }
      for name in last { try removeIfPresent(path(id) + "/" + name) }
      try files.removeDirectory(path(id))
    } catch {
      guard error.isMissing else { throw JournalFailure(error) }
    }
  }

  /// Removes what is too old, and then the oldest until the rest is within the limit.
  ///
  /// The newest entry, the named one, those whose outcome is open and those at which somebody is are kept whatever
  /// their size.
  func retain(
    days: Int, limit: Int, now: Timestamp, keeping kept: String? = nil
  ) throws(JournalFailure) {
    let oldest = now.adding(seconds: -Int64(days) * 86_400)
    var total = 0
    for (index, entry) in try entries().enumerated() {
      let isTooMuch =
        total + entry.byteCount > limit && index > 0 && entry.state != .incomplete
      let isDue = entry.id != kept && (entry.time < oldest || isTooMuch)
      guard isDue else {
        total += entry.byteCount
        continue
      }
      do {
        _ = try removeUnlessTaken(entry.id)
      } catch {
        guard case .taken = error else { throw error }
        total += entry.byteCount
      }
    }
  }

  /// Whether there is a manifest, readable or not; it is on the disk before a store is changed.
  func hasManifest(_ id: String) -> Bool {
    do {
      _ = try files.status(path(id, .manifest))
      return true
    } catch {
      return !error.isMissing
    }
  }

  func isDirectory(_ id: String) -> Bool {
    // What cannot be looked at is as if it were not there.
    (try? files.status(path(id)).isDirectory) ?? false
  }

  private func removeIfPresent(_ path: String) throws(FileFault) {
    do {
      try files.remove(path)
    } catch {
      guard error.isMissing else { throw error }
    }
  }

  /// What an entry says about itself; nil when somebody has removed it meanwhile.
  private func entry(_ id: String) -> JournalEntry? {
    let bytes = byteCount(id)
    guard let manifest = try? manifest(id) else {
      guard isDirectory(id) else { return nil }
      // Why it cannot be read is found out again by whoever opens it; the listing goes on.
      let time = (try? files.status(path(id)))?.modified ?? Timestamp(microseconds: .min)
      return JournalEntry(
        id: id, time: time, kind: nil, stores: [], removals: 0, dataRemovals: 0, additions: 0,
        changes: 0,
        state: .damaged, byteCount: bytes, obstacle: .damaged)
    }
    var entry = JournalEntry(
      id: id, time: manifest.createdAt, kind: manifest.kind,
      stores: manifest.stores,
      removals: manifest.parts.reduce(0) { $0 + $1.removals } + manifest.dataCount,
      dataRemovals: manifest.dataCount,
      additions: manifest.parts.reduce(0) { $0 + $1.additions },
      changes: manifest.parts.reduce(0) { $0 + $1.changes }, state: manifest.state,
      byteCount: bytes, obstacle: manifest.obstacle)
    entry.undoNumber = manifest.undoNumber
    return entry
  }

  /// The bytes that an entry takes.
  func byteCount(_ id: String) -> Int {
    // What cannot be looked at takes no part in the total.
    guard let names = try? files.list(path(id)) else { return 0 }
    return names.reduce(0) { total, name in
      total + ((try? files.status(path(id) + "/" + name))?.byteCount ?? 0)
    }
  }
}

extension JournalManifest {
  /// The number of items of website data that were removed.
  fileprivate var dataCount: Int { (data ?? []).reduce(0) { $0 + $1.count } }

  /// The stores, each once.
  fileprivate var stores: [StoreID] {
    var seen: Set<StoreID> = []
    return (parts.map(\.store.id) + (data ?? []).map(\.store.id))
      .filter { seen.insert($0).inserted }
  }
}
