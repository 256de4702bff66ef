import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Synchronization

/// Stores in memory that keep cookies losslessly, and that fail when a test wants it.
final class MemoryStores: StoreDriver {
  private struct Store {
    var description: StoreDescription
    var cookies: [Cookie]
    var readFailure: StoreFailure?
    var writeFailure: StoreFailure?
    var holders: [ProcessReference] = []
    var replayLosses: [ReplayLoss] = []
    var keeps: @Sendable (Cookie) -> Cookie = { $0 }
    var data: [WebsiteDataItem] = []
    var isHidden = false
  }

  private struct State {
    var unseen: [WebsiteDataListing.Unattributed] = []
    var stores: [StoreID: Store] = [:]
    var hints: [StoreID: AsyncStream<StoreHint>.Continuation] = [:]
    var running = ProcessPoolListing()
  }

  private let state = Mutex(State())

  /// Adds a store.
  @discardableResult
  func add(
    _ text: String, _ cookies: [Cookie], lacking: Set<CookieAttribute> = [], app: String? = nil,
    name: String = "App", kind: StoreDescription.Kind = .shared, path: String? = nil,
    keeps: @escaping @Sendable (Cookie) -> Cookie = { $0 }
  ) -> StoreID {
    let id = StoreID(rawValue: text)
    let engine = Engine(rawValue: String(text.prefix { $0 != ":" })) ?? .jar
    let description = StoreDescription(
      id: id, app: App(id: app ?? text, name: name, engine: engine), kind: kind,
      format: .pantlerJSON, path: path ?? "/memory/" + text, title: "jar",
      capabilities: StoreCapabilities(
        refusals: [.listViews: "A file has no views."], unrepresentable: lacking))
    state.withLock {
      $0.stores[id] = Store(description: description, cookies: cookies, keeps: keeps)
    }
    return id
  }

  /// Lets a store be found by its path alone.
  func hide(_ id: StoreID) { state.withLock { $0.stores[id]?.isHidden = true } }

  /// Takes a store away.
  func remove(_ name: String) {
    state.withLock { $0.stores[StoreID(rawValue: name)] = nil }
  }

  func cookies(_ name: String) -> [Cookie] {
    state.withLock { $0.stores[StoreID(rawValue: name)]?.cookies ?? [] }
  }

  func names(_ name: String) -> [String] { cookies(name).map(\.name.text).sorted() }

  /// Changes a store as another program would.
  func change(_ name: String, _ body: @Sendable (inout [Cookie]) -> Void) {
    let id = StoreID(rawValue: name)
    let hint = state.withLock { state in
      if var store = state.stores[id] {
        body(&store.cookies)
        state.stores[id] = store
      }
      return state.hints[id]
    }
    hint?.yield(.mayHaveChanged)
  }

  /// What the profile of a store holds besides cookies.
  func data(of store: StoreID) -> [WebsiteDataItem] {
    state.withLock { $0.stores[store]?.data ?? [] }
  }

  /// Places that nobody can look into.
  var unseen: [WebsiteDataListing.Unattributed] {
    get { state.withLock { $0.unseen } }
    set { state.withLock { $0.unseen = newValue } }
  }

  func changeData(_ name: String, _ body: @Sendable (inout [WebsiteDataItem]) -> Void) {
    state.withLock { state in
      guard var store = state.stores[StoreID(rawValue: name)] else { return }
      body(&store.data)
      state.stores[StoreID(rawValue: name)] = store
    }
  }

  func failReading(_ name: String, _ failure: StoreFailure?) {
    state.withLock { $0.stores[StoreID(rawValue: name)]?.readFailure = failure }
  }

  func failWriting(_ name: String, _ failure: StoreFailure?) {
    state.withLock { $0.stores[StoreID(rawValue: name)]?.writeFailure = failure }
  }

  func hold(_ name: String, by process: ProcessReference) {
    state.withLock { $0.stores[StoreID(rawValue: name)]?.holders = [process] }
  }

  /// Lets a store be written only while no process has it open.
  func refuseWhileHeld(_ name: String) {
    state.withLock {
      $0.stores[StoreID(rawValue: name)]?.description.capabilities
        .refusals[.writeWhileRunning] = "The program would overwrite it."
    }
  }

  /// Lets apps run.
  func run(_ listing: ProcessPoolListing) {
    state.withLock { $0.running = listing }
  }

  func processPools(of stores: [StoreDescription]) async -> ProcessPoolListing {
    state.withLock { $0.running }
  }

  func discover() async -> Discovery {
    Discovery(
      stores: state.withLock { $0.stores.values.filter { !$0.isHidden }.map(\.description) })
  }

  func describe(path: String) async throws(StoreFailure) -> StoreDescription? {
    state.withLock { $0.stores.values.first { $0.isHidden && $0.description.path == path } }?
      .description
  }

