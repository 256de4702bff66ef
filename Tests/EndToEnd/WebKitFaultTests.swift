import CookieCore
import Foundation
import LiveEngines
import StoreModel
import Testing

@Suite(
  "The host of WebKitGTK lives through what pages and the system do to it",
  .enabled(if: endToEnd), .onOwnThreads, .serialized)
struct WebKitFaultTests {
  let home: Home

  init() throws {
    home = try Home()
  }

  @Test("an address that no request of HTTP goes to fails, and the host goes on")
  func otherSchemes() async throws {
    let server = try LocalServer()
    defer { server.stop() }
    let host = try await WebKitHost(in: home, display: true)
    let store = try await host.engine.makeStore(.nonPersistent, named: nil).id
    let view = try await host.engine.openView(
      LiveConfiguration(store: store, heldSites: ["held.localhost"])
    ).id
    let redirect = "http://localhost:\(server.port)/go?to=xyz%3A%2F%2Felse.localhost%2F"
    for url in ["ftp://localhost/", "xyz://localhost/", "ws://localhost/", redirect] {
      let navigation = try await host.engine.load(LiveAddress(url: url), in: view)
      guard case .failed = navigation.outcome else {
        Issue.record("\(url): \(navigation.outcome)")
        continue
      }
    }
    let engine = host.engine
    let loading = Task {
      try await engine.load(LiveAddress(url: "xyz://held.localhost/"), in: view)
    }
    let held = try await host.first { event -> HeldNavigation? in
      if case .navigationHeld(let navigation) = event { navigation } else { nil }
    }
    #expect(held.url == "xyz://held.localhost/")
    try await engine.resume(held.id, proceeding: false, brought: [])
    _ = try await loading.value
    let page = LiveAddress(url: "http://localhost:\(server.port)/echo")
    #expect(try await engine.load(page, in: view).outcome == .loaded(status: 200, byteCount: nil))
    await engine.shutDown()
  }

  @Test(
    "a page that never comes can be called off and asked for again; its view says where it was to go"
  )
  func calledOff() async throws {
    let server = try LocalServer("busy_server.py")
    defer { server.stop() }
    let host = try await WebKitHost(in: home, display: true)
    let engine = host.engine
    let store = try await engine.makeStore(.nonPersistent, named: nil).id
    let view = try await engine.openView(LiveConfiguration(store: store)).id
    let url = "http://localhost:\(server.port)/slow"
    for isAgain in [false, true] {
      let loading = Task {
        isAgain
          ? try await engine.reload(view) : try await engine.load(LiveAddress(url: url), in: view)
      }
      try InterfaceSession.wait("the server to be asked") {
        try server.asked().count == (isAgain ? 2 : 1)
      }
      try await engine.stop(view)
      #expect(try await loading.value.outcome == .failed(failure: .cancelled))
      let left = try #require(try await engine.views().first)
      #expect(left.state == .failed(failure: .cancelled) && left.url == url)
    }
    // What comes of a load that another one takes the place of is not the other's.
    let slow = Task { try await engine.load(LiveAddress(url: url), in: view) }
    try InterfaceSession.wait("the server to be asked") { try server.asked().count == 3 }
    let page = LiveAddress(url: "http://localhost:\(server.port)/many?n=1")
    #expect(try await engine.load(page, in: view).outcome == .loaded(status: 200, byteCount: nil))
    #expect(try await slow.value.outcome == .failed(failure: .cancelled))
    await engine.shutDown()
  }

  @Test("what a page's script changes after it was loaded is told with its view")
  func lateScript() async throws {
    let server = try LocalServer("busy_server.py")
    defer { server.stop() }
    let host = try await WebKitHost(in: home, display: true)
    let engine = host.engine
    let store = try await engine.makeStore(.nonPersistent, named: nil).id
    let view = try await engine.openView(LiveConfiguration(store: store)).id
    let page = LiveAddress(url: "http://localhost:\(server.port)/late")
    _ = try await engine.load(page, in: view)
    let causer = try await host.first { event -> LiveView.ID?? in
      if case .cookiesChanged(store, _, _, let view, _) = event { .some(view) } else { nil }
    }
    #expect(causer == view)
    // What goes with the network process goes by no page.
    kill(try WebKitHost.networkProcess(in: home), SIGKILL)
    let lost = try await host.first { event -> LiveView.ID?? in
      if case .cookiesChanged(store, _, _, let view, _) = event { .some(view) } else { nil }
    }
    #expect(lost == .some(nil))
    await engine.shutDown()
  }

  @Test("what is asked while the network process dies is never answered as if nothing were there")
  func noFalseEmptiness() async throws {
    let host = try await WebKitHost(in: home, display: false)
    let engine = host.engine
    let store = try await engine.makeStore(.default, named: nil).id
    let long = Cookie(
      name: "long", value: "v", domain: "shop.test", hostOnly: true, path: "/",
      expiryTime: Timestamp(seconds: 4_102_444_800))
    #expect(try await engine.setCookies([long], in: store) == [.done])
    for round in 1...8 {
      kill(try WebKitHost.networkProcess(in: home), SIGKILL)
      async let reading = engine.allCookies(in: store)
      async let setting = engine.setCookies([long], in: store)
      // Either it is said to be unknown, or it is what the file holds.
      if let cookies = try? await reading {
        #expect(cookies.map(\.name) == ["long"], "in round \(round)")
      }
      if let outcomes = try? await setting {
        #expect(outcomes == [.done] || outcomes == [.unknown], "in round \(round)")
      }
      let role = try await host.first { event -> LiveNotification.DeadProcess.Role? in
        if case .processDied(let process) = event { process.role } else { nil }
      }
      #expect(role == .network)
      #expect(try await engine.allCookies(in: store).map(\.name) == ["long"], "in round \(round)")
    }
    await engine.shutDown()
  }
}
