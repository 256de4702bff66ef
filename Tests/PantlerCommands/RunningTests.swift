import CookieCore
import Foundation
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Running apps from the command line")
struct RunningTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    let store = bench.stores.add("web:a", [cookie("sid")])
    bench.stores.add("jar:b", [])
    let app = App(id: "org.example.Notes", name: "Notes", engine: .webkitgtk)
    let process = EngineProcess(
      id: 4125, name: "WebKitWebProcess", processorMilliseconds: 2340, residentBytes: 47_185_920)
    let views = [
      WebViewProcess(
        process: process, storage: .persistent, directory: "/data", stores: [store],
        evidence: "Seen."),
      WebViewProcess(
        process: EngineProcess(id: 4130, name: "WebKitWebProcess"), storage: .ephemeral,
        evidence: "Nothing is mounted."),
    ]
    bench.stores.run(
      ProcessPoolListing(
        pools: [
          ProcessPool(
            app: app, appProcess: ProcessReference(id: 4100, name: "no\u{1B}tes"),
            network: EngineProcess(id: 4121, name: "WebKitNetworkProcess"), views: views,
            stores: [store], directories: ["/data"], remarks: ["Much is unknown."])
        ], problems: ["One could not be looked at."]))
  }

  @Test("pools in plain text, with the problems on standard error")
  func pools() async {
    let result = await bench.run("pools")
    #expect(
      result.output == """
        pool 4121  Notes (webkitgtk)
          app      org.example.Notes, no\\x1btes (pid 4100)
          network  WebKitNetworkProcess 4121, what it uses is unknown
          view     web process 4125, one view or more, keeps data on disk
          view     web process 4130, one view or more, keeps data in memory only
          store    web:a
          data     /data
          note     Much is unknown.

        """)
    #expect(result.errors == "pantler: One could not be looked at.\n")
    #expect(result.status == 0)
  }

  @Test("web views in plain text")
  func webViews() async {
    let result = await bench.run("webviews")
    #expect(
      result.output == """
        web process 4125, one view or more
          app      Notes (pid 4100), pool 4121
          data     keeps data on disk
          because  Seen.
          profile  /data
          store    web:a
          uses     2.3 s of processor time, 45 MiB of memory

        web process 4130, one view or more
          app      Notes (pid 4100), pool 4121
          data     keeps data in memory only
          because  Nothing is mounted.
          uses     what it uses is unknown

        """)
  }

  @Test("both in JSON, with null for what is unknown")
  func json() async throws {
    let pools = try await bench.run("pools", "--json").json([[String: Any]].self)
    let pool = try #require(pools.first)
    #expect(
      Set(pool.keys) == [
        "id", "app", "engine", "appProcess", "networkProcess", "webViews", "stores", "directories",
        "remarks",
      ])
    #expect(pool["webViews"] as? [Int] == [4125, 4130])
    let network = try #require(pool["networkProcess"] as? [String: Any])
    #expect(network["residentBytes"] is NSNull)
    let lines = await bench.run("webviews", "--jsonl").lines
    #expect(lines.count == 2)
    #expect(lines[0].contains("\"storage\":\"persistent\""))
    #expect(lines[1].contains("\"directory\":null"))
  }

  @Test("stores that are named narrow the list to those that use them")
  func narrowed() async {
    let used = await bench.run("webviews", "web:a", "--jsonl")
    #expect(used.lines.count == 1)
    let unused = await bench.run("pools", "jar:b")
    #expect(unused.output.isEmpty)
    #expect(unused.errors.contains("No running WebKit app uses what was named."))
    #expect(unused.status == 0)
    #expect(await bench.run("pools", "nothing").status == 4)
    #expect(await bench.run("pools", "--json", "--jsonl").status == 2)
  }

  @Test("who has a store open is told with its web processes")
  func holders() async throws {
    bench.stores.hold(
      "web:a",
      by: ProcessReference(
        id: 4121, name: "WebKitNetworkProcess", owner: "Notes", webProcesses: [4125]))
    let result = await bench.run("rm", "web:a", "--filter", "name:sid", "--dry-run")
    #expect(
      (result.output + result.errors).contains(
        "WebKitNetworkProcess of Notes (pid 4121) with web process 4125"))
  }
}
