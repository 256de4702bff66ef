package import StoreModel

/// Why a page must not be loaded yet: its cookies were not brought over.
package enum LoadObstacle: Error, Hashable, Sendable {
  /// The two stores of a link cannot be compared.
  case link(LinkFailure)
  /// Not all of a plan was found in the store when it was read back.
  case incomplete(PlanResult)
}

extension StoreManager {
  /// The terms by which cookies are brought over before a page is loaded into a store.
  ///
  /// Of a link that lists sites for this, the cookies of all of them come, since one leads to another by redirects.
  /// Only the direction into the store is taken, whatever else the link carries.
  ///
  /// - Parameters:
  ///   - store: the store whose cookies the page will have.
  ///   - site: the site of the page.
  ///   - everyLink: whether links that do not list the site are meant, too.
  package func termsBeforeLoading(
    into store: StoreID, site: String, links: [SyncLink], everyLink: Bool
  ) -> [SyncTerms] {
    return (links + syncedPairs(besides: links)).compactMap { link in
      guard let inward = link.terms.inward(into: store) else { return nil }
      if link.sitesBeforeLoading.contains(site) {
        var terms = inward
        terms.sites = link.sitesBeforeLoading
        return terms
      }
      return everyLink ? inward : nil
    }
  }

  /// Brings cookies over and reads them back, so that a load that comes after has them.
  ///
  /// - Returns: what was done; nil when both stores agreed already.
  /// - Throws: when the load must wait: nothing is known of a store, or something was not found where it was put.
  package func bringOver(
    _ terms: SyncTerms, force: Bool = false
  ) async throws(LoadObstacle) -> PlanResult? {
    let planning: SyncPlanning
    do {
      planning = try await planSync(terms)
    } catch {
      throw .link(error)
    }
    let result = await apply(planning.plan, force: force)
    guard result.isComplete else { throw .incomplete(result) }
    return planning.plan.items.isEmpty ? nil : result
  }
}
