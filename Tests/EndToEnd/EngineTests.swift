import Foundation
import Testing

/// A WebKitGTK program with a profile of its own, and pages that store something of every kind in it.
private struct Engine {
  let api: String
  let home: Home
  let pantler: Program
  let server: LocalServer

  private static let programs = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Programs")

  init(api: String) throws {
    self.api = api
    home = try Home()
    pantler = try Program.built("pantler")
    server = try LocalServer("site_server.py")
  }

  func url(_ host: String, _ path: String) -> String { "http://\(host):\(server.port)/\(path)" }

  func arguments(_ act: String, _ rest: [String]) -> [String] {
    let script = Self.programs.appending(path: "webkit_profile.py").path
    return ["-a", "/usr/bin/python3", script, api, home.path("profile"), act] + rest
  }

  /// Runs the program on a display of its own.
  @discardableResult
  func run(_ act: String, _ rest: String...) throws -> String {
    try Program("/usr/bin/xvfb-run").run(arguments(act, rest), environment: home.environment)
      .output
  }

  /// What the engine finds: the size of each type by site.
  func found() throws -> [String: [String: Int]] {
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(try run("list").utf8)) as? [[String: Any]])
    return Dictionary(
      list.compactMap { entry in
        (entry["site"] as? String).map { ($0, entry["types"] as? [String: Int] ?? [:]) }
      }, uniquingKeysWith: { $0.merging($1) { $0 + $1 } })
  }

  /// The types that the engine finds, by site.
  func types() throws -> [String: Set<String>] { try found().mapValues { Set($0.keys) } }

  /// What a page of a host reads back of its own, each value as JSON.
  func page(_ host: String) throws -> [String: String] {
    let text = try run("visit", url(host, "read"))
    let values = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    return try values.mapValues { value in
      let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// The store that stands for the profile.
  var store: String { home.path("profile/data/cookies.sqlite") }

  func result(_ arguments: String...) throws -> Program.Result { try result(arguments) }

  func result(_ arguments: [String]) throws -> Program.Result {
    try pantler.result(arguments, environment: home.environment)
  }

  /// Puts a copy of one folder of the home in the place of another, hard links included.
  func copyProfile(_ name: String, to other: String) throws {
    try? FileManager.default.removeItem(atPath: home.path(other))
    _ = try Program("/bin/cp").run(
      ["-a", home.path(name), home.path(other)], environment: home.environment)
  }

  /// What Pantler lists: the size of each type by site, with what sites keep inside others.
  func listed() throws -> [String: [String: Int]] {
    let output = try pantler.run(["records", store, "--json"], environment: home.environment).output
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    var found: [String: [String: Int]] = [:]
    for entry in list where entry["profile"] == nil {
      let site = try #require(entry["site"] as? String)
      let types = try #require(entry["types"] as? [String: [String: Any]])
      for (type, usage) in types {
        found[site, default: [:]][type, default: 0] += usage["bytes"] as? Int ?? 0
      }
    }
    return found
  }

  /// Fills the profile from pages of two sites, which show a third one inside.
  func fill() throws {
    #expect(
      try run("visit", url("shop.localhost", "page"), url("news.localhost", "page"))
        == "done\ndone\n")
    try run("hsts", "secure.localhost", "other.localhost")
  }
}

@Suite(
  "The engine no longer finds what Pantler deletes, and still finds all else",
  .enabled(if: endToEnd), .onOwnThreads, .serialized)
struct EngineTests {
  static let types = [
    "localStorage", "indexedDBDatabases", "fetchCache", "serviceWorkerRegistrations", "diskCache",
    "hstsCache",
  ]

  @Test("sites, types and sizes are those of the engine", arguments: ["6.0", "4.1"])
  func agrees(api: String) throws {
    let engine = try Engine(api: api)
    defer { engine.server.stop() }
    try engine.fill()
    let found = try engine.found()
    let listed = try engine.listed()
    #expect(Set(found.keys) == Set(listed.keys))
    #expect(found.count == 5)
    for (site, types) in found {
      #expect(Set(types.keys) == Set((listed[site] ?? [:]).keys), "\(site)")
      // A size of 0 means that the engine does not know it. WebKitGTK 2.50 gives that of local storage as
      // that of IndexedDB.
      for (type, size) in types where size > 0 {
        let counted = type == "indexedDBDatabases" ? "localStorage" : type
        #expect(listed[site]?[counted] == size, "\(type) of \(site)")
      }
    }
    #expect(found["shop.localhost"]?["diskCache"] ?? 0 > 0)
  }

  @Test(
    "one type of one site goes, the page's other data reads back intact, and undo brings it back",
    arguments: ["6.0", "4.1"])
  func removesAndRestores(api: String) throws {
    let engine = try Engine(api: api)
    defer { engine.server.stop() }
    try engine.fill()
    let before = try engine.types()
    let page = try engine.page("shop.localhost")
    #expect(page["local"] == "\"value of shop.localhost\"" && page["things"] == "5")
    let changes: [(type: String, values: [String: String?])] = [
      ("localStorage", ["local": "null"]),
      ("indexedDBDatabases", ["databases": "[]", "things": nil]),
      ("fetchCache", ["caches": "[]", "cached": "0", "workers": "0"]),
      ("serviceWorkerRegistrations", ["workers": "0"]),
    ]
    for (type, values) in changes {
      let removed = try engine.result(
        "rm", engine.store, "--types", type, "--site", "shop.localhost", "--yes")
      #expect(removed.status == 0, "\(type): \(removed.errors)")
      #expect(removed.errors.contains("all as before"), "\(removed.errors)")
      var expected = page
      for (name, value) in values { expected[name] = value }
      #expect(try engine.page("shop.localhost") == expected, "\(type)")
      #expect(try engine.page("news.localhost")["things"] == "5")
      let undone = try engine.result("undo", "--yes")
      #expect(undone.status == 0, "\(type): \(undone.errors)")
      #expect(try engine.page("shop.localhost") == page, "undo of \(type)")
    }
    #expect(try engine.types() == before)
  }

