import CookieCore
package import StoreModel

/// The plan of signing out of a site, with what it is about.
package struct SignOutPlan: Sendable {
  /// What is deleted.
  package var plan: Plan
  /// What else the site keeps, and what WebKit's records do not show.
  package var about: SignOut
}

extension StoreManager {
  /// The stores that signing out clears: those that are meant and all that are linked to them, sources first.
  ///
  /// A store of a link that is nowhere any more holds no copy and is left out.
  ///
  /// - Parameters:
  ///   - meant: the stores that were named, in their order; nil for every store that is known.
  ///   - links: the links of the settings; pairs that were synced without one are found here.
  package func storesToSignOut(
    of meant: [StoreID]?, links: [SyncLink]
  ) async -> [StoreDescription] {
    let pairs = syncBases().map { SyncTerms(web: $0.web, shared: $0.shared, direction: .both) }
    let all = links.map(\.terms) + pairs
    for link in all {
      await lookUp(link.web)
      await lookUp(link.shared)
    }
    let usual = stores.filter { $0.kind != .shared } + stores.filter { $0.kind == .shared }
    return SignOut.stores(from: meant ?? usual.map(\.id), links: all).compactMap {
      registry[$0]?.description
    }
  }

  /// Plans to delete what stores have of a site, by the newest readings.
  ///
  /// - Parameters:
  ///   - stores: in the order in which they are cleared.
  ///   - types: the types to delete beside cookies.
  package func planSignOut(
    of site: String, in stores: [StoreID], types: Set<DataType> = [], includeGuarded: Bool = false
  ) async throws(StoreFailure) -> SignOutPlan {
    let request = RemovalRequest(
      stores: Set(stores), types: types.union([.cookies]), sites: [site])
    var plan = try await planRemoval(request, includeGuarded: includeGuarded)
    plan.sort(by: stores)
    var listings: [[String]: WebsiteDataListing] = [:]
    for store in stores {
      // What cannot be listed is not offered; planning says why when it is asked for.
      guard let listing = try? await websiteData(of: store) else { continue }
      listings[listing.roots] = listing
    }
    let about = SignOut(
      of: site, in: stores, listings: Array(listings.values), snapshots: held,
      publicSuffixes: publicSuffixes)
    return SignOutPlan(plan: plan, about: about)
  }

  /// Reads stores once more and counts what they have of a site; a store that cannot be read has none here.
  package func cookiesLeft(of site: String, in stores: [StoreID]) async -> [StoreID: Int] {
    var left: [StoreID: Int] = [:]
    for store in stores {
      guard let snapshot = try? await read(store) else { continue }
      left[store] = snapshot.cookies.count {
        publicSuffixes.site(ofHost: $0.domain.text).name == site
      }
    }
    return left
  }
}
