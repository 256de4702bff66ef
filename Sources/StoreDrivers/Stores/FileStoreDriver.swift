package import StoreModel

/// Finds, reads, changes and watches the stores of one engine that are files.
///
/// All work that blocks is done on threads outside the cooperative pool.
package struct FileStoreDriver: StoreDriver {
  private let finder: any StoreFinder
  private let access: StoreAccess

  init(finder: any StoreFinder, access: StoreAccess) {
    self.finder = finder
    self.access = access
  }

  /// The drivers of all engines whose stores are files of the formats that this package writes.
  ///
  /// Copies that an earlier process left behind are removed.
  package static func all(
    in surroundings: Surroundings, access: StoreAccess
  ) -> [any StoreDriver] {
    access.copies.removeStaleOnes()
    let finders: [any StoreFinder] = [
      AppleFinder(surroundings: surroundings), WebKitGTKFinder(surroundings: surroundings),
      FoundationFinder(surroundings: surroundings), JarFinder(surroundings: surroundings),
    ]
    return finders.map { FileStoreDriver(finder: $0, access: access) }
  }

  /// Finds the stores of the engine.
  package func discover() async -> Discovery {
    let finder = finder
    return await OwnThread.run { finder.discoverWithNamed() }
  }

  /// Describes the store in a file that a person named.
  package func describe(path: String) async throws(StoreFailure) -> StoreDescription? {
    let finder = finder
    return try await OwnThread.run { () throws(StoreFailure) in
      var path = FilePath.absolute(path, below: FilePath.workingDirectory)
      // A file has the same id by whatever link it is named; folders stay as they were written.
      if FileStatus.ifKnown(path, followingLinks: false)?.kind == .link {
        path = FilePath.resolved(path) ?? path
      }
      if let kind = FileStatus.ifKnown(path)?.kind, kind != .regular, kind != .directory {
        throw .unsupported(path: path, reason: kind.refusal)
      }
      return try finder.describe(path: path)
    }
  }

  /// Finds the first of some stores that is the same file, by device and inode.
  package func first(
    of stores: [StoreDescription], sameAs store: StoreDescription
  ) async -> StoreDescription? {
    await OwnThread.run {
      guard let identity = FileStatus.ifKnown(store.path)?.identity else { return nil }
      return stores.first { FileStatus.ifKnown($0.path)?.identity == identity }
    }
  }

  /// Describes the store that a new file will be.
  ///
  /// - Throws: when the folder that it is to be in does not exist.
  package func describe(
    newFile path: String, as format: StoreFormat?
  ) async throws(StoreFailure) -> StoreDescription? {
    let finder = finder
    return try await OwnThread.run { () throws(StoreFailure) in
      let path = FilePath.absolute(path, below: FilePath.workingDirectory)
      guard case .absent = FileStatus.presence(of: path),
        let store = finder.describe(newFile: path, as: format)
      else { return nil }
      let target = try FileTarget(resolving: path)
      guard FileStatus.ifKnown(target.directory)?.kind == .directory else {
        throw .unsupported(path: path, reason: "There is no folder to put it in. Make it first.")
      }
      return store
    }
  }

  /// Says what is at the path of a store that is known from earlier.
  package func replacement(of store: StoreDescription) async -> StoreFailure? {
    await OwnThread.run { ReplacedStore(store).failure }
  }

  /// Reads a store without changing anything about it.
  package func snapshot(
    of store: StoreDescription
  ) async throws(StoreFailure) -> StoreSnapshot {
    let reader = StoreReader(access: access)
    return try await OwnThread.run { () throws(StoreFailure) in
      try reader.snapshot(of: store)
    }
  }

  /// Changes a store and reads it back.
  ///
  /// When the file changed in the meantime, the same changes are made on its new content, provided that
  /// the cookies they concern are what they were; else `changedMeanwhile` is thrown.
  package func apply(
    _ changes: [StoreChange], to store: StoreDescription, options: ApplyOptions
  ) async throws(StoreFailure) -> AppliedChanges {
    let writer = StoreWriter(access: access)
    return try await OwnThread.run { () throws(StoreFailure) in
      try writer.apply(changes, to: store, options)
    }
  }

  /// Says what of records would not be as it was, were they put back by such changes.
  package func replayLosses(
    of changes: [StoreChange], to store: StoreDescription, from earlier: EarlierContent
  ) async throws(StoreFailure) -> [ReplayLoss] {
    let writer = StoreWriter(access: access)
    return try await OwnThread.run { () throws(StoreFailure) in
      try writer.replayLosses(of: changes, to: store, from: earlier)
    }
  }

  /// The bytes that `restore` takes; of a database with a log, those that it has with all that is in the log.
  package func image(of store: StoreDescription) async throws(StoreFailure) -> [UInt8] {
    let access = access
    return try await OwnThread.run { () throws(StoreFailure) in
      try access.mechanism(for: store).image(of: store.path)
    }
  }

  /// Puts a before-image back.
  package func restore(
    image: [UInt8]?, to store: StoreDescription, expecting: FileFingerprint?, options: ApplyOptions
  ) async throws(StoreFailure) -> StoreSnapshot {
    let writer = StoreWriter(access: access)
    return try await OwnThread.run { () throws(StoreFailure) in
      try writer.restore(image, to: store, expecting: expecting, options)
    }
  }

  /// The processes that have the store open.
  package func holders(of store: StoreDescription) async -> [ProcessReference] {
    let reader = StoreReader(access: access)
    return await OwnThread.run { reader.holders(of: store) }
  }

  /// Lists what sites keep beside cookies in the profile of the store's app.
  package func websiteData(
    of store: StoreDescription, progress: @escaping @Sendable (WebsiteDataProgress) -> Void
  ) async throws(StoreFailure) -> WebsiteDataListing {
    let roots = WebsiteDataPlaces(surroundings: access.surroundings).roots(of: store)
    let (copies, faults) = (access.copies, access.faults)
    let report = ScanReport(progress)
    return await withTaskCancellationHandler {
      await OwnThread.run {
        WebsiteDataScanner.listing(
          of: roots, jar: store.path, copies: copies, report: report, faults: faults)
      }
    } onCancel: {
      report.stop()
    }
  }

  /// Reads what is in one item of website data.
  package func entries(
    of item: WebsiteDataItem, in store: StoreDescription, withValues: Bool
  ) async throws(StoreFailure) -> [WebsiteDataEntry] {
    let reader = DataEntryReader(access: access, withValues: withValues)
    return try await OwnThread.run { () throws(StoreFailure) in try reader.entries(of: item) }
  }

  /// Lists the process pools of the engine's apps that run now.
  package func processPools(of stores: [StoreDescription]) async -> ProcessPoolListing {
    let (finder, access) = (finder, access)
    return await OwnThread.run { finder.processPools(of: stores, access) }
  }

  /// Looks at the files of listed website data.
  package func freeze(
    _ items: [WebsiteDataItem], of store: StoreDescription
  ) async throws(StoreFailure) -> [DataRemoval] {
    let data = WebsiteDataAccess(access, store)
    return await OwnThread.run { data.freeze(items) }
  }

  /// A copy of what some removals take away.
  package func archive(
    _ removals: [DataRemoval], of store: StoreDescription
  ) async throws(StoreFailure) -> [UInt8] {
    try await OwnThread.run { () throws(StoreFailure) in
      try DataArchiver.bytes(of: removals)
    }
  }

  /// Removes website data from the profile of the store's app.
  package func remove(
    _ removals: [DataRemoval], from store: StoreDescription, force: Bool
  ) async throws(StoreFailure) -> RemovedData {
    let remover = DataRemover(data: WebsiteDataAccess(access, store), force: force)
    return try await OwnThread.run { () throws(StoreFailure) in
      try remover.remove(removals)
    }
  }

  /// Puts website data back.
  package func restore(
    archive: [UInt8], to store: StoreDescription, expecting left: [String: FileFingerprint],
    force: Bool
  ) async throws(StoreFailure) -> DataResult {
    let data = WebsiteDataAccess(access, store)
    return try await OwnThread.run { () throws(StoreFailure) in
      var restorer = try DataRestorer(archive, for: data, expecting: left, force: force)
      return try restorer.restore()
    }
  }

  /// Removes temporary files that a crash left.
  package func removeLeftovers(
    of store: StoreDescription, beside paths: Set<String>
  ) async -> [String] {
    let data = WebsiteDataAccess(access, store)
    return await OwnThread.run { data.removeLeftovers(beside: paths) }
  }

  /// The processes that use the profile of the store's app.
  package func users(of store: StoreDescription) async -> [ProcessReference] {
    let data = WebsiteDataAccess(access, store)
    return await OwnThread.run { data.users() }
  }

  /// Hints that the store may have changed.
  package func hints(for store: StoreDescription) -> AsyncStream<StoreHint> {
    access.watcher.hints(path: store.path)
  }
}