  @Test(
    "each type of one site is gone for the engine, and is there again after undo",
    arguments: ["6.0", "4.1"])
  func everyType(api: String) throws {
    let engine = try Engine(api: api)
    defer { engine.server.stop() }
    try engine.fill()
    let before = try engine.types()
    for type in Self.types {
      let site = type == "hstsCache" ? "secure.localhost" : "news.localhost"
      let removed = try engine.result(
        "rm", engine.store, "--types", type, "--site", site, "--yes")
      #expect(removed.status == 0, "\(type): \(removed.errors)")
      var expected = before
      expected[site]?.remove(type)
      if type == "fetchCache" { expected[site]?.remove("serviceWorkerRegistrations") }
      if expected[site]?.isEmpty == true { expected[site] = nil }
      #expect(try engine.types() == expected, "\(type)")
      let undone = try engine.result("undo", "--yes")
      #expect(undone.status == 0, "\(type): \(undone.errors)")
      #expect(try engine.types() == before, "undo of \(type)")
    }
  }

  @Test(
    "what goes along with a type is what the engine takes along, and what is kept stays",
    arguments: ["6.0", "4.1"])
  func companions(api: String) throws {
    let engine = try Engine(api: api)
    defer { engine.server.stop() }
    try engine.fill()
    try engine.run(
      "salts", "http_shop.localhost_\(engine.server.port)",
      "http_news.localhost_\(engine.server.port)")
    let before = try engine.types()
    #expect(before["shop.localhost"]?.contains("hashSalt") == true)
    for (type, along) in [
      ("cookies", "hashSalt"), ("fetchCache", "serviceWorkerRegistrations"),
    ] {
      try engine.copyProfile("profile", to: "kept")
      try engine.run("remove", "shop.localhost", type)
      let byEngine = try engine.types()
      #expect(byEngine["shop.localhost"] == before["shop.localhost"]?.subtracting([type, along]))
      try engine.copyProfile("kept", to: "profile")
      let words = ["rm", engine.store, "--types", type, "--site", "shop.localhost", "--yes"]
      let removed = try engine.result(words)
      #expect(removed.status == 0 && removed.errors.contains("as in WebKit"), "\(removed.errors)")
      let left = try engine.types()
      #expect(left == byEngine, "\(type)")
      #expect(try engine.result(["undo", "--yes"]).status == 0)
      #expect(try engine.types() == before, "undo of \(type)")
      let kept = try engine.result(words + ["--keep", along])
      #expect(kept.status == 0 && !kept.errors.contains("as in WebKit"), "\(kept.errors)")
      #expect(
        try engine.types()["shop.localhost"] == before["shop.localhost"]?.subtracting([type]))
      #expect(try engine.result(["undo", "--yes"]).status == 0)
    }
  }

  @Test("signing out with data leaves the engine nothing of it, and undo brings all of it back")
  func signsOut() throws {
    let engine = try Engine(api: "6.0")
    defer { engine.server.stop() }
    try engine.fill()
    let before = try engine.types()
    let page = try engine.page("shop.localhost")
    let related: Set = ["localStorage", "indexedDBDatabases", "serviceWorkerRegistrations"]
    #expect(before["shop.localhost"]?.isSuperset(of: related) == true)
    let offered = try engine.result("signout", "shop.localhost", engine.store, "--dry-run")
    for type in related { #expect(offered.errors.contains(" \(type)"), "\(offered.errors)") }
    let result = try engine.result(
      "signout", "shop.localhost", engine.store, "--with-data", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    let after = try engine.types()
    for (site, types) in before {
      let left = after[site] ?? []
      let gone = site == "shop.localhost" ? related.union(["cookies"]) : []
      #expect(left == types.subtracting(gone), "\(site): \(left.sorted())")
    }
    #expect(try engine.page("shop.localhost")["local"] == "null")
    let undone = try engine.result("undo", "--yes")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try engine.types() == before)
    #expect(try engine.page("shop.localhost") == page)
  }

  @Test("the profile of a running program is left alone, and its process is named")
  func running() throws {
    let engine = try Engine(api: "6.0")
    defer { engine.server.stop() }
    try engine.fill()
    let program = try RunningProgram(
      "/usr/bin/xvfb-run", engine.arguments("hold", [engine.url("shop.localhost", "plain")]),
      environment: engine.home.environment)
    #expect(program.line() == "ready")
    let result = try engine.result("rm", engine.store, "--types", "localStorage", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("WebKit"), "\(result.errors)")
    program.stop()
    #expect(try engine.found()["shop.localhost"]?["localStorage"] != nil)
  }
}
