import StoreModel

/// Knows where the stores of one engine are; blocks while it looks.
protocol StoreFinder: Sendable {
  /// Finds the stores of the engine.
  func discover() -> Discovery

  /// Describes the store in a file, or returns nil when it isn't one of the engine's.
  ///
  /// - Parameter path: an absolute path.
  func describe(path: String) throws(StoreFailure) -> StoreDescription?

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

  /// The store that a search finds at a path, by whatever name.
  func discovered(at path: String) -> StoreDescription? {
    let wanted = FileStatus.ifKnown(path)?.identity
    return discover().stores.first { store in
      store.path == path || (wanted != nil && FileStatus.ifKnown(store.path)?.identity == wanted)
    }
  }
}
