public import CookieCore
import FoundationEssentials
public import StoreModel
import Synchronization

/// Makes the stores of a live engine stores like all others: read, changed, observed, and listed with their views.
public final class LiveStoreDriver: StoreDriver {
  private struct Known {
    /// The last ones of each view, the newest last.
    var navigations: [LiveView.ID: [LiveNavigation]] = [:]
    var names: [LiveView.ID: String] = [:]
  }

  let engine: any LiveEngine
  let app: App
  private let now: @Sendable () -> Timestamp
  private let known = Mutex(Known())
  private let listening = Mutex<Task<Void, Never>?>(nil)

  /// Takes an engine, which stays the caller's.
  ///
  /// - Parameter app: what the stores are listed under; its id is part of theirs.
  public init(engine: any LiveEngine, app: App, now: @escaping @Sendable () -> Timestamp) {
    self.engine = engine
    self.app = app
    self.now = now
  }

  deinit {
    listening.withLock { $0?.cancel() }
  }

  /// Begins to remember where views went; what was before is not known.
  public func start() async {
    let news = await engine.notifications()
    listening.withLock { listening in
      guard listening == nil else { return }
      listening = Task { [weak self] in
        for await notification in news { self?.remember(notification) }
      }
    }
  }

  private func remember(_ notification: LiveNotification) {
    known.withLock { known in
      switch notification {
      case .navigated(let navigation):
        let all = (known.navigations[navigation.view] ?? []) + [navigation]
        known.navigations[navigation.view] = all.suffix(LiveListing.View.mostNavigations)
      case .viewChanged(let view): known.names[view.id] = view.name
      case .viewClosed(let view): known.navigations[view] = nil
      case .cookiesChanged, .navigationHeld, .processDied: break
      }
    }
  }

  /// Lists the stores of the engine.
  public func discover() async -> Discovery {
    do throws(LiveFailure) {
      let engine = engine
      guard try await engine.describe().era == .ios11 else {
        return Discovery(stores: try await engine.stores().map { description(of: $0) })
      }
      let views = try await engine.views()
      return Discovery(
        stores: try await engine.stores().flatMap { store in
          descriptions(of: store, pools: Self.pools(of: store.id, views))
        })
    } catch {
      return Discovery(stores: [], problems: [failure(error, id("engine"))])
    }
  }

  /// No file is one of a live engine's.
  public func describe(path: String) async throws(StoreFailure) -> StoreDescription? { nil }

  /// Reads all cookies from the engine.
  public func snapshot(of store: StoreDescription) async throws(StoreFailure) -> StoreSnapshot {
    let cookies: [Cookie]
    do {
      cookies =
        if let pool = pool(of: store.id) {
          try await engine.allCookies(in: liveID(store.id), of: pool)
        } else {
          try await engine.allCookies(in: liveID(store.id))
        }
    } catch {
      throw failure(error, store.id)
    }
    return StoreSnapshot(
      store: store.id, cookies: cookies, fingerprint: Self.fingerprint(cookies), takenAt: now())
  }

  /// Changes cookies through the engine, which reads each back.
  public func apply(
    _ changes: [StoreChange], to store: StoreDescription, options: ApplyOptions
  ) async throws(StoreFailure) -> AppliedChanges {
    guard pool(of: store.id) == nil else {
      throw .unsupported(path: store.id.rawValue, reason: Self.onePoolAlone)
    }
    let before = try await snapshot(of: store)
    guard options.expected == nil || options.expected == before.fingerprint else {
      throw .changedMeanwhile(path: store.id.rawValue)
    }
    var outcomes: [AppliedChanges.Outcome] = []
    do {
      for change in changes {
        let outcome =
          switch change {
          case .remove(let key): try await engine.deleteCookies([key], in: liveID(store.id))
          case .put(let cookie): try await engine.setCookies([cookie], in: liveID(store.id))
          }
        outcomes.append(outcome.first.map(AppliedChanges.Outcome.init) ?? .unverified)
      }
    } catch {
      throw failure(error, store.id)
    }
    return AppliedChanges(outcomes: outcomes, snapshot: try await snapshot(of: store))
  }

  /// All cookies as JSON.
  public func image(of store: StoreDescription) async throws(StoreFailure) -> [UInt8] {
    Self.bytes(try await snapshot(of: store).cookies)
  }

