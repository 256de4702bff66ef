import CookieCore
package import StoreModel

/// The plan of signing out of a site, with what it is about.
package struct SignOutPlan: Sendable {
  /// What is deleted.
  package var plan: Plan
  /// What else the site keeps, and what WebKit's records do not show.
  package var about: SignOut
}

/// What a last reading of the stores showed.
package struct SignOutProof: Sendable {
  /// How many cookies of the site each store has still.
  package var left: [StoreID: Int] = [:]
  /// The stores of which that is not known.
  package var failures: [StoreID: StoreFailure] = [:]
}

extension StoreManager {
  /// The stores that signing out clears: those that are meant and all that are linked to them, sources first.
  ///
  /// A store of a link that is nowhere any more holds no copy and is left out.
  ///
  /// - Parameters:
  ///   - meant: the stores that were named, in their order; nil for every store that is known.
  ///   - links: the links of the settings; pairs that were synced without one are found here.
  /// - Returns: the stores, and why others cannot be looked at.
  package func signOutScope(
    of site: String, from meant: [StoreID]?, links: [SyncLink]
  ) async -> (scope: SignOutScope, failures: [StoreFailure]) {
    let all = links + syncedPairs(besides: links)
    // What a store was synced with may hold a copy.
    var failures = unknownPairs().map { [$0.storeFailure] } ?? []
    for store in Set(all.flatMap { [$0.terms.web, $0.terms.shared] }).sorted() {
      if let failure = await lookUp(store) { failures.append(failure) }
    }
    let usual = stores.filter { $0.kind != .shared } + stores.filter { $0.kind == .shared }
    var scope = SignOutScope(of: site, from: meant ?? usual.map(\.id), links: all)
    scope.keep { registry[$0] != nil }
    return (scope, failures)
  }

  /// Plans to delete what stores have of a site, by the newest readings.
  ///
  /// - Parameter types: the types to delete beside cookies.
  package func planSignOut(
    of site: String, in scope: SignOutScope, types: Set<DataType> = [],
    includeGuarded: Bool = false
  ) async throws(StoreFailure) -> SignOutPlan {
    var context = planContext(includeGuarded: includeGuarded)
    context.linkGuards = scope.guards
    let request = RemovalRequest(signingOutOf: site, in: scope, types: types, context)
    var plan = try await planRemoval(request, in: context)
    plan.sort(by: scope.stores)
    var listings: [[String]: WebsiteDataListing] = [:]
    for store in scope.stores {
      // What cannot be listed is not offered; planning says why when it is asked for.
      guard let listing = try? await websiteData(of: store) else { continue }
      listings[listing.roots] = listing
    }
    let about = SignOut(
      of: site, in: scope.stores, listings: Array(listings.values), snapshots: held,
      publicSuffixes: publicSuffixes)
    return SignOutPlan(plan: plan, about: about)
  }

  /// Reads stores once more and counts what they have of a site.
  package func cookiesLeft(of site: String, in stores: [StoreID]) async -> SignOutProof {
    var proof = SignOutProof()
    for store in stores {
      do {
        proof.left[store] = try await read(store).cookies.count {
          publicSuffixes.site(ofHost: $0.domain.text).name == site
        }
      } catch {
        proof.failures[store] = error
      }
    }
    return proof
  }
}
