import CookieCore
import Foundation
import LiveEngines
import StoreModel
import Testing

/// The host of WebKitGTK, with stores of its own in a home.
struct WebKitHost {
  let engine: RemoteEngine
  let events: AsyncStream<LiveNotification>

  /// Starts the host, on a display of its own or on none.
  init(
    in home: Home, display: Bool, limits: RemoteEngine.Limits = .init(),
    environment added: [String: String] = [:]
  ) async throws {
    let program = try Program.built("pantler-webkit").path
    let environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8",
    ].merging(home.environment) { $1 }.merging(added) { $1 }
    let command = [program, "--data", home.path("webkit")]
    engine = RemoteEngine(
      launcher: HostLauncher(
        name: "webkit",
        command: command + (display ? [] : ["--no-display"]),
        environment: environment), limits: limits)
    try await engine.start()
    events = await engine.notifications()
  }

  /// The id of the network process that uses the home's stores.
  static func networkProcess(in home: Home) throws -> Int32 {
    let listed = try Program("/usr/bin/pgrep").run(["-f", "WebKitNetworkProcess"]).output
    let ids = listed.split(separator: "\n").compactMap { Int32($0) }
    return try #require(
      ids.first { id in
        let environment = try? String(
          decoding: Data(contentsOf: URL(filePath: "/proc/\(id)/environ")), as: UTF8.self)
        return environment?.contains(home.url.path) ?? false
      })
  }

  /// The process that started another one: the host of a network process.
  static func parent(of process: Int32) throws -> Int32 {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("PPid:") }
    return try #require(line?.split(separator: "\t").last.flatMap { Int32($0) })
  }

  /// Waits for a notification and returns what a test wants of it.
  func first<Value>(_ wanted: (LiveNotification) -> Value?) async throws -> Value {
    for await event in events {
      if let value = wanted(event) { return value }
    }
    throw Failure.waitedInVain("a notification of the host")
  }
}

@Suite("WebKitGTK is driven through its host", .enabled(if: endToEnd), .onOwnThreads, .serialized)
struct WebKitHostTests {
  let home: Home

  init() throws {
    home = try Home()
  }

  private func cookie(
    _ name: CookieText, _ domain: CookieText = "shop.test", path: CookieText = "/",
    hostOnly: Bool = true, seconds: Int64? = 86_400
  ) -> Cookie {
    Cookie(
      name: name, value: "v", domain: domain, hostOnly: hostOnly, path: path, httpOnly: true,
      sameSite: .lax,
      expiryTime: seconds.map {
        Timestamp(seconds: Int64(Date().timeIntervalSince1970) + $0)
      })
  }

  @Test("Without a display it keeps cookies and says what it cannot do and why")
  func noDisplay() async throws {
    let host = try await WebKitHost(in: home, display: false)
    let description = try await host.engine.describe()
    #expect(description.allows(.setCookies))
    #expect(description.refusals[.openViews]?.contains("install Xvfb") == true)
    await #expect(throws: LiveFailure.self) {
      try await host.engine.openView(LiveConfiguration())
    }
    let store = try await host.engine.makeStore(.default, named: nil).id
    // The engine says yes to the third, and does not keep it.
    let outcomes = try await host.engine.setCookies(
      [
        cookie("a", path: "/one"), cookie("a", path: "/two"), cookie("b", "co.uk", hostOnly: false),
      ],
      in: store)
    #expect(outcomes == [.done, .done, .refused(reason: "")])
    let told = try await host.first { event -> LiveNotification.ChangeCause? in
      if case .cookiesChanged(store, _, _, _, let cause) = event { cause } else { nil }
    }
    #expect(told == .api)
    // The value is another one now: what is deleted is the identity.
    var key = cookie("a", path: "/one").key
    #expect(try await host.engine.deleteCookies([key], in: store) == [.done])
    key.path = "/three"
    #expect(try await host.engine.deleteCookies([key], in: store) == [.goneAlready])
    #expect(try await host.engine.allCookies(in: store).map(\.path) == ["/two"])
    await host.engine.shutDown()

