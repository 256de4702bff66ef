import Foundation
import Testing

@Suite(
  "What pages of WebKitGTK keep beside cookies is listed and deleted", .enabled(if: endToEnd),
  .onOwnThreads, .serialized)
struct LiveDataTests {
  private static let store = "live:kept:default"

  private func run(_ words: [String], in home: Home) throws -> Program.Result {
    try Program.built("pantler").result(
      ["scene", home.path("empty.json5")] + words, environment: home.lonelyEnvironment)
  }

  /// The types that a site has in the store.
  private func types(of site: String, in home: Home) throws -> Set<String> {
    let result = try run(["records", Self.store, "--json"], in: home)
    #expect(result.status == 0, "\(result.errors)")
    let all = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    let records = all.filter { $0["site"] as? String == site }
    return Set(records.flatMap { ($0["types"] as? [String: Any] ?? [:]).keys })
  }

  @Test("by site and type, or everything but cookies; and that it cannot be undone is said before")
  func removing() throws {
    let server = try LocalServer("site_server.py")
    defer { server.stop() }
    let session = try InterfaceSession(
      columns: 140, rows: 40, command: "exec pantler scene \"$HOME/fill.json5\"", waits: false
    ) { home in
      let views =
        "views: [{ name: 'shop', store: 'main', load: ['http://shop.localhost:\(server.port)/page'] }]"
      for (file, rest) in [("fill", ", \(views)"), ("empty", "")] {
        try home.write(
          "{ app: 'kept', engine: 'webkit', stores: [{ name: 'main' }]\(rest) }",
          to: "\(file).json5")
      }
    }
    // The page is done when its script has set the title.
    try session.terminal.press("4")
    try session.terminal.wait("the title of the page") { $0.contains("200  done") }
    try session.terminal.press("3")
    try session.terminal.press("R")
    try session.terminal.wait("the types of the page") { screen in
      ["cookies", "indexedDBDatabases", "fetchCache"].allSatisfy(screen.contains)
    }
    try session.terminal.press("Q")
    #expect(try session.status() == 0)

    let home = session.home
    let (shop, database) = ("shop.localhost", "indexedDBDatabases")
    #expect(try types(of: shop, in: home).isSuperset(of: ["cookies", database, "fetchCache"]))
    let removed = try run(
      ["rm", Self.store, "--types", database, "--site", shop, "--yes"], in: home)
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(
      removed.errors.contains("cannot be undone: a live engine gives no copy"),
      "\(removed.errors)")
    let left = try types(of: shop, in: home)
    #expect(!left.contains(database) && left.isSuperset(of: ["cookies", "fetchCache"]))
    // What a frame of another site keeps inside its pages goes with the site.
    #expect(!(try types(of: "tracker.localhost", in: home)).contains(database))
    let undone = try run(["undo", "--yes"], in: home)
    #expect(undone.status != 0)
    let kept = try run(
      ["rm", Self.store, "--types", "fetchCache", "--keep", "serviceWorkerRegistrations"]
        + ["--site", shop, "--yes"], in: home)
    #expect(kept.status == 3 || kept.status == 1, "\(kept.errors)")
    #expect(kept.errors.contains("takes the serviceWorkerRegistrations"), "\(kept.errors)")
    let others = try run(
      ["rm", Self.store, "--types", "all", "--keep", "cookies", "--all", "--yes"], in: home)
    #expect(others.status == 0, "\(others.errors)")
    #expect(try types(of: shop, in: home) == ["cookies"])
    #expect(try types(of: "tracker.localhost", in: home).isEmpty)
  }
}
