import StoreManager
import StoreModel

/// The website data of several stores, of which those in one profile have the same.
struct ProfileListings {
  /// The listings that were shown; of several stores in one profile the first has it.
  private(set) var all: [StoreID: WebsiteDataListing] = [:]
  private var roots: Set<[String]> = []
  private let session: CommandSession

  init(_ session: CommandSession) {
    self.session = session
  }

  /// Lists the profile of a store, and says what could not be looked at.
  ///
  /// - Parameter take: gets items that do not change any more, while the others are still looked for.
  mutating func list(_ store: StoreDescription, _ take: ([WebsiteDataItem]) -> Void) async {
    let (stream, source) = AsyncStream<WebsiteDataProgress>.makeStream()
    let manager = session.manager
    let listing = Task { () async -> Result<WebsiteDataListing, StoreFailure> in
      defer { source.finish() }
      do throws(StoreFailure) {
        return .success(try await manager.websiteData(of: store.id) { source.yield($0) })
      } catch {
        return .failure(error)
      }
    }
    var isKnown = false
    var told = 0
    for await progress in stream {
      if roots.contains(progress.roots) {
        // Another store has shown it all.
        isKnown = true
        listing.cancel()
      }
      if !isKnown { take(progress.finished) }
      if session.host.canAsk, progress.fileCount >= told + Self.step {
        told = progress.fileCount
        session.say("\(store.id): \(told) files looked at…")
      }
    }
    switch await listing.value {
    case .success(let found):
      guard !isKnown, roots.insert(found.roots).inserted else { return }
      all[store.id] = found
      let told = Set(found.unattributed.compactMap(\.failure))
      for problem in found.problems where !told.contains(problem) {
        session.say("\(store.id): " + FailureText.text(for: problem))
      }
    case .failure(let failure): session.say(FailureText.text(for: failure, of: store.id))
    }
  }

  /// After so many more files a person is told how far it is.
  private static let step = 50_000
}
