import CookieCore
import EngineProtocol
import StoreModel
import Synchronization
import Testing

@testable import LiveEngines

@Suite("Views load, are held, called off, and go back")
struct WebViewTests {
  /// Answers when it is told to; a cancelled task gets its failure at once.
  private final class GateTransport: PageTransport {
    private let gate = AsyncStream<Void>.makeStream()
    let asked = AsyncStream<String>.makeStream()

    func open() { gate.continuation.finish() }

    func send(_ request: TransportRequest) async throws(PageFailure) -> TransportResponse {
      asked.continuation.yield(request.url)
      for await _ in gate.stream {}
      if Task.isCancelled { throw .cancelled }
      return .page()
    }
  }

  @Test("cookies are brought before a hop to a listed site, redirects included")
  @EngineActor func preInjection() async throws {
    let engine = EmbeddedEngine(
      World.app(
        .ios15,
        [
          "https://login.test/": .redirect("https://www.shop.test/", "at=1"),
          "https://www.shop.test/": .page(),
        ]))
    let store = try await engine.makeStore(.nonPersistent, named: nil)
    let view = try await engine.openView(
      LiveConfiguration(store: store.id, heldSites: ["shop.test"]))
    let news = await engine.notifications()
    let loading = Task {
      try await engine.load(LiveAddress(url: "https://login.test/"), in: view.id)
    }
    var sid = World.cookie("sid", "v", "shop.test")
    sid.hostOnly = false
    for await case .navigationHeld(let held) in news {
      #expect(held.site == "shop.test" && held.url == "https://www.shop.test/")
      #expect(try await engine.views().map(\.state) == [.held(navigation: held.id)])
      #expect(try await engine.setCookies([sid], in: held.store) == [.done])
      try await engine.resume(held.id, proceeding: true, brought: [sid.key])
      await #expect(throws: LiveFailure.notHeld(id: held.id)) {
        try await engine.resume(held.id, proceeding: true, brought: [])
      }
      break
    }
    let navigation = try await loading.value
    #expect(navigation.sentNames == [[], ["sid"]])
    #expect(navigation.hops.map(\.brought) == [[], [sid.key]])
  }

  @Test("a held navigation ends when it is refused, stopped, or waits too long")
  @EngineActor func heldTooLong() async throws {
    let answers = ["https://shop.test/": TransportResponse.page()]
    let app = World.app(.ios15, answers, change: { $0.holdLimit = .milliseconds(1) })
    let configuration = try WebViewConfiguration(in: app)
    configuration.heldSites = ["shop.test"]
    let late = await WebView(configuration: configuration).load(World.page("https://shop.test/"))
    #expect(late.outcome == .failed(failure: .timedOut(seconds: 1)))

    for isStopped in [true, false] {
      let engine = EmbeddedEngine(
        World.app(.ios15, answers, change: { $0.holdLimit = .seconds(3600) }))
      let view = try await engine.openView(LiveConfiguration(heldSites: ["shop.test"]))
      let news = await engine.notifications()
      let loading = Task {
        try await engine.load(LiveAddress(url: "https://shop.test/"), in: view.id)
      }
      for await case .navigationHeld(let held) in news {
        if isStopped {
          try await engine.stop(view.id)
        } else {
          try await engine.resume(held.id, proceeding: false, brought: [])
        }
        break
      }
      #expect(try await loading.value.outcome == .failed(failure: .cancelled))
    }
  }

  @Test("a later load calls the earlier one off, and its end does not touch the view")
  @EngineActor func superseded() async throws {
    let transport = GateTransport()
    let view = try World.view(World.app(transport: transport))
    let first = Task { await view.load(World.page("https://a.test/")) }
    for await _ in transport.asked.stream { break }
    let second = Task { await view.load(World.page("https://b.test/")) }
    #expect(await first.value.outcome == .failed(failure: .cancelled))
    transport.open()
    #expect(await second.value.outcome == .loaded(status: 200, byteCount: 5))
    #expect(view.url == "https://b.test/")
    #expect(view.state == .loaded(status: 200))
  }

  @Test("the history is walked along, and cut off by a new page")
  @EngineActor func history() async throws {
    let pages = ["a", "b", "c"].map { "https://\($0).test/" }
    let engine = EmbeddedEngine(
      World.app(
        .ios15, Dictionary(uniqueKeysWithValues: pages.map { ($0, TransportResponse.page()) })))
    let view = try await engine.openView(LiveConfiguration())
    await #expect(throws: LiveFailure.nowhereToGo(view: view.id)) {
      try await engine.reload(view.id)
    }
    for page in pages.prefix(2) { _ = try await engine.load(LiveAddress(url: page), in: view.id) }
    #expect(try await engine.go(-1, in: view.id).hops.map(\.url) == [pages[0]])
    #expect(try await engine.reload(view.id).hops.map(\.url) == [pages[0]])
    #expect(try await engine.go(1, in: view.id).hops.map(\.url) == [pages[1]])
    _ = try await engine.go(-1, in: view.id)
    _ = try await engine.load(LiveAddress(url: pages[2]), in: view.id)
    for steps in [1, -2, Int.min, Int.max] {
      await #expect(throws: LiveFailure.nowhereToGo(view: view.id)) {
        try await engine.go(steps, in: view.id)
      }
    }
    #expect(try await engine.views().map(\.url) == [pages[2]])
  }

  @Test("a thousand changes are told together, and counted")
  @EngineActor func coalescing() async throws {
    let fields = (1...1000).map { Array("c\($0)=1".utf8) }
    let engine = EmbeddedEngine(
      World.app(
        .ios15, ["https://shop.test/": TransportResponse(status: 200, setCookies: fields)]))
    let view = try await engine.openView(LiveConfiguration())
    let news = await engine.notifications()
    _ = try await engine.load(LiveAddress(url: "https://shop.test/"), in: view.id)
    await engine.shutDown()
    var told: [LiveNotification] = []
    for await notification in news {
      if case .cookiesChanged = notification { told.append(notification) }
    }
    #expect(
      told == [
        .cookiesChanged(
          store: "default", sequence: 1000, count: 1000, view: view.id, cause: .response)
      ])
  }

  @Test("the title is found and shown in one line")
  func titles() {
    for (page, title) in [
      ("<html><TITLE lang=de>\n A &amp; B\n</TITLE>", "A & B"), ("<p>none", nil),
      ("<title></title>", nil), ("<title>open", nil), ("<title", nil), ("", nil),
    ] {
      #expect(PageTitle.find(in: Array(page.utf8)) == title)
    }
  }

  @Test("what is not there, or no address, is said so")
  @EngineActor func failures() async throws {
    let engine = EmbeddedEngine(World.app())
    let store = try await engine.makeStore(.default, named: nil)
    let view = try await engine.openView(LiveConfiguration(store: store.id))
    await #expect(throws: LiveFailure.inUse(views: [view.id])) {
      try await engine.closePool(view.pool)
    }
    await #expect(throws: LiveFailure.inUse(views: [view.id])) {
      try await engine.closeStore(store.id)
    }
    await #expect(throws: LiveFailure.badAddress(text: "shop")) {
      try await engine.load(LiveAddress(url: "shop"), in: view.id)
    }
    await #expect(throws: LiveFailure.badSite(text: "a b")) {
      try await engine.openView(LiveConfiguration(heldSites: ["a b"]))
    }
    try await engine.closeView(view.id)
    await #expect(throws: LiveFailure.noSuchView(id: view.id)) { try await engine.stop(view.id) }
    try await engine.closePool(view.pool)
    try await engine.closeStore(store.id)
    await #expect(throws: LiveFailure.noSuchStore(id: store.id)) {
      try await engine.allCookies(in: store.id)
    }
  }

  @Test("everything can be asked for in messages")
  @EngineActor func messages() async throws {
    let engine = EmbeddedEngine(World.app(.ios15, ["https://shop.test/": .page("sid=1")]))
    func ask(_ request: EngineRequest) async throws -> EngineReply {
      let frame = try #require(
        EngineFrame(line: Array(EngineFrame(.request(id: 1, request)).line.dropLast())))
      guard case .request(_, let asked) = frame.message else {
        throw LiveFailure.badReply(expected: "")
      }
      let answer = EngineFrame(.reply(id: 1, try await asked.answer(by: engine)))
      let read = try #require(EngineFrame(line: Array(answer.line.dropLast())))
      guard read == answer, case .reply(_, let reply) = read.message else {
        throw LiveFailure.badReply(expected: "\(answer)")
      }
      return reply
    }
    _ = try await ask(.describe)
    _ = try await ask(.makePool(name: "left"))
    _ = try await ask(.makeStore(kind: .nonPersistent, name: nil))
    _ = try await ask(
      .openView(configuration: LiveConfiguration(name: "shop", pool: "p1", store: "s1")))
    guard
      case .navigation(let navigation) = try await ask(
        .load(view: "v1", address: LiveAddress(url: "https://shop.test/")))
    else { throw LiveFailure.badReply(expected: "a navigation") }
    #expect(navigation.hops.map { $0.received?.map(\.effect) } == [[.stored]])
    guard case .cookies(let cookies) = try await ask(.allCookies(store: "s1")) else {
      throw LiveFailure.badReply(expected: "cookies")
    }
    #expect(
      try await ask(.setCookies(store: "s1", cookies: cookies)) == .outcomes(outcomes: [.done]))
    #expect(
      try await ask(.deleteCookies(store: "s1", keys: cookies.map(\.key)))
        == .outcomes(outcomes: [.done]))
    #expect(try await ask(.listRecords(store: "s1", types: [.cookies])) == .records(records: []))
    #expect(try await ask(.closeView(view: "v1")) == .done)
    #expect(try await ask(.closeStore(store: "s1")) == .done)
    #expect(try await ask(.closePool(pool: "p1")) == .done)
    #expect(try await ask(.shutDown) == .done)
  }
}
