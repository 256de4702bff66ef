package import StoreModel

extension StoreManager {
  /// Lists the process pools of all apps that run now, with the known stores that they use.
  package func processPools() async -> ProcessPoolListing {
    let stores = stores
    return await withTaskGroup(of: ProcessPoolListing.self) { group in
      for driver in drivers {
        group.addTask { await driver.processPools(of: stores) }
      }
      var listing = ProcessPoolListing()
      for await part in group {
        listing.pools += part.pools
        listing.live += part.live
        listing.problems += part.problems
      }
      listing.pools.sort { ($0.app.name, $0.id) < ($1.app.name, $1.id) }
      listing.live.sort { $0.app.id < $1.app.id }
      listing.problems.sort()
      return listing
    }
  }
}
