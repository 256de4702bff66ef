public import CookieCore
public import StoreModel

/// An app with web views of the embedded engine in it.
///
/// WebKit has one app in each process; here every app stands for itself, with an era, a default store and a place for
/// its files of its own.
@EngineActor public final class EmbeddedApp {
  /// Everything that an app takes from outside.
  public struct Surroundings: Sendable {
    /// Whose rules of sharing are kept.
    public var era: EngineEra
    /// What keeps persistent stores between runs; nil when nothing does.
    public var keeping: (any LiveCookieKeeping)?
    /// The list by which sites are told apart.
    public var publicSuffixes: PublicSuffixes
    /// What sleeps.
    public var clock: any Clock<Duration>
    /// The present time.
    public var now: @Sendable () -> Timestamp
    /// How long persistent cookies wait before they are written, and other pools see them.
    ///
    /// CFNetwork waits 2 to 10 seconds.
    public var writeDelay: Duration = .seconds(2)
    /// How long a navigation is held at most.
    public var holdLimit: Duration = .seconds(10)
    /// How long changes of cookies are collected before they are told together.
    public var collectingTime: Duration = .milliseconds(50)

    /// Takes what has no usual value.
    public init(
      era: EngineEra, keeping: (any LiveCookieKeeping)? = nil,
      publicSuffixes: PublicSuffixes = .system,
      clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Timestamp
    ) {
      self.era = era
      self.keeping = keeping
      self.publicSuffixes = publicSuffixes
      self.clock = clock
      self.now = now
    }
  }

  let surroundings: Surroundings
  let loader: PageLoader
  let news: NewsDesk
  private var defaultStore: WebsiteDataStore?
  private var identifiedStores: [String: WeakStore] = [:]
  private var counts: [String: Int] = [:]
  private var holds: [LiveNavigation.ID: CheckedContinuation<HoldEnd, Never>] = [:]

  /// Makes an app without a view, that loads over HTTP.
  public convenience init(_ surroundings: Surroundings) {
    self.init(surroundings, loader: PageLoader(now: surroundings.now))
  }

  /// Makes an app that loads by any transport.
  package init(_ surroundings: Surroundings, loader: PageLoader) {
    self.surroundings = surroundings
    self.loader = loader
    news = NewsDesk(
      clock: surroundings.clock, collectingTime: surroundings.collectingTime)
  }

  /// Whose rules of sharing are kept.
  public var era: EngineEra { surroundings.era }

  /// The next name of a kind, such as `p2`.
  func nextName(_ kind: String) -> String {
    counts[kind, default: 0] += 1
    return kind + String(counts[kind] ?? 0)
  }

  /// The one default store, which is read from its file when it is first asked for.
  func sharedStore() throws(LiveFailure) -> WebsiteDataStore {
    if let defaultStore { return defaultStore }
    let store = WebsiteDataStore(.default, id: "default", in: self, try kept(.default))
    defaultStore = store
    return store
  }

  /// The store of a UUID: the one that lives, or a new one with what its file holds.
  func identifiedStore(_ uuid: String) throws(LiveFailure) -> WebsiteDataStore {
    let kind = LiveStore.Kind.identified(uuid: uuid)
    guard kind.isValid else { throw .badIdentifier(text: uuid) }
    if let store = identifiedStores[uuid]?.store { return store }
    let store = WebsiteDataStore(kind, id: LiveStore.ID(rawValue: uuid), in: self, try kept(kind))
    identifiedStores[uuid] = WeakStore(store: store)
    return store
  }

  private func kept(_ kind: LiveStore.Kind) throws(LiveFailure) -> [Cookie] {
    guard let keeping = surroundings.keeping else { return [] }
    do throws(StoreFailure) {
      let now = surroundings.now()
      return try keeping.read(kind).filter { $0.expiryTime.map { $0 > now } ?? false }
    } catch {
      throw .storage(failure: error)
    }
  }

  private struct WeakStore {
    weak var store: WebsiteDataStore?
  }
}

extension EmbeddedApp {
  /// How the wait of a held navigation ended.
  enum HoldEnd: Sendable {
    case proceeding(brought: [CookieKey])
    case calledOff, timedOut
  }

  /// Holds a navigation until it is resumed, its task is cancelled, or the limit is reached.
  func hold(_ id: LiveNavigation.ID) async -> HoldEnd {
    let (clock, limit) = (surroundings.clock, surroundings.holdLimit)
    let timer = Task {
      guard (try? await clock.sleep(for: limit)) != nil else { return }
      release(id, .timedOut)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: .calledOff)
        } else {
          holds[id] = continuation
        }
      }
    } onCancel: {
      Task { @EngineActor in release(id, .calledOff) }
    }
  }

  /// Ends the wait of a navigation.
  ///
  /// - Returns: whether it was waiting.
  @discardableResult
  func release(_ id: LiveNavigation.ID, _ end: HoldEnd) -> Bool {
    guard let continuation = holds.removeValue(forKey: id) else { return false }
    continuation.resume(returning: end)
    return true
  }

  /// The seconds of the limit, for the failure that names it.
  var holdLimitSeconds: Int { max(1, Int(surroundings.holdLimit.components.seconds)) }
}