  func describe(
    newFile path: String, as format: StoreFormat?
  ) async throws(StoreFailure) -> StoreDescription? {
    let format = format ?? (path.hasSuffix(".json") ? .pantlerJSON : nil)
    guard let format, !FileManager.default.fileExists(atPath: path) else { return nil }
    return StoreDescription(
      id: StoreID(rawValue: "jar:" + path), app: App(id: path, name: "App", engine: .jar),
      kind: .shared, format: format, path: path, title: "jar")
  }

  func snapshot(of store: StoreDescription) async throws(StoreFailure) -> StoreSnapshot {
    try access(store) { store throws(StoreFailure) in
      if let failure = store.readFailure { throw failure }
      return Self.snapshot(store)
    }
  }

  func apply(
    _ changes: [StoreChange], to store: StoreDescription, options: ApplyOptions
  ) async throws(StoreFailure) -> AppliedChanges {
    if options.expected == nil {
      state.withLock { state in
        let new = Store(description: store, cookies: [])
        state.stores[store.id] = state.stores[store.id] ?? new
      }
    }
    return try access(store) { store throws(StoreFailure) in
      if let failure = store.writeFailure { throw failure }
      var outcomes: [AppliedChanges.Outcome] = []
      for change in changes {
        let place = store.cookies.firstIndex { $0.key == change.key }
        switch (change, place) {
        case (.remove, let place?): store.cookies.remove(at: place)
        case (.put(let cookie), let place?): store.cookies[place] = store.keeps(cookie)
        case (.put(let cookie), nil): store.cookies.append(store.keeps(cookie))
        case (.remove, nil): break
        }
        outcomes.append(place == nil && change == .remove(change.key) ? .goneAlready : .done)
      }
      return AppliedChanges(
        outcomes: outcomes, snapshot: Self.snapshot(store),
        replayLosses: options.earlier == nil ? [] : store.replayLosses)
    }
  }

  func replayLosses(
    of changes: [StoreChange], to store: StoreDescription, from earlier: EarlierContent
  ) async throws(StoreFailure) -> [ReplayLoss] {
    try access(store) { store throws(StoreFailure) in store.replayLosses }
  }

  /// Says what the store cannot put back as it was.
  func lose(_ losses: [ReplayLoss], of name: String) {
    state.withLock { $0.stores[StoreID(rawValue: name)]?.replayLosses = losses }
  }

  func image(of store: StoreDescription) async throws(StoreFailure) -> [UInt8] {
    try access(store) { store throws(StoreFailure) in Self.bytes(store.cookies) }
  }

  func restore(
    image: [UInt8]?, to store: StoreDescription, expecting: FileFingerprint?, options: ApplyOptions
  ) async throws(StoreFailure) -> StoreSnapshot {
    guard let image else {
      state.withLock { $0.stores[store.id] = nil }
      return StoreSnapshot(
        store: store.id, cookies: [], fingerprint: nil, takenAt: Timestamp(seconds: 0))
    }
    return try access(store) { store throws(StoreFailure) in
      guard Self.snapshot(store).fingerprint == expecting,
        let document = try? PantlerJSON(decoding: image)
      else { throw StoreFailure.changedMeanwhile(path: store.description.path) }
      store.cookies = document.cookies
      return Self.snapshot(store)
    }
  }

  func holders(of store: StoreDescription) async -> [ProcessReference] {
    state.withLock { $0.stores[store.id]?.holders ?? [] }
  }

  func hints(for store: StoreDescription) -> AsyncStream<StoreHint> {
    let (stream, continuation) = AsyncStream.makeStream(of: StoreHint.self)
    let isKnown = state.withLock { state in
      state.hints[store.id] = continuation
      return state.stores[store.id] != nil
    }
    continuation.yield(.attached(store.id.isLive ? .engine : .inotify))
    // The file of a self-test, which is changed at once.
    if !isKnown { continuation.yield(.mayHaveChanged) }
    return stream
  }

  private func access<Result: Sendable>(
    _ store: StoreDescription, _ body: (inout Store) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    let result = state.withLock { state -> Swift.Result<Result, StoreFailure> in
      guard var found = state.stores[store.id] else { return .failure(.gone(path: store.path)) }
      defer { state.stores[store.id] = found }
      do throws(StoreFailure) {
        return .success(try body(&found))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func bytes(_ cookies: [Cookie]) -> [UInt8] {
    var document = PantlerJSON()
    _ = document.apply(cookies.map { .put($0) })
    return document.encoded()
  }

  private static func snapshot(_ store: Store) -> StoreSnapshot {
    let bytes = bytes(store.cookies)
    return StoreSnapshot(
      store: store.description.id, cookies: store.cookies,
      fingerprint: FileFingerprint(
        byteCount: bytes.count, digest: SHA256Digest.hex(of: bytes)),
      holders: store.holders, takenAt: Timestamp(seconds: 0))
  }
}
