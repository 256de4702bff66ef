#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  /// What a view tells its engine.
  enum ViewEvent {
    /// It began to load, or its title or address changed.
    case changed
    /// A navigation waits for its cookies.
    case held(HeldNavigation)
    case navigated(LiveNavigation)
    /// Its web process is gone.
    case processDied(reason: String)
  }

  /// What the engine still has to tell of a load that was called off, which is not the present one's.
  enum CalledOffLoad {
    case none, awaitsFailure, awaitsEnd
  }

  /// A web view of the engine, in no window.
  @GLibActor
  final class WebKitView {
    let id: LiveView.ID
    let pool: LivePool.ID
    let store: WebKitStore
    /// What it was made with.
    let configuration: LiveConfiguration
    /// The engine's view; another one after each death of the network process.
    private(set) var view: OpaquePointer
    let tell: @GLibActor (WebKitView, ViewEvent) -> Void
    var state = LiveView.State.blank
    /// Where it was before its view was made anew, or was to go at last.
    var lastURL: String?
    var navigation: Navigation?
    var decision: HeldDecision?
    var calledOff = CalledOffLoad.none
    private let nextNavigation: @GLibActor () -> LiveNavigation.ID

    /// Opens a blank view.
    ///
    /// - Parameters:
    ///   - context: the engine's context, which stands for the pool.
    ///   - nextNavigation: makes the id of a navigation.
    ///   - tell: called with what happens to it.
    init(
      id: LiveView.ID, pool: LivePool.ID, context: OpaquePointer, store: WebKitStore,
      configuration: LiveConfiguration,
      nextNavigation: @escaping @GLibActor () -> LiveNavigation.ID,
      tell: @escaping @GLibActor (WebKitView, ViewEvent) -> Void
    ) throws(LiveFailure) {
      guard let made = pantler_web_view_new(context, store.session) else {
        throw .engine(message: "The engine made no view.")
      }
      self.id = id
      self.pool = pool
      self.store = store
      self.configuration = configuration
      self.nextNavigation = nextNavigation
      self.tell = tell
      view = OpaquePointer(made)
      ViewSignals.connect(self)
    }

    /// What it is, for those who asked.
    var description: LiveView {
      LiveView(
        id: id, name: configuration.name ?? id.rawValue, url: url, title: title, state: state,
        engine: WebKitEngine.name, era: .webkitgtk, pool: pool, store: store.id,
        jar: store.id.rawValue, heldSites: configuration.heldSites)
    }

    /// Where it is, or was to go when nothing came of its first load; nil before that.
    var url: String? { ownURL ?? lastURL }

    /// What the engine's view says where it is; nil where it is nowhere, as after a first load that was called off.
    var ownURL: String? {
      guard let text = webkit_web_view_get_uri(webView).map({ String(cString: $0) }) else {
        return nil
      }
      return text.isEmpty ? nil : text
    }

    /// The title of the page; nil when it has none.
    var title: String? {
      guard let title = webkit_web_view_get_title(webView).map({ String(cString: $0) }) else {
        return nil
      }
      return title.isEmpty ? nil : title
    }

    var webView: UnsafeMutablePointer<WebKitWebView> { UnsafeMutablePointer(view) }

    /// Makes the engine's view anew in the store's present session; the page is not loaded again.
    ///
    /// - Precondition: `letGo` was called.
    func renew(context: OpaquePointer) {
      state = .processDied
      calledOff = .none
      guard let made = pantler_web_view_new(context, store.session) else { return }
      view = OpaquePointer(made)
      ViewSignals.connect(self)
    }

    /// Lets go of the engine's view, but remembers where it was.
    func letGo() {
      lastURL = url
      ViewSignals.disconnect(self)
      webkit_web_view_try_close(webView)
      g_object_unref(UnsafeMutableRawPointer(view))
    }

    /// Closes it; what it loads is called off.
    func close() {
      end(.cancelled)
      letGo()
    }

    /// Starts a navigation and waits for its end; the one before is called off.
    ///
    /// - Parameter start: asks the engine to load something.
    func navigate(_ start: () -> Void) async -> LiveNavigation {
      callOff()
      return await withCheckedContinuation { continuation in
        var next = Navigation(id: nextNavigation())
        next.waiters.append(continuation)
        navigation = next
        state = .loading
        start()
        tell(self, .changed)
      }
    }

    /// Ends the navigation under way before the engine tells of its end; does nothing without one.
    func callOff() {
      guard navigation != nil else { return }
      calledOff = .awaitsFailure
      end(.cancelled)
    }

    /// Loads the page again, or, where none came yet, what was asked for at last.
    func loadAgain(_ url: String) {
      let list = webkit_web_view_get_back_forward_list(webView)
      let page = webkit_back_forward_list_get_current_item(list)
        .flatMap { webkit_back_forward_list_item_get_uri($0) }.map { String(cString: $0) }
      if page == url {
        webkit_web_view_reload(webView)
      } else {
        webkit_web_view_load_uri(webView, url)
      }
    }

    /// Notes a navigation that the page itself began.
    func beginUnlessUnderWay() {
      guard navigation == nil else { return }
      navigation = Navigation(id: nextNavigation())
      state = .loading
      tell(self, .changed)
    }

    /// Ends the navigation under way, if there is one.
    ///
    /// - Parameter failure: why it failed; nil when the page came, or what the engine said before.
    func end(_ failure: PageFailure?) {
      releaseDecision(proceeding: false)
      guard let ended = navigation else { return }
      navigation = nil
      lastURL = ended.hops.last?.url ?? lastURL
      let outcome: LiveNavigation.Outcome
      if let failure = failure ?? ended.failure {
        outcome = .failed(failure: failure)
        if state != .processDied { state = .failed(failure: failure) }
      } else {
        // A page without a response is none: the engine shows a blank one for ports that it blocks, and calls it loaded.
        if let status = ended.hops.last?.status, status > 0 {
          outcome = .loaded(status: status, byteCount: nil)
          state = .loaded(status: status)
        } else {
          let failure = PageFailure.connection("the engine asked no server; it may block the port")
          outcome = .failed(failure: failure)
          state = .failed(failure: failure)
        }
      }
      let result = LiveNavigation(
        id: ended.id, view: id, hops: ended.hops, outcome: outcome, title: title)
      for waiter in ended.waiters { waiter.resume(returning: result) }
      tell(self, .navigated(result))
    }
  }
#endif
