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

  /// Forgets when two stores last agreed, so that the next sync unites them.
  package func forgetSyncBase(web: StoreID, shared: StoreID) throws(JournalFailure) {
    do {
      try configuration.files.remove(linkPath(web, shared))
    } catch {
      guard error.isMissing else { throw JournalFailure(error) }
    }
  }

  /// Keeps what two stores agree on after a sync, for the next one.
  func recordBase(of terms: SyncTerms) {
    guard let web = held[terms.web], let shared = held[terms.shared] else { return }
    do throws(JournalFailure) {
      let previous = try syncBase(web: terms.web, shared: terms.shared)
      let base = SyncBase(
        agreedBy: web, and: shared, terms, previous: previous, in: planContext())
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let path = linkPath(terms.web, terms.shared)
      guard let bytes = try? encoder.encode(base) else { throw JournalFailure.damaged(path: path) }
      try save(Array(bytes), to: path)
    } catch {
      log(.failed, terms.shared, level: .warning, cause: .sync, failure: error.storeFailure)
    }
  }

  private func save(_ bytes: [UInt8], to path: String) throws(JournalFailure) {
    do {
      try configuration.files.makeDirectories(linkDirectory)
      try configuration.files.replace(path, with: bytes)
    } catch {
      throw JournalFailure(error)
    }
  }

  private var linkDirectory: String { configuration.stateDirectory + "/links" }

  /// The file of a link; the ids can be longer than a file name may be, and stand inside.
  private func linkPath(_ web: StoreID, _ shared: StoreID) -> String {
    let ids = Array(web.rawValue.utf8) + [0] + Array(shared.rawValue.utf8)
    return linkDirectory + "/" + String(checksum(ids), radix: 16) + ".json"
  }
}
