import StoreModel

extension RunningApps {
  /// The pools that run now with the stores they use.
  ///
  /// - Parameter stores: the stores that are known.
  static func listing(
    _ table: ProcessTable, stores: [StoreDescription], places: WebsiteDataPlaces
  ) -> ProcessPoolListing {
    guard !table.processIDs().isEmpty else {
      return ProcessPoolListing(
        problems: ["The process table at \(table.root) cannot be read, so no program is seen."])
    }
    let pools = RunningApps(table).pools()
    guard !pools.isEmpty else { return ProcessPoolListing() }
    let finder = PoolStores(
      table: table, stores: stores.filter { $0.app.engine == .webkitgtk || $0.app.engine == .wpe },
      places: places)
    return ProcessPoolListing(pools: pools.map(finder.assign))
  }
}

/// Finds the stores of pools and web views.
private struct PoolStores {
  private let table: ProcessTable
  private let stores: [(store: StoreDescription, identity: FileIdentity?, roots: Set<String>)]

  init(table: ProcessTable, stores: [StoreDescription], places: WebsiteDataPlaces) {
    self.table = table
    let around = places.surroundings
    // A jar that lies in a directory of everybody's says nothing about its neighbours.
    let common: Set = [around.home, around.dataHome, around.cacheHome, around.configHome]
    self.stores = stores.map { store in
      let place = FilePath.parent(of: store.path)
      let roots = places.roots(of: store) + (common.contains(place) ? [] : [place])
      return (
        store, FileStatus.ifKnown(store.path)?.identity,
        Set(roots.map { FilePath.resolved($0) ?? $0 })
      )
    }
  }

  /// Names the stores of a pool and of each of its web processes.
  func assign(_ pool: ProcessPool) -> ProcessPool {
    var pool = pool
    let open = Set(pool.network.map { table.openFileIdentities(of: $0.id) } ?? [])
    let held = stores.filter { $0.identity.map(open.contains) ?? false }
    // A text jar is read and closed again, so its place has to tell.
    let near = pool.directories.flatMap { directory in
      stores.filter { isNear($0.roots, directory) }
    }
    pool.stores = Set((held + near).map(\.store.id)).sorted()
    let homes = Set(pool.views.compactMap { $0.storage == .persistent ? $0.directory : nil })
    for index in pool.views.indices {
      let view = pool.views[index]
      switch view.storage {
      case .ephemeral: continue
      case .unknown, .probablyPersistent: pool.views[index].stores = pool.stores
      case .persistent:
        guard let directory = view.directory else { continue }
        let own = stores.filter { isNear($0.roots, directory) }.map(\.store.id)
        // One jar and one profile belong together, wherever the app put the jar.
        let only = homes.count == 1 && pool.stores.count == 1 ? pool.stores : []
        pool.views[index].stores = own.isEmpty ? only : own.sorted()
      }
    }
    return pool
  }

  /// Whether a store belongs to a directory of website data: it lies in it or beside it.
  private func isNear(_ roots: Set<String>, _ directory: String) -> Bool {
    let place = FilePath.resolved(directory) ?? directory
    return roots.contains(place) || roots.contains(FilePath.parent(of: place))
  }
}