  /// Makes the store hold what an image holds.
  public func restore(
    image: [UInt8]?, to store: StoreDescription, expecting: FileFingerprint?, options: ApplyOptions
  ) async throws(StoreFailure) -> StoreSnapshot {
    let wanted: [Cookie]
    do {
      wanted = try image.map { try JSONDecoder().decode([Cookie].self, from: Data($0)) } ?? []
    } catch {
      throw .malformed(path: store.id.rawValue, offset: 0, expected: "a list of cookies")
    }
    let before = try await snapshot(of: store)
    guard expecting == nil || expecting == before.fingerprint else {
      throw .changedMeanwhile(path: store.id.rawValue)
    }
    let keys = Set(wanted.map(\.key))
    let changes =
      before.cookies.map(\.key).filter { !keys.contains($0) }.map(StoreChange.remove)
      + wanted.map(StoreChange.put)
    let options = ApplyOptions(expected: before.fingerprint, force: options.force)
    return try await apply(changes, to: store, options: options).snapshot
  }

  /// Nobody else holds a live store.
  public func holders(of store: StoreDescription) async -> [ProcessReference] { [] }

  /// What the engine says of the store's cookies.
  public func hints(for store: StoreDescription) -> AsyncStream<StoreHint> {
    let (stream, continuation) = AsyncStream.makeStream(of: StoreHint.self)
    let wanted = liveID(store.id)
    let task = Task { [weak self, engine] in
      let news = await engine.notifications()
      continuation.yield(.attached(.engine))
      for await notification in news {
        switch notification {
        case .cookiesChanged(wanted, let sequence, let count, let view, let cause):
          if let view, await self?.isOfOtherPool(view, store.id) == true { continue }
          let change = ObservedChange(
            sequence: sequence, count: count, view: view.flatMap { self?.label(of: $0) },
            cause: StoreEvent.Cause(cause))
          continuation.yield(.changed(change))
        case .processDied(let process) where process.role != .web:
          // What the store holds is unknown from now on, and not nothing.
          continuation.yield(.missing)
        case .cookiesChanged, .viewChanged, .navigationHeld, .navigated, .viewClosed, .processDied:
          break
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Lists the engine's pools and views.
  public func processPools(of stores: [StoreDescription]) async -> ProcessPoolListing {
    do throws(LiveFailure) {
      let engine = engine
      let open = try await engine.views()
      let views = open.map { view in
        LiveListing.View(
          view: view, store: store(of: view, among: open),
          navigations: known.withLock { $0.navigations[view.id] ?? [] })
      }
      let listing = LiveListing(
        app: app, engine: try await engine.describe(), pools: try await engine.pools(),
        stores: try await engine.stores(), views: views)
      return ProcessPoolListing(live: [listing])
    } catch {
      return ProcessPoolListing(problems: [
        "\(app.name): its engine does not answer; :restart starts it again."
      ])
    }
  }

  /// The name by which the log knows a view, such as `v1 shop`.
  private func label(of view: LiveView.ID) -> String {
    let name = known.withLock { $0.names[view] }
    return name.map { $0 == view.rawValue ? $0 : "\(view) \($0)" } ?? view.rawValue
  }
}

extension LiveStoreDriver {
  /// The identity of one of the engine's stores among all stores.
  public func id(_ store: String) -> StoreID {
    StoreID(rawValue: "live:\(app.id):\(store)")
  }

  /// The engine's own identity of a store, whichever pool's cookies of it are meant.
  public func liveID(_ store: StoreID) -> LiveStore.ID {
    let name = store.rawValue.dropFirst("live:\(app.id):".utf8.count)
    return LiveStore.ID(rawValue: String(name.prefix { $0 != "@" }))
  }

  /// The pool whose cookies of a store are meant; nil for those that the engine's interface reaches.
  func pool(of store: StoreID) -> LivePool.ID? {
    guard let at = store.rawValue.firstIndex(of: "@") else { return nil }
    return LivePool.ID(rawValue: String(store.rawValue[at...].dropFirst()))
  }

  private static let onePoolAlone =
    "On iOS 11 the interface of the engine reaches the cookies of one pool only, and not of this one. "
    + "Its own views change them."

  /// The pools whose views use a store, in the order in which they came to do so.
  private static func pools(of store: LiveStore.ID, _ views: [LiveView]) -> [LivePool.ID] {
    var pools: [LivePool.ID] = []
    for view in views where view.store == store && !pools.contains(view.pool) {
      pools.append(view.pool)
    }
    return pools
  }

  /// The store with the cookies that a view has, which on iOS 11 are those of its pool.
  private func store(of view: LiveView, among views: [LiveView]) -> StoreID {
    let isOfFirstPool = Self.pools(of: view.store, views).first == view.pool
    return view.era == .ios11 && !isOfFirstPool
      ? id("\(view.store)@\(view.pool)") : id(view.store.rawValue)
  }

  /// Whether a view has its cookies in another store than one that has the same id in the engine.
  private func isOfOtherPool(_ id: LiveView.ID, _ store: StoreID) async -> Bool {
    // A view that is closed by now tells nothing.
    guard let open = try? await engine.views(), let view = open.first(where: { $0.id == id }) else {
      return false
    }
    return self.store(of: view, among: open) != store
  }

  /// A store as it is on iOS 11, where each pool has its own cookies of it.
  private func descriptions(of store: LiveStore, pools: [LivePool.ID]) -> [StoreDescription] {
    var first = description(of: store)
    first.remarks.append(
      "Each pool has its own cookies here; these are those of "
        + (pools.first.map { "pool \($0)." } ?? "the first that a view has."))
    let others = pools.dropFirst().map { pool in
      var other = description(of: store)
      other.id = id("\(store.id)@\(pool)")
      // Nothing else is at this place: the file of the store is the first one's.
      other.path = other.id.rawValue
      other.title += ", pool \(pool)"
      other.remarks.append("These are the cookies of pool \(pool) alone. \(Self.onePoolAlone)")
      other.capabilities.refusals[.write] = Self.onePoolAlone
      return other
    }
    return [first] + others
  }

  private func description(of store: LiveStore) -> StoreDescription {
    var remarks: [String] = []
    if !store.isPersistent { remarks.append("It is in memory only and ends with Pantler.") }
    let kind: StoreDescription.Kind =
      switch store.kind {
      case .default: .standard
      case .identified(let uuid): .identified(uuid)
      case .nonPersistent: .nonPersistent
      }
    return StoreDescription(
      id: id(store.id.rawValue), app: app, kind: kind, format: .pantlerJSON,
      path: store.path ?? id(store.id.rawValue).rawValue,
      title: store.name + (store.kind == .default ? " store" : ""),
      capabilities: StoreCapabilities(observationDelayMilliseconds: 50), remarks: remarks)
  }

  func failure(_ failure: LiveFailure, _ store: StoreID) -> StoreFailure {
    switch failure {
    case .storage(let failure): failure
    case .noSuchStore: .gone(path: store.rawValue)
    case .unsupported(_, let reason), .engine(let reason):
      .unsupported(path: store.rawValue, reason: reason)
    default:
      .unsupported(path: store.rawValue, reason: "the live engine does not answer as it should")
    }
  }

  private static func fingerprint(_ cookies: [Cookie]) -> FileFingerprint {
    let bytes = bytes(cookies)
    return FileFingerprint(byteCount: bytes.count, digest: ValueDigest.sha256(bytes))
  }

  private static func bytes(_ cookies: [Cookie]) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that is not finite cannot be written, and no cookie has one.
    guard let data = try? encoder.encode(cookies) else {
      preconditionFailure("cookies cannot be written")
    }
    return Array(data)
  }
}

extension AppliedChanges.Outcome {
  /// What became of a change that the engine read back.
  fileprivate init(_ outcome: LiveOutcome) {
    self =
      switch outcome {
      case .done: .done
      case .goneAlready: .goneAlready
      case .pending, .refused, .altered, .unknown: .unverified
      }
  }
}

extension StoreEvent.Cause {
  /// Why cookies changed, in the words of the log.
  fileprivate init(_ cause: LiveNotification.ChangeCause) {
    self =
      switch cause {
      case .response: .response
      case .script: .script
      case .api, .removal: .user
      case .file: .otherProcess
      case .unknown: .unknown
      }
  }
}
