import CookieCore
package import StoreModel

extension StoreManager {
  /// Forgets what two stores had at their last sync, so that they are no pair any more; no cookie is touched.
  ///
  /// Of a link of the settings the next sync unites both stores.
  ///
  /// - Returns: whether anything was known.
  /// - Throws: `taken` while the link is watched.
  package func forgetPair(web: StoreID, shared: StoreID) throws(LinkFailure) -> Bool {
    let lock = try lock(web, shared)
    defer { lock.release() }
    do {
      return try forgetSyncBase(web: web, shared: shared)
    } catch {
      throw .journal(error)
    }
  }

  /// Forgets the pairs of stores that are in memory only, whose cookies end with their engine.
  ///
  /// What such a store holds the next time it has nothing to do with what it held at the last sync.
  package func forgetPassingPairs() {
    for base in syncBases() {
      let isPassing = [base.web, base.shared].contains {
        registry[$0]?.description.kind == .nonPersistent
      }
      guard isPassing else { continue }
      do throws(JournalFailure) {
        try forgetSyncBase(web: base.web, shared: base.shared)
      } catch {
        log(.failed, base.web, level: .warning, cause: .sync, failure: error.storeFailure)
      }
    }
  }
}
