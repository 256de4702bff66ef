import CookieCore
import FoundationEssentials
import StoreModel
import Synchronization

/// Stores in memory whose every act can be made to fail.
final class MemoryDriver: StoreDriver {
  /// What a test does to a store in the middle of an act.
  enum Act: Hashable { case snapshot, apply, image, restore }

  struct Store: Sendable {
    var description: StoreDescription
    /// Nil for a store without a file.
    var cookies: [Cookie]?
    /// Whether the store is known by its path only, and gone without its file.
    var isNamedOnly = false
    var isDamaged = false
    var holders: [ProcessReference] = []
    var failures: [Act: [StoreFailure]] = [:]
    /// Done once, right before the store is read.
    var beforeReading: [@Sendable () -> Void] = []
    /// Done once, right before the change is written.
    var beforeWriting: [@Sendable (inout [Cookie]) -> Void] = []
    /// Done once, right after the change is written and before it is read back.
    var afterWriting: [@Sendable (inout [Cookie]) -> Void] = []
    /// How the format keeps a cookie that is put.
    var keeping: @Sendable (Cookie) -> Cookie = { $0 }
    /// Bytes that a copy has beyond those of the file.
    var imageTail: [UInt8] = []
    /// What the format cannot put back as it was.
    var replayLosses: [ReplayLoss] = []
    /// Where the last changes took cookies from.
    var earlier: EarlierContent?
    /// Whether the driver says in what a change has left the store otherwise.
    var provesChanges = false
    var writes = 0
    var reads = 0
  }

