import CookieCore
import FoundationEssentials
package import StoreModel

extension StoreManager {
  /// What two stores held when they last agreed; nil when they were never synced.
  ///
  /// - Throws: when there is a base that cannot be read; guessing would delete or bring back cookies.
  package func syncBase(web: StoreID, shared: StoreID) throws(JournalFailure) -> SyncBase? {
    guard var base = try writtenBase(web, shared) else { return nil }
    if let progress = try progress(since: base) {
      base.takenAt = progress.agreedAt ?? base.takenAt
      base.pending = progress.pending
    }
    return base
  }

  /// Reads both stores of a link and plans to bring them into agreement.
  ///
  /// - Throws: when what a store holds is unknown; then nothing may be carried or deleted.
  package func planSync(
    _ terms: SyncTerms, reading: SyncReading = .always, includeGuarded: Bool = false
  ) async throws(LinkFailure) -> SyncPlanning {
    for store in [terms.web, terms.shared] where reading == .always || held[store] == nil {
      do {
        _ = try await read(store)
      } catch {
        throw .obstacle(.unreadable(store, error))
      }
    }
    let base: SyncBase?
    do {
      base = try syncBase(web: terms.web, shared: terms.shared)
    } catch {
      throw .journal(error)
    }
    var context = planContext(includeGuarded: includeGuarded)
    if let obstacle = obstacle(to: terms, base: base, in: context) { throw .obstacle(obstacle) }
    context.emptiedStores = terms.emptiedStores(base: base, in: context)
    return SyncPlanning(
      plan: await Self.plan(terms, base, context), base: base, context: context)
  }

  /// Why two readings cannot be believed; nil when they can.
  ///
  /// The journal is asked only where a store is empty, since it can hold many entries.
  private func obstacle(
    to terms: SyncTerms, base: SyncBase?, in context: PlanContext
  ) -> SyncObstacle? {
    guard let obstacle = terms.obstacle(base: base, in: context) else { return nil }
    guard case .emptied = obstacle, var base else { return obstacle }
    base.ownRemovals = ownRemovals(from: [terms.web, terms.shared], since: base.takenAt)
    return terms.obstacle(base: base, in: context)
  }

  @concurrent private static func plan(
    _ terms: SyncTerms, _ base: SyncBase?, _ context: PlanContext
  ) async -> Plan {
    Plan.sync(terms, base: base, in: context)
  }

  /// What the pairs that were synced before agreed on last, sorted by their stores.
  ///
  /// A pair with a store of a live engine is known only to the scene that has that store.
  ///
  /// - Returns: the bases that can be read; a damaged one shows itself when its pair is synced.
  package func syncBases() -> [SyncBase] {
    let names = (try? configuration.files.list(linkDirectory)) ?? []
    return names.filter { $0.hasSuffix(".json") }
      .compactMap { name in
        guard let bytes = try? configuration.files.read(linkDirectory + "/" + name) else {
          return nil
        }
        return try? JSONDecoder().decode(SyncBase.self, from: Data(bytes))
      }
      .filter { base in
        [base.web, base.shared].allSatisfy { !$0.isLive || registry[$0] != nil }
      }
      .sorted { ($0.web, $0.shared) < ($1.web, $1.shared) }
  }

  /// Forgets that cookies were deleted, because a person has put them back.
  ///
  /// Without this a link would take what was undone for a deleted cookie that came back by itself.
  func forgetDeletions(of items: [PlanItem], in store: StoreID) {
    let restored = Set(items.filter { !$0.isRemoval }.map { Self.place($0.key) })
    guard !restored.isEmpty else { return }
    for var base in syncBases() where base.web == store || base.shared == store {
      let count = base.tombstones.count
      base.tombstones.removeAll { restored.contains(Self.place($0.key)) }
      guard base.tombstones.count < count else { continue }
      do throws(JournalFailure) {
        try save(base)
      } catch {
        log(.failed, store, level: .warning, cause: .sync, failure: error.storeFailure)
      }
    }
  }

  /// The part of an identity that every store can tell.
  private static func place(_ key: CookieKey) -> [CookieText] {
    [key.name, key.path, CookieText(key.domain.text.lowercased())]
  }

