import StoreModel

/// Knows where the stores of one engine are; blocks while it looks.
protocol StoreFinder: Sendable {
  /// What stores are looked for in.
  var surroundings: Surroundings { get }

  /// Where the engine's stores are looked for, as a sentence without its full stop.
  var places: String { get }

  /// Finds the stores of the engine.
  func discover() -> Discovery

  /// Describes the store in a file, or returns nil when it isn't one of the engine's.
  ///
  /// - Parameter path: an absolute path.
  func describe(path: String) throws(StoreFailure) -> StoreDescription?

  /// Describes the store in a file by what is in it, without looking around; nil when it isn't one of the engine's.
  ///
  /// - Parameter path: an absolute path of a regular file.
  func lone(at path: String) -> StoreDescription?

  /// The process pools of the engine's apps that run now.
  ///
  /// - Parameter stores: the stores that are known, so that pools can be told what they use.
  func processPools(of stores: [StoreDescription], _ access: StoreAccess) -> ProcessPoolListing

  /// Describes the store that a new file will be, or returns nil when it will be none of the engine's.
  ///
  /// - Parameters:
  ///   - path: an absolute path where there is nothing.
  ///   - format: what the file shall be; nil when its name says so.
  func describe(newFile path: String, as format: StoreFormat?) -> StoreDescription?
}

extension StoreFinder {
  /// By default the engine's processes cannot be told from others.
  func processPools(
    of stores: [StoreDescription], _ access: StoreAccess
  ) -> ProcessPoolListing {
    ProcessPoolListing()
  }

  /// Finds the stores of the engine, those in files that a person named among them.
  func discoverWithNamed() -> Discovery {
    var discovery = discover()
    discovery.places = [places]
    var known = Set(discovery.stores.compactMap { FileStatus.ifKnown($0.path)?.identity })
    for path in surroundings.namedPaths {
      guard let status = FileStatus.ifKnown(path), status.kind == .regular,
        !known.contains(status.identity), let store = lone(at: path)
      else { continue }
      known.insert(status.identity)
      discovery.stores.append(store)
    }
    discovery.stores.sort { $0.id < $1.id }
    return discovery
  }

  /// The store that a search finds at a path, by whatever name.
  func discovered(at path: String) -> StoreDescription? {
    let wanted = FileStatus.ifKnown(path)?.identity
    return discover().stores.first { store in
      store.path == path || (wanted != nil && FileStatus.ifKnown(store.path)?.identity == wanted)
    }
  }
}
