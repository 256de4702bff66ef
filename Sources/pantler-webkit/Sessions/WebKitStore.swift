#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  /// A store of this program: a network session of the engine, with its cookies and what sites keep in it.
  @GLibActor
  final class WebKitStore {
    let id: LiveStore.ID
    let kind: LiveStore.Kind
    let name: String
    /// Where it keeps things; nil when it is in memory only.
    let place: StorePlace?
    /// The engine's session, another one after each death of the network process.
    private(set) var session: OpaquePointer
    private var isOpen = true
    /// How often the session was opened; an answer that came from another one says nothing.
    private(set) var generation = 0
    /// Whether what the session answers is what the store holds.
    var isKnown = true
    /// The number of its last change.
    private(set) var sequence: UInt64 = 0
    /// The causes of the own calls that are under way, whose changes are then not a page's.
    private var ownCauses: [LiveNotification.ChangeCause] = []
    private var callsUnderWay = 0
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []
    private let changed: @GLibActor (WebKitStore, LiveNotification.ChangeCause?) -> Void
    private var handler: gulong = 0

    /// Opens a session.
    ///
    /// - Parameter changed: called for each change of a cookie, with the cause where a call of this program is under way.
    init(
      id: LiveStore.ID, kind: LiveStore.Kind, name: String, place: StorePlace?,
      changed: @escaping @GLibActor (WebKitStore, LiveNotification.ChangeCause?) -> Void
    ) {
      self.id = id
      self.kind = kind
      self.name = name
      self.place = place
      self.changed = changed
      session = Self.makeSession(at: place)
      observe()
    }

    /// What the store is, for those who asked.
    var description: LiveStore {
      LiveStore(id: id, kind: kind, name: name, path: place?.cookies, sequence: sequence)
    }

    /// The engine's manager of cookies, which belongs to the session.
    var cookieManager: OpaquePointer { webkit_network_session_get_cookie_manager(session) }

    /// The engine's manager of website data, which belongs to the session.
    var dataManager: OpaquePointer { webkit_network_session_get_website_data_manager(session) }

    /// Opens the session anew, because the old one is never told of changes again after its network process died.
    ///
    /// Two sessions on one file do not see each other's changes, so no view may still use the old one.
    func renew() {
      close()
      generation += 1
      session = Self.makeSession(at: place)
      isOpen = true
      observe()
    }

    /// Lets go of the session; what is on disk stays.
    func close() {
      guard isOpen else { return }
      isOpen = false
      g_signal_handler_disconnect(UnsafeMutableRawPointer(cookieManager), handler)
      g_object_unref(UnsafeMutableRawPointer(session))
    }

    /// Does something whose changes of cookies are this program's own.
    func byOwnCall<Value>(
      _ cause: LiveNotification.ChangeCause, _ act: () async throws(LiveFailure) -> Value
    ) async throws(LiveFailure) -> Value {
      ownCauses.append(cause)
      defer { ownCauses.remove(at: ownCauses.lastIndex(of: cause) ?? 0) }
      return try await act()
    }

    /// Does something that its session must stay open for.
    func underWay<Value>(
      _ act: () async throws(CallFailure) -> Value
    ) async throws(CallFailure) -> Value {
      callsUnderWay += 1
      defer {
        callsUnderWay -= 1
        if callsUnderWay == 0 {
          for waiter in idleWaiters { waiter.resume() }
          idleWaiters = []
        }
      }
      return try await act()
    }

    /// Returns when every call that needs the session has ended, as each does within its limit of time.
    func untilNothingIsUnderWay() async {
      guard callsUnderWay > 0 else { return }
      await withCheckedContinuation { idleWaiters.append($0) }
    }

    /// Counts a change and tells of it.
    func cookiesDidChange() {
      sequence += 1
      changed(self, ownCauses.last)
    }

    /// Counts it as a change that the session is another one, which no page did.
    func sessionDidChange() {
      sequence += 1
      changed(self, .unknown)
    }

    private static func makeSession(at place: StorePlace?) -> OpaquePointer {
      guard let place else { return webkit_network_session_new_ephemeral() }
      let session: OpaquePointer = webkit_network_session_new(place.data, place.cache)
      // Without it even a persistent session keeps its cookies in memory only.
      webkit_cookie_manager_set_persistent_storage(
        webkit_network_session_get_cookie_manager(session), place.cookies,
        WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE)
      return session
    }

    private func observe() {
      let callback: @convention(c) (OpaquePointer?, gpointer?) -> Void = { _, data in
        guard let data else { return }
        let store = Unmanaged<WebKitStore>.fromOpaque(data).takeUnretainedValue()
        GLibActor.assumeIsolated { store.cookiesDidChange() }
      }
      // The handler is taken away before the store goes.
      handler = g_signal_connect_data(
        UnsafeMutableRawPointer(cookieManager), "changed",
        unsafeBitCast(callback, to: GCallback.self), Unmanaged.passUnretained(self).toOpaque(), nil,
        GConnectFlags(rawValue: 0))
    }
  }

  /// The folders and the file of a persistent store.
  struct StorePlace: Equatable, Sendable {
    /// The folder of website data.
    var data: String
    /// The folder of caches.
    var cache: String
    /// The file of the persistent cookies.
    var cookies: String

    /// Puts all of a store below one folder.
    init(folder: String) {
      data = folder + "/data"
      cache = folder + "/cache"
      cookies = folder + "/cookies.sqlite"
    }
  }
#endif