  /// Keeps what a sync is about to carry, in case it is broken off.
  ///
  /// A first sync keeps nothing: what comes after it unites the two as well.
  func recordIntents(of plan: Plan) {
    guard let terms = plan.sync, !plan.items.isEmpty else { return }
    do throws(JournalFailure) {
      guard let base = try writtenBase(terms.web, terms.shared) else { return }
      var progress = try progress(since: base) ?? LinkProgress(base: base.takenAt)
      progress.pending = plan.items.compactMap { item in
        guard item.conflict == nil, let after = item.after else { return nil }
        return SyncBase.Intent(
          store: item.store, entry: SyncBase.Entry(of: after, salt: base.salt))
      }
      try save(progress, at: progressPath(terms.web, terms.shared))
    } catch {
      log(.failed, terms.shared, level: .warning, cause: .sync, failure: error.storeFailure)
    }
  }

  /// Keeps what two stores agree on after a sync, for the next one.
  func recordBase(of terms: SyncTerms) {
    guard let web = held[terms.web], let shared = held[terms.shared] else { return }
    do throws(JournalFailure) {
      let previous = try syncBase(web: terms.web, shared: terms.shared)
      let context = planContext()
      // What became unknown since it was planned for says nothing of what both agree on.
      guard obstacle(to: terms, base: previous, in: context) == nil else { return }
      let base = SyncBase(
        agreedBy: web, and: shared, terms, previous: previous, in: context)
      let progress = progressPath(terms.web, terms.shared)
      if let written = try writtenBase(terms.web, terms.shared), written.entries == base.entries,
        written.tombstones == base.tombstones
      {
        // What they agree on is long; that they agreed once more is not.
        try save(LinkProgress(base: written.takenAt, agreedAt: base.takenAt), at: progress)
      } else {
        try save(base)
        try removeIfThere(progress)
      }
    } catch {
      log(.failed, terms.shared, level: .warning, cause: .sync, failure: error.storeFailure)
    }
  }

  /// The base as it is in its file, understood anew only when the file is another one.
  private func writtenBase(
    _ web: StoreID, _ shared: StoreID
  ) throws(JournalFailure) -> SyncBase? {
    let path = linkPath(web, shared)
    guard let bytes = try readIfThere(path) else { return nil }
    if let known = bases[path], known.bytes == bytes { return known.base }
    guard let base = try? JSONDecoder().decode(SyncBase.self, from: Data(bytes)),
      base.web == web, base.shared == shared
    else { throw .damaged(path: path) }
    bases[path] = WrittenBase(bytes: bytes, base: base)
    return base
  }

  /// What came after a base was written; nil when nothing did.
  private func progress(since base: SyncBase) throws(JournalFailure) -> LinkProgress? {
    let path = progressPath(base.web, base.shared)
    guard let bytes = try readIfThere(path) else { return nil }
    guard let progress = try? JSONDecoder().decode(LinkProgress.self, from: Data(bytes)) else {
      throw .damaged(path: path)
    }
    // One that is left of an older base says nothing.
    return progress.base == base.takenAt ? progress : nil
  }

  private func save(_ base: SyncBase) throws(JournalFailure) {
    let path = linkPath(base.web, base.shared)
    let bytes = try save(base, at: path)
    bases[path] = WrittenBase(bytes: bytes, base: base)
  }

  @discardableResult
  private func save(_ value: some Encodable, at path: String) throws(JournalFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { throw .damaged(path: path) }
    let bytes = Array(data)
    do {
      try configuration.files.makeDirectories(linkDirectory)
      try configuration.files.replace(path, with: bytes)
    } catch {
      throw JournalFailure(error)
    }
    return bytes
  }

  private func readIfThere(_ path: String) throws(JournalFailure) -> [UInt8]? {
    do {
      return try configuration.files.read(path)
    } catch {
      guard !error.isMissing else { return nil }
      throw JournalFailure(error)
    }
  }

  /// Removes a file.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func removeIfThere(_ path: String) throws(JournalFailure) -> Bool {
    do {
      try configuration.files.remove(path)
      return true
    } catch {
      guard error.isMissing else { throw JournalFailure(error) }
      return false
    }
  }

  var linkDirectory: String { configuration.stateDirectory + "/links" }

  /// The file of a link; the ids can be longer than a file name may be, and stand inside.
  func linkPath(_ web: StoreID, _ shared: StoreID) -> String {
    let ids = Array(web.rawValue.utf8) + [0] + Array(shared.rawValue.utf8)
    return linkDirectory + "/" + String(checksum(ids), radix: 16) + ".json"
  }

  /// The file of what came after the base of a link was written.
  func progressPath(_ web: StoreID, _ shared: StoreID) -> String {
    linkPath(web, shared) + ".progress"
  }
}