  private struct State {
    var stores: [StoreID: Store] = [:]
    var hints: [StoreID: AsyncStream<StoreHint>.Continuation] = [:]
    var answersTests = false
    var readers: [(store: StoreID, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }
  private let state = Mutex(State())

  /// Adds a store that discovery finds.
  func add(
    _ name: String, _ cookies: [Cookie], lacking: Set<CookieAttribute> = [],
    refusing: [StoreCapabilities.Act: String] = [:]
  ) -> StoreID {
    let id = StoreID(rawValue: name)
    let description = StoreDescription(
      id: id, app: App(id: "test", name: "Test", engine: .jar), kind: .shared, format: .netscape,
      path: "/memory/" + name, title: name,
      capabilities: StoreCapabilities(refusals: refusing, unrepresentable: lacking))
    state.withLock { $0.stores[id] = Store(description: description, cookies: cookies) }
    return id
  }

  /// Prepares a path at which there is no file yet.
  func addNew(_ name: String) -> StoreID {
    let id = add(name, [])
    change(id) {
      $0.cookies = nil
      $0.isNamedOnly = true
    }
    return id
  }

  /// Whether a store has a file.
  func hasFile(_ id: StoreID) -> Bool { change(id) { $0.cookies != nil } }

  @discardableResult
  func change<Result: Sendable>(
    _ id: StoreID, _ body: @Sendable (inout Store) throws -> Result
  ) rethrows -> Result {
    try state.withLock { state in
      var store =
        state.stores[id]
        ?? Store(
          description: StoreDescription(
            id: id, app: App(id: "", name: "", engine: .jar), kind: .shared, format: .netscape,
            path: "", title: ""))
      defer { state.stores[id] = store }
      return try body(&store)
    }
  }

  func cookies(_ id: StoreID) -> [Cookie] {
    state.withLock { $0.stores[id]?.cookies ?? [] }
  }

  func fail(_ id: StoreID, _ act: Act, _ failure: StoreFailure) {
    change(id) { $0.failures[act, default: []].append(failure) }
  }

  func hint(_ hint: StoreHint, _ id: StoreID) {
    _ = state.withLock { $0.hints[id] }?.yield(hint)
  }

  /// Lets every observer say that it works, and that something changed.
  func answersTests() { state.withLock { $0.answersTests = true } }

  func endHints(_ id: StoreID) {
    state.withLock { $0.hints[id] }?.finish()
  }

  func discover() async -> Discovery {
    state.withLock { state in
      Discovery(
        stores: state.stores.values.filter { !$0.isNamedOnly }.map(\.description)
          .sorted { $0.id < $1.id })
    }
  }

  func describe(path: String) async throws(StoreFailure) -> StoreDescription? {
    state.withLock { state in
      state.stores.values.map(\.description).first { $0.path == path }
    }
  }

  func describe(
    newFile path: String, as format: StoreFormat?
  ) async throws(StoreFailure) -> StoreDescription? {
    state.withLock { state in
      state.stores.values.first { $0.description.path == path && $0.cookies == nil }?.description
    }
  }

  func snapshot(of store: StoreDescription) async throws(StoreFailure) -> StoreSnapshot {
    countReading(store.id)
    try take(.snapshot, store.id)
    change(store.id) { $0.beforeReading.isEmpty ? nil : $0.beforeReading.removeFirst() }?()
    guard hasFile(store.id) || !change(store.id, { $0.isNamedOnly }) else {
      throw .gone(path: store.path)
    }
    return change(store.id) { Self.snapshot($0) }
  }

  func image(of store: StoreDescription) async throws(StoreFailure) -> [UInt8] {
    try take(.image, store.id)
    return change(store.id) { Self.bytes($0.cookies ?? []) + $0.imageTail }
  }

  func apply(
    _ changes: [StoreChange], to store: StoreDescription, options: ApplyOptions
  ) async throws(StoreFailure) -> AppliedChanges {
    try take(.apply, store.id)
    let applied: AppliedChanges? = change(store.id) { held in
      var cookies = held.cookies ?? []
      if !held.beforeWriting.isEmpty {
        held.beforeWriting.removeFirst()(&cookies)
        held.cookies = cookies
      }
      guard Self.fingerprint(held.cookies) == options.expected else { return nil }
      let before = cookies
      let outcomes = changes.map { Self.apply($0, to: &cookies, keeping: held.keeping) }
      if !held.afterWriting.isEmpty { held.afterWriting.removeFirst()(&cookies) }
      held.cookies = cookies
      held.earlier = options.earlier
      held.writes += 1
      var applied = AppliedChanges(
        outcomes: outcomes, snapshot: Self.snapshot(held),
        replayLosses: options.earlier == nil ? [] : held.replayLosses)
      if held.provesChanges, let origin = options.expected {
        let (gone, come) = SnapshotDiff.unmatched(before, cookies)
        applied.change = ContentChange(from: origin, removed: gone, added: come)
      }
      return applied
    }
    guard let applied else { throw .changedMeanwhile(path: store.path) }
    return applied
  }

  func replayLosses(
    of changes: [StoreChange], to store: StoreDescription, from earlier: EarlierContent
  ) async throws(StoreFailure) -> [ReplayLoss] {
    change(store.id) { $0.replayLosses }
  }

  func restore(
    image: [UInt8]?, to store: StoreDescription, expecting: FileFingerprint?, options: ApplyOptions
  ) async throws(StoreFailure) -> StoreSnapshot {
    try take(.restore, store.id)
    let restored: StoreSnapshot? = change(store.id) { held in
      guard Self.fingerprint(held.cookies) == expecting else { return nil }
      held.cookies = image.flatMap { try? JSONDecoder().decode([Cookie].self, from: Data($0)) }
      held.writes += 1
      return Self.snapshot(held)
    }
    guard let restored else { throw .changedMeanwhile(path: store.path) }
    return restored
  }

  func holders(of store: StoreDescription) async -> [ProcessReference] {
    change(store.id) { $0.holders }
  }

  func hints(for store: StoreDescription) -> AsyncStream<StoreHint> {
    let (stream, continuation) = AsyncStream.makeStream(of: StoreHint.self)
    let answers = state.withLock { state -> Bool in
      state.hints[store.id] = continuation
      return state.answersTests
    }
    if answers {
      continuation.yield(.attached(.inotify))
      continuation.yield(.mayHaveChanged)
    }
    return stream
  }

  /// Waits until a store was read so many times, whether that worked or not.
  func waitForReading(_ count: Int, of id: StoreID) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state -> Bool in
        if (state.stores[id]?.reads ?? 0) >= count { return true }
        state.readers.append((id, count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func countReading(_ id: StoreID) {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.stores[id]?.reads += 1
      let reads = state.stores[id]?.reads ?? 0
      let due = state.readers.filter { $0.store == id && $0.count <= reads }
      state.readers.removeAll { $0.store == id && $0.count <= reads }
      return due.map(\.continuation)
    }
    for continuation in waiting { continuation.resume() }
  }

  private func take(_ act: Act, _ id: StoreID) throws(StoreFailure) {
    let failure = change(id) { store -> StoreFailure? in
      guard let next = store.failures[act]?.first else { return nil }
      store.failures[act]?.removeFirst()
      return next
    }
    if let failure { throw failure }
  }

  private static func apply(
    _ change: StoreChange, to cookies: inout [Cookie], keeping: (Cookie) -> Cookie
  ) -> AppliedChanges.Outcome {
    let place = cookies.firstIndex { $0.key == change.key }
    switch change {
    case .remove:
      guard let place else { return .goneAlready }
      cookies.remove(at: place)
    case .put(let cookie):
      if let place { cookies[place] = keeping(cookie) } else { cookies.append(keeping(cookie)) }
    }
    return .done
  }

  private static func snapshot(_ store: Store) -> StoreSnapshot {
    StoreSnapshot(
      store: store.description.id, cookies: store.cookies ?? [],
      fingerprint: fingerprint(store.cookies), isDamaged: store.isDamaged,
      holders: store.holders, takenAt: Timestamp(seconds: 0))
  }

  private static func bytes(_ cookies: [Cookie]) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Cookies always encode; an empty file would fail the test that looks at it.
    return (try? encoder.encode(cookies)).map { Array($0) } ?? []
  }

  static func fingerprint(_ cookies: [Cookie]?) -> FileFingerprint? {
    cookies.map { cookies in
      let bytes = bytes(cookies)
      let hash = bytes.reduce(into: UInt64(5381)) { $0 = ($0 &* 33) ^ UInt64($1) }
      return FileFingerprint(byteCount: bytes.count, digest: String(hash, radix: 16))
    }
  }
}
