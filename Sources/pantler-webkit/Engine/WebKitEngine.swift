#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  /// WebKitGTK as a live engine.
  ///
  /// Its stores are network sessions, its pools web contexts. Without a display it has stores and cookies, and no views.
  @GLibActor
  final class WebKitEngine {
    /// What people call it.
    nonisolated static let name = "webkit"

    /// The folder below which persistent stores are kept, each in a folder of its own.
    let folder: String
    /// Whether there is a display, without which the engine ends the whole program where it makes a view.
    let hasDisplay: Bool
    let clock: @Sendable () -> Timestamp
    var stores: [LiveStore.ID: WebKitStore] = [:]
    var pools: [LivePool.ID: WebKitPool] = [:]
    var views: [LiveView.ID: WebKitView] = [:]
    private(set) var network: NetworkProcess?
    /// Opens sessions anew, after the network process died or a removal in another process; nil before the first time.
    var renewal: Task<Void, Never>?
    private var listeners: [Int: AsyncStream<LiveNotification>.Continuation] = [:]
    private var counts = Counts()
    private var bursts: [LiveStore.ID: ChangeBurst] = [:]

    /// The numbers from which ids are made.
    struct Counts {
      var pools = 0
      var stores = 0
      var views = 0
      var navigations = 0
      var listeners = 0
    }

    /// Prepares the engine; nothing is started before the first store.
    init(folder: String, hasDisplay: Bool, clock: @escaping @Sendable () -> Timestamp) {
      self.folder = folder
      self.hasDisplay = hasDisplay
      self.clock = clock
      network = NetworkProcess { [unowned self] process in networkDied(process) }
    }

    /// Counts one of the numbers up.
    func next(_ number: WritableKeyPath<Counts, Int>) -> Int {
      counts[keyPath: number] += 1
      return counts[keyPath: number]
    }

    /// The store, after its session was opened anew where that is under way.
    func store(_ id: LiveStore.ID) async throws(LiveFailure) -> WebKitStore {
      await renewed()
      guard let store = stores[id] else { throw .noSuchStore(id: id) }
      return store
    }

    /// The view, after it was made anew where that is under way.
    func view(_ id: LiveView.ID) async throws(LiveFailure) -> WebKitView {
      await renewed()
      guard let view = views[id] else { throw .noSuchView(id: id) }
      return view
    }

    /// Returns when no session is being opened anew, nor is any to be.
    private func renewed() async {
      while let awaited = renewal {
        await awaited.value
        // Another one may have begun behind it.
        if renewal == awaited { return }
      }
    }

    /// Sends a notification to all who listen.
    func tell(_ notification: LiveNotification) {
      for listener in listeners.values { listener.yield(notification) }
    }

    /// Adds a listener, which takes itself away.
    func listen() -> AsyncStream<LiveNotification> {
      let number = next(\.listeners)
      let (stream, continuation) = AsyncStream.makeStream(
        of: LiveNotification.self, bufferingPolicy: .bufferingNewest(1024))
      continuation.onTermination = { _ in
        Task { @GLibActor [weak self] in self?.listeners[number] = nil }
      }
      listeners[number] = continuation
      return stream
    }

    /// Notes a change of a store's cookies; those that come together are told of as one.
    ///
    /// - Parameter own: the cause where a call of this program is under way.
    func cookiesChanged(
      in store: WebKitStore, because own: LiveNotification.ChangeCause?
    ) {
      let view = own == nil ? causer(of: store)?.id : nil
      let cause = own ?? .unknown
      if let burst = bursts[store.id], burst.cause != cause || burst.view != view {
        tellChanges(of: store.id)
      }
      if bursts[store.id] == nil { scheduleTelling(of: store.id) }
      bursts[store.id, default: ChangeBurst(view: view, cause: cause)].add(store.sequence)
    }

    /// The view whose page changed a store: the one that loads, or else the only one there is; nil for none or several.
    private func causer(of store: WebKitStore) -> WebKitView? {
      let users = views.values.filter { $0.store === store }
      let loading = users.filter { $0.navigation != nil }
      return loading.count == 1 ? loading[0] : users.count == 1 ? users[0] : nil
    }

    /// Tells of the changes of a store that were held back.
    func tellChanges(of store: LiveStore.ID) {
      guard let burst = bursts.removeValue(forKey: store) else { return }
      tell(
        .cookiesChanged(
          store: store, sequence: burst.sequence, count: burst.count, view: burst.view,
          cause: burst.cause))
    }

    private func scheduleTelling(of store: LiveStore.ID) {
      Task { @GLibActor [weak self] in
        await GLibTimer.wait(milliseconds: ChangeBurst.milliseconds)
        self?.tellChanges(of: store)
      }
    }
  }

  /// Changes of one store that come together, of one cause.
  struct ChangeBurst {
    /// How long changes are held back: a page can make thousands a second.
    static let milliseconds = 50

    /// The view that caused them; nil for none, or when nobody knows.
    let view: LiveView.ID?
    /// Why they came.
    let cause: LiveNotification.ChangeCause
    /// How many.
    private(set) var count = 0
    /// The number of the last one.
    private(set) var sequence: UInt64 = 0

    init(view: LiveView.ID?, cause: LiveNotification.ChangeCause) {
      self.view = view
      self.cause = cause
    }

    /// Counts one more, by its number.
    mutating func add(_ sequence: UInt64) {
      count += 1
      self.sequence = sequence
    }
  }
#endif
