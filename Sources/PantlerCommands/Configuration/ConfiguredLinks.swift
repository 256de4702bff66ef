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
    var found = SyncLink(
      name: name, terms: terms(of: link, web: web, shared: shared), isWatched: link.watch)
    found.sitesBeforeLoading = names(of: link.beforeLoading)
    return found
  }

  /// What a link asks for, between two stores; the usual where there is none.
  func terms(of link: Configuration.Link?, web: StoreID, shared: StoreID) -> SyncTerms {
    guard let link else { return SyncTerms(web: web, shared: shared, direction: .both) }
    var terms = SyncTerms(
      web: web, shared: shared, direction: link.direction, prune: link.prune,
      sites: link.sites.map { names(of: $0) }, rule: link.prefer.rule)
    terms.filter = link.filter
    terms.guards = link.guards
    terms.carriesSessions = link.sessions
    return terms
  }

  private func names(of sites: [String]) -> Set<String> {
    Set(sites.map { publicSuffixes.site(ofHost: $0).name })
  }
}
