import CookieCore
import StoreManager
import StoreModel

/// The links of the settings, with the stores that they name.
struct ConfiguredLinks {
  let links: [String: Configuration.Link]
  let manager: StoreManager
  let publicSuffixes: PublicSuffixes

  /// The links whose stores are found, sorted by name, and why the others are not.
  func all() async -> (links: [SyncLink], failures: [(name: String, failure: StoreFailure)]) {
    var found: [SyncLink] = []
    var failures: [(name: String, failure: StoreFailure)] = []
    for (name, link) in links.sorted(by: { $0.key < $1.key }) {
      do {
        found.append(try await resolve(link, named: name))
      } catch {
        failures.append((name, error))
      }
    }
    return (found, failures)
  }

  private func resolve(
    _ link: Configuration.Link, named name: String
  ) async throws(StoreFailure) -> SyncLink {
    let web = try await manager.resolve(link.web).id
    let shared = try await manager.resolve(link.shared).id
    return SyncLink(
      name: name, terms: terms(of: link, web: web, shared: shared), isWatched: link.watch == true)
  }

  /// What a link asks for, between two stores.
  func terms(of link: Configuration.Link?, web: StoreID, shared: StoreID) -> SyncTerms {
    let sites = link?.sites?.map { publicSuffixes.site(ofHost: $0).name }
    var terms = SyncTerms(
      web: web, shared: shared, direction: link?.direction ?? .both, prune: link?.prune == true,
      sites: sites.map { Set($0) }, rule: link?.prefer?.rule ?? .newer)
    terms.carriesSessions = link?.sessions != false
    return terms
  }
}
