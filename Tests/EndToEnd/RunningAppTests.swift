import Foundation
import Testing

@Suite(
  "Running WebKit programs are seen as what they are", .enabled(if: endToEnd), .onOwnThreads,
  .serialized)
struct RunningAppTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  private struct Pool: Decodable {
    struct Process: Decodable {
      var pid: Int32
      var residentBytes: Int?
    }
    var id: Int32
    var appProcess: Process?
    var networkProcess: Process?
    var webViews: [Int32]
    var stores: [String]
  }

  private struct WebView: Decodable {
    struct App: Decodable { var name: String }
    var label: String
    var process: Pool.Process
    var app: App
    var pool: Int32
    var storage: String
    var directory: String?
    var stores: [String]
  }

  private func list<Row: Decodable>(_ command: String, _ type: Row.Type) throws -> [Row] {
    let result = try pantler.run([command, "--json"], environment: home.environment)
    return try JSONDecoder().decode([Row].self, from: Data(result.output.utf8))
  }

  private func start(_ version: String) throws -> (program: RunningProgram, id: Int32) {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Programs/webkit_views.py").path
    let folder = home.path("app")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let program = try RunningProgram(
      "/usr/bin/xvfb-run", ["-a", "/usr/bin/python3", script, version, folder],
      environment: home.environment)
    let words = try #require(program.line()).split(separator: " ")
    try #require(words.first == "ready")
    return (program, try #require(words.last.flatMap { Int32($0) }))
  }

  @Test(
    "A program with two contexts, one in memory: pools, views and stores",
    arguments: ["6.0", "4.1"])
  func twoContexts(version: String) throws {
    let (program, id) = try start(version)
    defer { program.stop() }
    let pools = try list("pools", Pool.self).filter { $0.appProcess?.pid == id }
    let views = try list("webviews", WebView.self).filter { view in
      pools.contains { $0.id == view.pool }
    }
    // The 6.0 interface has one network process for all of a program's sessions, the 4.1 one for each context.
    #expect(pools.count == (version == "6.0" ? 1 : 2))
    #expect(pools.allSatisfy { ($0.networkProcess?.residentBytes ?? 0) > 0 })
    #expect(Set(pools.flatMap(\.webViews)) == Set(views.map(\.process.pid)))
    #expect(views.allSatisfy { $0.app.name == "webkit_views.py" })
    #expect(views.allSatisfy { $0.label == "web process \($0.process.pid), one view or more" })
    let stores = Set(pools.flatMap(\.stores))
    #expect(stores.count == 1)
    let kept = views.filter { !$0.stores.isEmpty }
    let ephemeral = views.filter { $0.storage == "ephemeral" }
    #expect(kept.count == 1)
    #expect(ephemeral.count == 1)
    #expect(views.count == 2)
    #expect(kept.first?.storage == (version == "6.0" ? "persistent" : "probablyPersistent"))
    #expect(kept.first.map { Set($0.stores) } == stores)
    if version == "6.0" { #expect(kept.first?.directory == home.path("app/data")) }

    let store = try #require(stores.first)
    let listed = try pantler.run(["stores", store, "--json"], environment: home.environment).output
    #expect(listed.contains(home.path("app/cookies.sqlite")))
    let one = try pantler.run(["webviews", store, "--jsonl"], environment: home.environment).output
    #expect(one.split(separator: "\n").count == 1)
    let pages = kept.map { "\"webProcesses\":[\($0.process.pid)]" }
    #expect(pages.allSatisfy(listed.contains))
  }

  @Test("When the program ends, its pools and views are gone")
  func ending() throws {
    let (program, id) = try start("6.0")
    #expect(try list("pools", Pool.self).contains { $0.appProcess?.pid == id })
    program.stop()
    #expect(try !list("pools", Pool.self).contains { $0.appProcess?.pid == id })
  }

  @Test(
    "MiniBrowser as it is shipped: its pool, its view, and the store that a page set a cookie in",
    arguments: ["webkitgtk-6.0", "webkit2gtk-4.1"])
  func miniBrowser(folder: String) throws {
    let server = try LocalServer()
    defer { server.stop() }
    let libraries = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
    let path = try #require(
      libraries.map { "/usr/lib/\($0)/\(folder)/MiniBrowser" }
        .first { FileManager.default.isExecutableFile(atPath: $0) })
    let browser = try RunningProgram(
      "/usr/bin/xvfb-run",
      [
        "-a", path, "--cookies-file=\(home.path("mini.sqlite"))",
        "http://localhost:\(server.port)/set?c=seen=1%3B+Max-Age=600",
      ], environment: home.environment)
    var pool: Pool?
    defer {
      if let app = pool?.appProcess?.pid { kill(app, SIGTERM) }
      _ = browser.status()
    }
    try InterfaceSession.wait("the pool of MiniBrowser with a view", seconds: 60) {
      pool = try? list("pools", Pool.self).first { pool in
        !pool.webViews.isEmpty && !pool.stores.isEmpty
          && pool.appProcess.map { environment(of: $0.pid).contains(home.url.path) } ?? false
      }
      return pool != nil
    }
    let found = try #require(pool)
    let views = try list("webviews", WebView.self).filter { $0.pool == found.id }
    #expect(Set(views.map(\.process.pid)) == Set(found.webViews))
    #expect(views.allSatisfy { $0.app.name == "MiniBrowser" && $0.storage != "ephemeral" })
    // The profile is a store from the beginning; the cookie file is one when it has been opened.
    var holder: String?
    try InterfaceSession.wait("the cookie that the page set", seconds: 60) {
      let stores = (try? list("pools", Pool.self).first { $0.id == found.id })?.stores ?? []
      holder = stores.first { store in
        let listed = try? pantler.run(["cookies", store, "--json"], environment: home.environment)
        return listed?.output.contains("\"seen\"") ?? false
      }
      return holder != nil
    }
    let store = try #require(holder)
    let listed = try pantler.run(["stores", store, "--json"], environment: home.environment).output
    #expect(listed.contains(home.path("mini.sqlite")))
  }

  private func environment(of process: Int32) -> String {
    let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
