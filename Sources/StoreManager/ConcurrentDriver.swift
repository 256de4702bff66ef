import StoreModel

/// A driver whose work never runs on the manager, so that a slow disk does not hold up the log.
struct ConcurrentDriver: Sendable {
  let base: any StoreDriver

  @concurrent func discover() async -> Discovery {
    await base.discover()
  }

  @concurrent func describe(path: String) async throws(StoreFailure) -> StoreDescription? {
    try await base.describe(path: path)
  }

  @concurrent func first(
    of stores: [StoreDescription], sameAs store: StoreDescription
  ) async -> StoreDescription? {
    await base.first(of: stores, sameAs: store)
  }

  @concurrent func describe(
    newFile path: String, as format: StoreFormat?
  ) async throws(StoreFailure) -> StoreDescription? {
    try await base.describe(newFile: path, as: format)
  }

  @concurrent func replacement(of store: StoreDescription) async -> StoreFailure? {
    await base.replacement(of: store)
  }

  @concurrent func snapshot(
    of store: StoreDescription
  ) async throws(StoreFailure) -> StoreSnapshot {
    try await base.snapshot(of: store)
  }

  @concurrent func apply(
    _ changes: [StoreChange], to store: StoreDescription, options: ApplyOptions
  ) async throws(StoreFailure) -> AppliedChanges {
    try await base.apply(changes, to: store, options: options)
  }

  @concurrent func replayLosses(
    of changes: [StoreChange], to store: StoreDescription, from earlier: EarlierContent
  ) async throws(StoreFailure) -> [ReplayLoss] {
    try await base.replayLosses(of: changes, to: store, from: earlier)
  }

  @concurrent func websiteData(
    of store: StoreDescription,
    progress: @escaping @Sendable (WebsiteDataProgress) -> Void = { _ in }
  ) async throws(StoreFailure) -> WebsiteDataListing {
    try await base.websiteData(of: store, progress: progress)
  }

  @concurrent func entries(
    of item: WebsiteDataItem, in store: StoreDescription, withValues: Bool
  ) async throws(StoreFailure) -> [WebsiteDataEntry] {
    try await base.entries(of: item, in: store, withValues: withValues)
  }

  @concurrent func processPools(of stores: [StoreDescription]) async -> ProcessPoolListing {
    await base.processPools(of: stores)
  }

  @concurrent func freeze(
    _ items: [WebsiteDataItem], of store: StoreDescription
  ) async throws(StoreFailure) -> [DataRemoval] {
    try await base.freeze(items, of: store)
  }

  @concurrent func archive(
    _ removals: [DataRemoval], of store: StoreDescription
  ) async throws(StoreFailure) -> [UInt8] {
    try await base.archive(removals, of: store)
  }

  @concurrent func remove(
    _ removals: [DataRemoval], from store: StoreDescription, force: Bool
  ) async throws(StoreFailure) -> RemovedData {
    try await base.remove(removals, from: store, force: force)
  }

  @concurrent func restore(
    archive: [UInt8], to store: StoreDescription, expecting left: [String: FileFingerprint],
    force: Bool
  ) async throws(StoreFailure) -> DataResult {
    try await base.restore(archive: archive, to: store, expecting: left, force: force)
  }

  @concurrent func removeLeftovers(
    of store: StoreDescription, beside paths: Set<String>
  ) async -> [String] {
    await base.removeLeftovers(of: store, beside: paths)
  }

  @concurrent func users(of store: StoreDescription) async -> [ProcessReference] {
    await base.users(of: store)
  }

  @concurrent func image(of store: StoreDescription) async throws(StoreFailure) -> [UInt8] {
    try await base.image(of: store)
  }

  @concurrent func restore(
    image: [UInt8]?, to store: StoreDescription, expecting: FileFingerprint?, options: ApplyOptions
  ) async throws(StoreFailure) -> StoreSnapshot {
    try await base.restore(image: image, to: store, expecting: expecting, options: options)
  }
}
