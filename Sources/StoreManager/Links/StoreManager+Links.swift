import CookieCore
import FoundationEssentials
package import StoreModel

extension StoreManager {
  /// What two stores held when they last agreed; nil when they were never synced.
  ///
  /// - Throws: when there is a base that cannot be read; guessing would delete or bring back cookies.
  package func syncBase(web: StoreID, shared: StoreID) throws(JournalFailure) -> SyncBase? {
    let path = linkPath(web, shared)
    let bytes: [UInt8]
    do {
      bytes = try configuration.files.read(path)
    } catch {
      guard !error.isMissing else { return nil }
      throw JournalFailure(error)
    }
    guard let base = try? JSONDecoder().decode(SyncBase.self, from: Data(bytes)),
      base.web == web, base.shared == shared
    else { throw .damaged(path: path) }
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
    let context = planContext(includeGuarded: includeGuarded)
    if let obstacle = terms.obstacle(base: base, in: context) { throw .obstacle(obstacle) }
    return SyncPlanning(
      plan: await Self.plan(terms, base, context), base: base, context: context)
  }

  @concurrent private static func plan(
    _ terms: SyncTerms, _ base: SyncBase?, _ context: PlanContext
  ) async -> Plan {
    Plan.sync(terms, base: base, in: context)
  }

  /// What the pairs that were synced before agreed on last, sorted by their stores.
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

  /// Forgets when two stores last agreed, so that the next sync unites them.
  package func forgetSyncBase(web: StoreID, shared: StoreID) throws(JournalFailure) {
    do {
      try configuration.files.remove(linkPath(web, shared))
    } catch {
      guard error.isMissing else { throw JournalFailure(error) }
    }
  }

  /// Keeps what a sync is about to carry, in case it is broken off.
  ///
  /// A first sync keeps nothing: what comes after it unites the two as well.
  func recordIntents(of plan: Plan) {
    guard let terms = plan.sync, !plan.items.isEmpty else { return }
    do throws(JournalFailure) {
      guard var base = try syncBase(web: terms.web, shared: terms.shared) else { return }
      base.pending = plan.items.compactMap { item in
        guard item.conflict == nil, let after = item.after else { return nil }
        return SyncBase.Intent(
          store: item.store, entry: SyncBase.Entry(of: after, salt: base.salt))
      }
      try save(base)
    } catch {
      log(.failed, terms.shared, level: .warning, cause: .sync, failure: error.storeFailure)
    }
  }

  /// Keeps what two stores agree on after a sync, for the next one.
  func recordBase(of terms: SyncTerms) {
    guard let web = held[terms.web], let shared = held[terms.shared] else { return }
    do throws(JournalFailure) {
      let previous = try syncBase(web: terms.web, shared: terms.shared)
      let base = SyncBase(
        agreedBy: web, and: shared, terms, previous: previous, in: planContext())
      try save(base)
    } catch {
      log(.failed, terms.shared, level: .warning, cause: .sync, failure: error.storeFailure)
    }
  }

  private func save(_ base: SyncBase) throws(JournalFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let path = linkPath(base.web, base.shared)
    guard let data = try? encoder.encode(base) else { throw .damaged(path: path) }
    let bytes = Array(data)
    do {
      try configuration.files.makeDirectories(linkDirectory)
      try configuration.files.replace(path, with: bytes)
    } catch {
      throw JournalFailure(error)
    }
  }

  var linkDirectory: String { configuration.stateDirectory + "/links" }

  /// The file of a link; the ids can be longer than a file name may be, and stand inside.
  func linkPath(_ web: StoreID, _ shared: StoreID) -> String {
    let ids = Array(web.rawValue.utf8) + [0] + Array(shared.rawValue.utf8)
    return linkDirectory + "/" + String(checksum(ids), radix: 16) + ".json"
  }
}
