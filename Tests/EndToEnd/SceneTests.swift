import Foundation
import Testing

@Suite(
  "The scenes of the documentation, with a real server", .enabled(if: endToEnd), .onOwnThreads,
  .serialized)
struct SceneTests {
  private static let engines = ["embedded", "webkit"]

  let home: Home
  let pantler: Program
  let server: LocalServer

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
    server = try LocalServer()
    try home.write(
      "# Netscape HTTP Cookie File\n\nshop.localhost\tFALSE\t/\tFALSE\t4102444800\tnative\t7\n",
      to: "shared.txt")
  }

  /// Writes the scene under a heading of the documentation into the home, for the server of this test.
  private func scene(
    _ heading: String, engine: String = "embedded", _ change: (String) -> String = { $0 }
  ) throws -> String {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/LiveEngines/LiveEngines.docc/Scenes.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(
      text.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") })
    let block = try #require(section.components(separatedBy: "```json5\n").dropFirst().first)
    let scene = try #require(block.components(separatedBy: "```").first)
    try home.write(
      change(
        scene.replacingOccurrences(of: "{\n  app:", with: "{\n  engine: '\(engine)',\n  app:")
          .replacingOccurrences(of: ":8080", with: ":" + server.port)
          .replacingOccurrences(of: "%3A8080", with: "%3A" + server.port)), to: "scene.json5")
    return home.path("scene.json5")
  }

  private func run(_ words: [String]) throws -> Program.Result {
    try pantler.result(["scene"] + words, environment: home.environment)
  }

  private func json(_ words: [String]) throws -> [[String: Any]] {
    let result = try run(words + ["--json"])
    #expect(result.status == 0, "\(result.errors)")
    return try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
  }

  /// Every path that the server was asked for, with the cookies that came, of a server that then ends.
  private func asked() throws -> [String] {
    defer { server.stop() }
    return try server.asked().filter { !$0.hasPrefix("/favicon") }
  }

  private func names(_ cookies: [[String: Any]]) -> [String] {
    cookies.compactMap { $0["name"] as? String }.sorted()
  }

  private func live(_ views: [[String: Any]]) -> [[String: Any]] {
    views.filter { $0["engine"] as? String == "live" }
  }

  @Test(
    "a pool in common and one apart",
    arguments: [
      (engine: "embedded", era: "ios11", third: "", shares: [["v2"], ["v1"], []]),
      (
        engine: "embedded", era: "ios15", third: "sid=1",
        shares: [["v2", "v3"], ["v1", "v3"], ["v1", "v2"]]
      ),
      (
        engine: "webkit", era: "webkitgtk", third: "sid=1",
        shares: [["v2", "v3"], ["v1", "v3"], ["v1", "v2"]]
      ),
    ])
  func pools(engine: String, era: String, third: String, shares: [[String]]) throws {
    let file = try scene("A pool in common, and one apart", engine: engine) {
      $0.replacingOccurrences(of: "ios11", with: era)
    }
    let views = live(try json([file, "webviews"]))
    #expect(views.map { $0["sharesWith"] as? [String] } == shares)
    #expect(views.map { $0["era"] as? String } == [era, era, era])
    #expect(try asked() == ["/set ", "/echo sid=1", "/echo \(third)"])
  }

  @Test("default against nonPersistent, which leaves nothing on disk", arguments: Self.engines)
  func nonPersistent(engine: String) throws {
    let file = try scene("Default against nonPersistent", engine: engine)
    let cookies = try json([file, "cookies"]).filter {
      ($0["store"] as? String)?.hasPrefix("live:") == true
    }
    #expect(cookies.map { $0["store"] as? String } == ["live:memory:scratch"])
    #expect(try asked() == ["/set ", "/echo sid=1", "/echo ", "/echo "])
    // WebKitGTK makes the folders of its default store when that is made.
    let folders = try FileManager.default.subpathsOfDirectory(atPath: home.path(".local/share"))
    #expect(!folders.contains { $0.contains("scratch") || $0.contains("other") })
    #expect(engine == "webkit" || folders.isEmpty)
  }

  @Test("an observer writes what pages set to the shared storage", arguments: Self.engines)
  func observer(engine: String) throws {
    let file = try scene("An observer that writes to the shared storage", engine: engine)
    let result = try run([file, "stores"])
    #expect(result.status == 0, "\(result.errors)")
    let jar = String(decoding: try home.bytes("shared.txt"), as: UTF8.self)
    #expect(jar.contains("\tsid\t1\n") && jar.contains("\tcart\t3\n"))
    #expect(jar.contains("\tnative\t7\n"))
    #expect(try asked() == ["/set ", "/set sid=1; cart=2"])
  }

  @Test("from the shared storage to the view, then load", arguments: Self.engines)
  func firstLoad(engine: String) throws {
    let file = try scene("From the shared storage to the view, then load", engine: engine)
    #expect(names(try json([file, "cookies", "live:"])) == ["native"])
    #expect(try asked() == ["/echo native=7"])
  }

  @Test(
    "cookies are brought before a navigation to a listed site, over a redirect",
    arguments: Self.engines)
  func injection(engine: String) throws {
    let file = try scene("Before a navigation to a listed site", engine: engine)
    let hops = try #require(live(try json([file, "webviews"])).first?["hops"] as? [String])
    #expect(hops.count == 2)
    #expect(hops.last?.contains("brought native") == true)
    #expect(try asked() == ["/go ", "/echo native=7"])
  }

  @Test(
    "a configuration with cookies before its view",
    arguments: [("embedded", "ios11"), ("embedded", "ios15"), ("webkit", "webkitgtk")])
  func filled(engine: String, era: String) throws {
    let file = try scene("A configuration with cookies before its view", engine: engine) {
      $0.replacingOccurrences(of: "ios15", with: era)
    }
    let cookies = try json([file, "cookies", "live:filled:scratch"])
    #expect(cookies.map { $0["httpOnly"] as? Bool } == [true])
    #expect(try asked() == ["/echo sid=1"])
  }

  @Test("deleting cookies only, and everything but cookies", arguments: Self.engines)
  func deleting(engine: String) throws {
    let file = try scene("Something to delete", engine: engine)
    let store = "live:delete:default"
    let others = try run([file, "rm", store, "--types", "localStorage,diskCache", "--all", "--yes"])
    #expect(others.status == 4, "\(others.errors)")
    #expect(names(try json([file, "cookies", store])) == ["n", "sid"])
    let cookies = try run([file, "rm", store, "--types", "cookies", "--all", "--yes"])
    #expect(cookies.status == 0, "\(cookies.errors)")
    #expect(cookies.output.contains("“pantler scene \(file) undo "), "\(cookies.output)")
    try home.write(
      "{ app: 'delete', engine: '\(engine)', stores: [{ name: 'main' }] }", to: "empty.json5")
    #expect(try json([home.path("empty.json5"), "cookies", store]).isEmpty)
  }

  @Test("signing out on both sides", arguments: Self.engines)
  func signOut(engine: String) throws {
    let file = try scene("Signed in on both sides", engine: engine)
    // The store that WebKitGTK's host has open is found as a file, too; it is not meant.
    let result = try run([
      file, "signout", "shop.localhost", "live:both:default", home.path("shared.txt"), "--yes",
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(!String(decoding: try home.bytes("shared.txt"), as: UTF8.self).contains("native"))
    try home.write(
      "{ app: 'both', engine: '\(engine)', stores: [{ name: 'main' }] }", to: "empty.json5")
    #expect(try json([home.path("empty.json5"), "cookies", "live:both:default"]).isEmpty)
  }

  @Test(
    "default and identified stores keep persistent cookies over a restart, and lose session ones",
    arguments: Self.engines)
  func restart(engine: String) throws {
    let uuid = "8f0c2a5e-1b7d-4a77-9a52-0d6f5b8f2c11"
    let both = ["live:kept:default", "live:kept:\(uuid)"]
    let stores = "stores: [{ name: 'main' }, { name: 'work', kind: '\(uuid)' }]"
    let set = "http://shop.localhost:\(server.port)/set?c=long=1%3B+Max-Age=600&c=session=2"
    try home.write(
      """
      { app: 'kept', engine: '\(engine)', \(stores), views: [
        { name: 'a', store: 'main', load: ['\(set)'] }, { name: 'b', store: 'work', load: ['\(set)'] },
      ] }
      """, to: "first.json5")
    try home.write("{ app: 'kept', engine: '\(engine)', \(stores) }", to: "second.json5")
    #expect(
      names(try json([home.path("first.json5"), "cookies"] + both)) == [
        "long", "long", "session", "session",
      ])
    let kept = try json([home.path("second.json5"), "cookies"] + both)
    #expect(names(kept) == ["long", "long"])
    #expect(Set(kept.compactMap { $0["store"] as? String }) == Set(both))
  }

  @Test(
    "a page that does not come and a link that cannot be carried are told with the reason, and by the status",
    arguments: Self.engines)
  func incomplete(engine: String) throws {
    try home.write(
      """
      { app: 'whole', engine: '\(engine)', stores: [{ name: 'main' }], views: [{ name: 'a', store: 'main',
        load: ['http://shop.localhost:\(server.port)/set?c=sid=1%3B+Max-Age=600', 'http://shop.localhost:1/'] }] }
      """, to: "page.json5")
    let page = try run([home.path("page.json5"), "stores"])
    #expect(page.status == 3, "\(page.errors)")
    #expect(page.errors.contains("pantler: a: The server cannot be reached"), "\(page.errors)")
    #expect(page.output.contains("live:whole:default"))
    let jar = home.path("shared.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: jar)
    try home.write(
      """
      { app: 'link', engine: '\(engine)', stores: [{ name: 'main', cookies: [
        { url: 'http://shop.localhost/', set: 'sid=1; Max-Age=600' }] }], jars: ['shared.txt'],
        links: [{ name: 'l', web: 'main', shared: 'shared.txt', direction: 'toShared', first: true }] }
      """, to: "link.json5")
    let link = try run([home.path("link.json5"), "stores"])
    #expect(link.status == 3, "\(link.errors)")
    #expect(link.errors.contains("could not be carried"), "\(link.errors)")
    #expect(link.errors.contains("access is denied"), "\(link.errors)")
  }

  @Test("a shared file that is not there is told once, with the pages that waited for it")
  func missingFile() throws {
    let address = "http://shop.localhost:\(server.port)/echo"
    let scene = """
      { app: 'miss', stores: [{ name: 'main' }], jars: ['none.txt'],
        views: [{ name: 'v', store: 'main', load: ['\(address)'] },
          { name: 'w', store: 'main', load: ['\(address)'] }],
        links: [{ name: 'l', web: 'main', shared: 'none.txt', first: true, watch: true,
          beforeLoading: ['shop.localhost'] }] }
      """
    try home.write(scene, to: "miss.json5")
    for words in [["cookies", "live:miss:default"], ["webviews"]] {
      let result = try run([home.path("miss.json5")] + words)
      #expect(result.status == 3, "\(result.errors)")
      #expect(
        result.errors.components(separatedBy: "there is no such file").count == 2,
        "\(result.errors)")
      for view in ["v", "w"] {
        let line = "\(view): The page was not loaded, because its cookies could not be brought."
        #expect(result.errors.contains(line), "\(result.errors)")
      }
      if words == ["webviews"] {
        #expect(result.output.contains("\(address): not loaded."), "\(result.output)")
      }
    }
    let session = try InterfaceSession(
      columns: 140, rows: 40, command: "exec pantler scene \"$HOME/miss.json5\"", waits: false
    ) { home in try home.write(scene, to: "miss.json5") }
    try session.terminal.wait("both pages in the log") { screen in
      ["v", "w"].allSatisfy { screen.contains("\($0): The page was not loaded") }
    }
    #expect(try asked() == [])
  }

  @Test("every page that a view went to is told with its hops", arguments: Self.engines)
  func navigations(engine: String) throws {
    let file = try scene("An observer that writes to the shared storage", engine: engine)
    let view = try #require(live(try json([file, "webviews"])).first)
    let all = try #require(view["navigations"] as? [[String: Any]])
    #expect(all.map { $0["status"] as? Int } == [200, 200])
    #expect(all.allSatisfy { ($0["hops"] as? [String])?.count == 1 })
    #expect(all.last?["hops"] as? [String] == view["hops"] as? [String])
    let text = try run([file, "webviews"]).output
    #expect(text.components(separatedBy: "loaded with status 200").count == 3, "\(text)")
  }

  @Test("who watches a scene hears of its first page", arguments: Self.engines)
  func watched(engine: String) throws {
    try home.write(
      """
      { app: 'seen', engine: '\(engine)', stores: [{ name: 'main', kind: 'nonPersistent' }],
        views: [{ name: 'a', store: 'main',
          load: ['http://shop.localhost:\(server.port)/set?c=sid=1&c=cart=2'] }] }
      """, to: "seen.json5")
    let watch = try RunningProgram(
      pantler.path, ["scene", home.path("seen.json5"), "watch"], environment: home.environment)
    var lines: [String] = []
    var counted = 0
    while counted < 2, let line = watch.line() {
      lines.append(line)
      if line.contains("Observer: change 1.") || line.contains("Observer: change 2.") {
        counted += 1
      }
      if line.contains("Observer: changes 1 to 2 together.") { counted += 2 }
    }
    #expect(counted == 2, "\(lines)")
    watch.signal(SIGINT)
    #expect(watch.status() == 0)
  }

  @Test("a mistake in a scene is told with file, line and key")
  func mistakes() throws {
    try home.write(
      "{\n  pools: ['left'],\n  views: [\n    { name: 'a', pool: 'lift' },\n  ],\n}", to: "s.json5")
    let result = try run([home.path("s.json5"), "--check"])
    #expect(result.status == 1)
    #expect(result.errors.contains("s.json5:4: “views.0.pool”"))
    #expect(result.errors.contains("did you mean “left”?"))
  }

  @Test(
    "the interface shows live views, their hops, what their observers say, and deletes in their stores"
  )
  func interface() throws {
    let session = try InterfaceSession(
      columns: 140, rows: 40, command: "exec pantler scene \"$HOME/live.json5\"", waits: false
    ) { home in
      try home.write(
        """
        { app: 'live', stores: [{ name: 'main' }], views: [{ name: 'shop', store: 'main',
          load: ['http://shop.localhost:\(server.port)/echo'] }] }
        """, to: "live.json5")
    }
    let terminal = session.terminal
    try terminal.press("4")
    try terminal.wait(for: "v1 shop")
    try terminal.press("j")
    try terminal.type(":open http://shop.localhost:\(server.port)/set?c=sid=1&c=theme=2")
    try terminal.press("Enter")
    try terminal.wait(for: "v1: loaded with status 200")
    try terminal.wait(for: "Observer: changes 1 to 2 together.")
    try terminal.press("Enter")
    try terminal.wait(for: "v1 shop: hop by hop")
    try terminal.wait(for: "stored    sid@shop.localhost")
    try terminal.press("q")
    try terminal.type(":open http://shop.localhost:\(server.port)/echo")
    try terminal.press("Enter")
    try terminal.wait(for: "v1: loaded with status 200")
    try terminal.press("2", "/")
    try terminal.type("name:sid")
    try terminal.press("Enter", "Home", "d")
    try terminal.wait(for: "Delete sid@shop.localhost")
    try session.answer("y", to: "Delete sid@shop.localhost")
    try terminal.wait(for: "Deleted 1.")
    try terminal.press("4", "j", "r")
    try terminal.wait(for: "v1: loaded with status 200")
    try terminal.press("Q")
    #expect(try session.status() == 0)
    #expect(try asked().suffix(2) == ["/echo sid=1; theme=2", "/echo theme=2"])
  }

  @Test("a watched link carries what pages set while the interface runs", arguments: Self.engines)
  func watchedLink(engine: String) throws {
    let session = try InterfaceSession(
      columns: 140, rows: 40, command: "exec pantler scene \"$HOME/live.json5\"", waits: false
    ) { home in
      try home.write("# Netscape HTTP Cookie File\n\n", to: "carried.txt")
      try home.write(
        """
        { app: 'live', engine: '\(engine)', stores: [{ name: 'main' }], jars: ['carried.txt'],
          views: [{ name: 'shop', store: 'main',
            load: ['http://shop.localhost:\(server.port)/set?c=first=1%3B+Max-Age=600'] }],
          links: [{ name: 'keep', web: 'main', shared: 'carried.txt', direction: 'toShared',
            watch: true }] }
        """, to: "live.json5")
    }
    func wait(for cookie: String) throws {
      try InterfaceSession.wait("\(cookie) to be carried") {
        String(decoding: try session.home.bytes("carried.txt"), as: UTF8.self).contains(cookie)
      }
    }
    let terminal = session.terminal
    try wait(for: "\tfirst\t1\n")
    try terminal.press("4")
    try terminal.wait(for: "v1 shop")
    try terminal.press("j")
    for number in 1...2 {
      try terminal.type(
        ":open http://shop.localhost:\(server.port)/set?c=cart=\(number)%3B+Max-Age=600")
      try terminal.press("Enter")
      try wait(for: "\tcart\t\(number)\n")
    }
    try terminal.press("Q")
    #expect(try session.status() == 0)
  }

  @Test("A host that dies is told of, and :restart brings its stores and views up again")
  func restart() throws {
    let session = try InterfaceSession(
      columns: 140, rows: 40, command: "exec pantler scene \"$HOME/live.json5\"", waits: false
    ) { home in
      try home.write(
        """
        { app: 'live', engine: 'webkit',
          stores: [{ name: 'main', kind: 'default' }, { name: 'scratch', kind: 'nonPersistent',
            cookies: [{ url: 'http://shop.localhost/', set: 'begin=1' }] }],
          views: [{ name: 'shop', store: 'main',
            load: ['http://shop.localhost:\(server.port)/set?c=kept=1%3B+Max-Age=600&c=lost=2'] }] }
        """, to: "live.json5")
    }
    let terminal = session.terminal
    try terminal.press("4")
    try terminal.wait(for: "200  http://shop.localhost")
    try terminal.wait(for: "14 cookies")
    let network = try WebKitHost.networkProcess(in: session.home)
    kill(try WebKitHost.parent(of: network), SIGKILL)
    try terminal.wait(for: "The engine of live died; :restart starts it again.")
    try terminal.wait(for: "live 1/3")
    try terminal.type(":open http://shop.localhost:\(server.port)/echo")
    try terminal.press("Enter")
    try terminal.wait(for: ":restart starts it again.")
    try terminal.type(":restart")
    try terminal.press("Enter")
    try terminal.wait(for: "The engine runs again.")
    // The session cookie is gone, the memory store begins anew, and the view is blank.
    try terminal.wait(for: "13 cookies")
    try terminal.wait(for: "no page yet")
    try terminal.press("j")
    try terminal.type(":open http://shop.localhost:\(server.port)/set?c=more=3")
    try terminal.press("Enter")
    try terminal.wait(for: "v1: loaded with status 200")
    // Its stores are observed as before.
    try terminal.wait("14 cookies, live") { screen in
      screen.contains("14 cookies") && screen.contains("● live")
        && !screen.contains(#/live \d+\/\d+/#)
    }
    try terminal.press("Q")
    #expect(try session.status() == 0)
    #expect(try asked().last == "/set kept=1")
  }
}