    // libsoup's own file would have lost the sibling.
    let rows = try Program("/usr/bin/sqlite3").run([
      home.path("webkit/default/cookies.sqlite"), "select path from moz_cookies",
    ]).output
    #expect(rows == "/two\n")
  }

  @Test("After a restart persistent cookies are there, session ones and memory stores are not")
  func restart() async throws {
    let uuid = "0f3c1e2a-5b6d-4e7f-8a9b-0c1d2e3f4a5b"
    for isFirst in [true, false] {
      let host = try await WebKitHost(in: home, display: false)
      let kept = [
        try await host.engine.makeStore(.default, named: nil).id,
        try await host.engine.makeStore(.identified(uuid: uuid), named: nil).id,
      ]
      let memory = try await host.engine.makeStore(.nonPersistent, named: nil).id
      for store in kept + [memory] {
        if isFirst {
          let set = [cookie("long"), cookie("session", seconds: nil)]
          #expect(try await host.engine.setCookies(set, in: store) == [.done, .done])
        } else {
          let names = try await host.engine.allCookies(in: store).map(\.name)
          #expect(names == (store == memory ? [] : ["long"]))
        }
      }
      await #expect(throws: LiveFailure.badIdentifier(text: "X")) {
        try await host.engine.makeStore(.identified(uuid: "X"), named: nil)
      }
      await host.engine.shutDown()
    }
    let folders = try FileManager.default.contentsOfDirectory(atPath: home.path("webkit"))
    #expect(Set(folders) == ["default", uuid])
  }

  @Test("A held navigation gets its cookies before its request, on the far side of a redirect too")
  func held() async throws {
    let server = try LocalServer()
    defer { server.stop() }
    let host = try await WebKitHost(in: home, display: true)
    let store = try await host.engine.makeStore(.nonPersistent, named: nil).id
    let view = try await host.engine.openView(
      LiveConfiguration(store: store, heldSites: ["shop.localhost"])
    ).id
    let target = "http://shop.localhost:\(server.port)/echo?c=end=2"
    let start =
      "http://localhost:\(server.port)/go?c=hop=1&to="
      + (target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    let engine = host.engine
    let loading = Task { try await engine.load(LiveAddress(url: start), in: view) }
    let held = try await host.first { event -> HeldNavigation? in
      if case .navigationHeld(let navigation) = event { navigation } else { nil }
    }
    #expect(held.url == target)
    #expect(held.site == "shop.localhost")
    let brought = cookie("brought", "shop.localhost")
    #expect(try await engine.setCookies([brought], in: store) == [.done])
    try await engine.resume(held.id, proceeding: true, brought: [brought.key])
    let navigation = try await loading.value
    #expect(navigation.hops.map(\.status) == [302, 200])
    #expect(navigation.hops.map(\.url) == [start, target])
    #expect(navigation.hops.map(\.brought) == [[], [brought.key]])
    #expect(try server.asked().prefix(2) == ["/go ", "/echo brought=v"])
    #expect(
      Set(try await engine.allCookies(in: store).map(\.name)) == ["hop", "brought", "end"])
    await #expect(throws: LiveFailure.notHeld(id: held.id)) {
      try await engine.resume(held.id, proceeding: true, brought: [])
    }
    await engine.shutDown()
  }

  @Test(
    "The death of the network process is told; then stores are what is on disk, and are watched")
  func networkProcessDies() async throws {
    let host = try await WebKitHost(in: home, display: true)
    let store = try await host.engine.makeStore(.default, named: nil).id
    let view = try await host.engine.openView(LiveConfiguration(store: store)).id
    let set = [cookie("long"), cookie("session", seconds: nil)]
    #expect(try await host.engine.setCookies(set, in: store) == [.done, .done])
    kill(try WebKitHost.networkProcess(in: home), SIGKILL)
    let role = try await host.first { event -> LiveNotification.DeadProcess.Role? in
      if case .processDied(let process) = event { process.role } else { nil }
    }
    #expect(role == .network)
    // Never a false emptiness: either it is said to be unknown, or it is what the file holds.
    #expect(try await host.engine.allCookies(in: store).map(\.name) == ["long"])
    #expect(try await host.engine.setCookies([cookie("after")], in: store) == [.done])
    let told = try await host.first { event -> LiveNotification.ChangeCause? in
      if case .cookiesChanged(store, _, _, _, .api) = event { .api } else { nil }
    }
    #expect(told == .api)
    #expect(try await host.engine.views().map(\.id) == [view])
    await host.engine.shutDown()
  }

  @Test("A killed host is told of, and another one goes on with what is on disk")
  func hostDies() async throws {
    let host = try await WebKitHost(in: home, display: false)
    let store = try await host.engine.makeStore(.default, named: nil).id
    #expect(try await host.engine.setCookies([cookie("long")], in: store) == [.done])
    let network = try WebKitHost.networkProcess(in: home)
    kill(try WebKitHost.parent(of: network), SIGKILL)
    let reason = try await host.first { event -> String? in
      if case .processDied(let process) = event, process.role == .host {
        process.reason
      } else {
        nil
      }
    }
    #expect(reason.hasPrefix("it was ended by signal 9"))
    await #expect(throws: LiveFailure.self) { try await host.engine.allCookies(in: store) }
    try await host.engine.start()
    let again = try await host.engine.makeStore(.default, named: nil).id
    #expect(try await host.engine.allCookies(in: again).map(\.name) == ["long"])
    await host.engine.shutDown()
  }

  @Test("A page that sets a thousand cookies, and one that never comes, hold nobody up")
  func busyPages() async throws {
    let server = try LocalServer("busy_server.py")
    defer { server.stop() }
    let host = try await WebKitHost(
      in: home, display: true, limits: .init(load: .seconds(5)))
    let store = try await host.engine.makeStore(.nonPersistent, named: nil).id
    let view = try await host.engine.openView(LiveConfiguration(store: store)).id
    let engine = host.engine
    let many = LiveAddress(url: "http://localhost:\(server.port)/many?n=1000")
    let loading = Task { try await engine.load(many, in: view) }
    var counted = 0
    var notifications = 0
    for await case .cookiesChanged(store, let sequence, let count, _, _) in host.events {
      counted += count
      notifications += 1
      #expect(Int(sequence) == counted)
      if counted == 1000 { break }
    }
    #expect(notifications < 200)
    _ = try await loading.value
    #expect(try await engine.allCookies(in: store).map(\.value) == ["999"])
    await #expect(throws: LiveFailure.timedOut(milliseconds: 5000)) {
      try await engine.load(LiveAddress(url: "http://localhost:\(server.port)/slow"), in: view)
    }
    let state = try await engine.views().first?.state
    #expect(state == .failed(failure: .cancelled))
    await engine.shutDown()
  }

  @Test("Records are listed and removed by site and type, as the engine does it")
  func records() async throws {
    let server = try LocalServer("site_server.py")
    defer { server.stop() }
    let host = try await WebKitHost(in: home, display: true)
    let store = try await host.engine.makeStore(.default, named: nil).id
    let view = try await host.engine.openView(LiveConfiguration(store: store)).id
    _ = try await host.engine.load(
      LiveAddress(url: "http://localhost:\(server.port)/page"), in: view)
    _ = try await host.first { event -> Bool? in
      if case .viewChanged(let view) = event, view.title == "done" { true } else { nil }
    }
    let types: [DataType] = [.localStorage, .indexedDBDatabases, .fetchCache]
    let found = try await host.engine.records(of: types, in: store)
    #expect(
      found.first { $0.displayName == "localhost" }?.types
        == types.sorted { $0.rawValue < $1.rawValue })
    let left = try await host.engine.removeRecords(
      of: [.indexedDBDatabases], named: ["localhost"], since: nil, in: store)
    #expect(left == [])
    let after = try await host.engine.records(of: types, in: store)
    #expect(after.first { $0.displayName == "localhost" }?.types == [.fetchCache, .localStorage])
    await #expect(throws: LiveFailure.self) {
      try await host.engine.removeRecords(
        of: [.cookies], named: nil, since: Timestamp(seconds: 1), in: store)
    }
    await host.engine.shutDown()
  }

  @Test(
    "A program that is killed while its host stands still leaves no process and no display behind")
  func killedProgram() throws {
    try home.write(
      "{ app: 'left', engine: 'webkit', stores: [{ name: 'main', kind: 'nonPersistent' }], "
        + "views: [{ name: 'a', store: 'main' }] }", to: "left.json5")
    let pantler = try RunningProgram(
      Program.built("pantler").path, ["scene", home.path("left.json5"), "watch"],
      environment: home.environment)
    #expect(pantler.line() != nil)
    let marks = home.path("run/pantler/hosts")
    let host = try #require(
      FileManager.default.contentsOfDirectory(atPath: marks).compactMap { Int32($0) }.first)
    let display = try #require(try child(of: host, named: "Xvfb"))
    kill(host, SIGSTOP)
    pantler.signal(SIGKILL)
    _ = pantler.status()
    try InterfaceSession.wait("the end of the host", seconds: 30) {
      InterfaceSession.state(of: host) == nil
    }
    try InterfaceSession.wait("the end of the display", seconds: 30) {
      InterfaceSession.state(of: display) == nil
    }
    // Folders that the engine made for its sandboxes, and the mark of the host, go with the next one.
    try home.write("{}", to: "run/.flatpak/webkit-\(host)-4/bwrapinfo.json")
    try home.write("", to: "run/pantler/hosts/\(host)")
    try home.write("{}", to: "run/.flatpak/webkit-1-4/bwrapinfo.json")
    let result = try Program.built("pantler").result(
      ["scene", home.path("left.json5"), "stores"], environment: home.environment)
    #expect(result.status == 0, "\(result.errors)")
    let sandboxes = try FileManager.default.contentsOfDirectory(
      atPath: home.path("run/.flatpak"))
    #expect(sandboxes == ["webkit-1-4"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: marks).isEmpty)
  }

  private func child(of parent: Int32, named name: String) throws -> Int32? {
    let listed = try Program("/usr/bin/pgrep").run(["-P", "\(parent)", "-x", name]).output
    return listed.split(separator: "\n").compactMap { Int32($0) }.first
  }
}
