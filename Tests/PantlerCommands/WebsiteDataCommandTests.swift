import CookieCore
import Foundation
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Website data is deleted and taken back from the command line")
struct WebsiteDataCommandTests {
  let bench: Bench
  private let now = Bench.now.seconds

  init() throws {
    bench = try Bench()
    bench.stores.add(
      "jar:a", [cookie("sid"), cookie("other", domain: "news.example")])
    bench.stores.addData("jar:a", .localStorage, site: "shop.example", modified: now - 60)
    bench.stores.addData("jar:a", .localStorage, site: "shop.example", top: "news.example")
    bench.stores.addData("jar:a", .diskCache, site: "shop.example", modified: now - 9000)
    bench.stores.addData("jar:a", .diskCache, site: "news.example", modified: now - 60)
    bench.stores.addData("jar:a", .serviceWorkerRegistrations, site: "news.example")
    bench.stores.addData("jar:a", .hashSalt, site: "shop.example", modified: now - 60)
  }

  private let shopLocal = "localStorage shop.example"
  private let shopFramed = "localStorage shop.example in news.example"
  private let shopDisk = "diskCache shop.example"
  private let newsDisk = "diskCache news.example"
  private let newsWorker = "serviceWorkerRegistrations news.example"
  private let salt = "hashSalt shop.example"

  @Test("types, sites and times are joined; what is not asked for stays")
  func choices() async throws {
    let rows: [(words: [String], gone: [String], cookies: Int)] = [
      (["--types", "localStorage", "--site", "shop.example"], [shopLocal, shopFramed], 2),
      (["--types", "diskCache"], [shopDisk, newsDisk], 2),
      (["--types", "caches", "--site", "www.news.example"], [newsDisk, newsWorker], 2),
      (["--types", "caches", "--keep", "serviceWorkerRegistrations"], [shopDisk, newsDisk], 2),
      (["--types", "fetchCache,diskCache", "--since", "2h"], [newsDisk], 2),
      (["--types", "cookies", "--site", "shop.example"], [salt], 1),
      (["--types", "cookies", "--site", "shop.example", "--keep", "hashSalt"], [], 1),
      (["--types", "cookies", "-f", "site:shop.example"], [], 1),
      (["--types", "diskCache,localStorage", "--since", "2h"], [newsDisk, shopLocal], 2),
      (["--types", "cookies,diskCache", "--site", "news.example"], [newsDisk], 1),
      (
        ["--types", "localStorage", "-f", "type:localStorage site:shop.example"],
        [shopLocal, shopFramed], 2
      ),
      (["--types", "all", "--site", "shop.example"], [shopLocal, shopFramed, shopDisk, salt], 1),
      (["--site", "shop.example"], [], 1),
    ]
    for row in rows {
      let other = try WebsiteDataCommandTests()
      let before = other.bench.stores.data("jar:a")
      let result = await other.bench.run(["rm", "jar:a", "--yes"] + row.words)
      #expect(result.status == 0, "\(row.words) \(result.errors)")
      #expect(other.bench.stores.data("jar:a") == before.filter { !row.gone.contains($0) })
      #expect(other.bench.stores.cookies("jar:a").count == row.cookies)
      let undone = await other.bench.run("undo", "--yes")
      #expect(undone.status == 0, "\(undone.errors)")
      #expect(other.bench.stores.data("jar:a") == before)
      #expect(other.bench.stores.cookies("jar:a").count == 2)
      let again = await other.bench.run("undo", "--redo", "--yes")
      #expect(again.status == 0, "\(again.errors)")
      #expect(other.bench.stores.data("jar:a") == before.filter { !row.gone.contains($0) })
    }
  }

  @Test("types are listed with their sites, and a filter chooses among types")
  func byType() async throws {
    let table = await bench.run("records", "--by-type").output.split(separator: "\n")
    let words = table.map { $0.split(separator: " ").prefix(2).map(String.init) }
    #expect(
      words == [
        ["TYPE", "SITE"], ["cookies", "news.example"], ["cookies", "shop.example"],
        ["diskCache", "news.example"], ["diskCache", "shop.example"],
        ["localStorage", "shop.example"], ["localStorage", "shop.example"],
        ["serviceWorkerRegistrations", "news.example"], ["hashSalt", "shop.example"],
      ])
    #expect(table.contains { $0.contains("shop.example in news.example") })
    let result = await bench.run("records", "--by-type", "--json", "-f", "type:diskCache")
    let types = try result.json([[String: Any]].self)
    #expect(types.map { $0["type"] as? String } == ["diskCache"])
    #expect(types.first?["bytes"] as? Int == 200 && types.first?["count"] as? Int == 2)
    let sites = try #require(types.first?["sites"] as? [[String: Any]])
    #expect(sites.map { $0["site"] as? String } == ["news.example", "shop.example"])
    #expect(sites.map { $0["bytes"] as? Int } == [100, 100])
    #expect(sites.first?["lastUsed"] as? String != sites.last?["lastUsed"] as? String)
    #expect(await bench.run("records", "--by-type", "--keys").status == 2)
  }

  @Test("what belongs to no site is named with its path and its bytes")
  func notAttributed() async {
    bench.stores.unseen = [.init(path: "/memory/odd", bytes: 3)]
    let result = await bench.run("records")
    #expect(result.errors.contains("not attributed: /memory/odd, 3 bytes"), "\(result.errors)")
  }

  @Test(
    "JSON has what belongs to no site, and with it the bytes of the whole profile",
    arguments: [["--json"], ["--json", "--keys"], ["--json", "--by-type"]])
  func profile(words: [String]) async throws {
    bench.stores.unseen = [
      .init(path: "/memory/linked", bytes: 9, reason: .link(to: "/elsewhere")),
      .init(path: "/memory/odd", bytes: 3),
    ]
    let values = try await bench.run(["records"] + words).json([[String: Any]].self)
    let profile = try #require(values.last)
    #expect(profile["site"] is NSNull)
    let odd = try #require(profile["notAttributed"] as? [[String: Any]])
    #expect(odd.map { $0["path"] as? String } == ["/memory/linked", "/memory/odd"])
    #expect(odd.map { $0["linkTo"] as? String } == ["/elsewhere", nil])
    let records = values.dropLast().flatMap { value in
      (value["types"] as? [String: [String: Any]]).map { Array($0.values) }
        ?? value["sites"] as? [[String: Any]] ?? []
    }
    let sum =
      records.compactMap { $0["bytesOnDisk"] as? Int }.reduce(0, +)
      + odd.compactMap { $0["bytes"] as? Int }.reduce(0, +)
      + (profile["engineBytes"] as? Int ?? 0)
    #expect(sum == profile["profileBytes"] as? Int)
    let filtered = await bench.run(["records", "-f", "site:shop.example"] + words)
    #expect(!filtered.output.contains("notAttributed"))
  }

  @Test("orphans are told with the reason, in JSON too")
  func orphans() async throws {
    bench.stores.changeData("jar:a") { data in
      for place in data.indices where data[place].type == .diskCache {
        data[place].doubt = .oldVersion
      }
    }
    let plain = await bench.run("records")
    #expect(
      plain.errors.contains("diskCache, 2 items of 200 bytes: Some is an orphan"),
      "\(plain.errors)")
    let values = try await bench.run("records", "--json").json([[String: Any]].self)
    let shop = try #require(values.first { $0["site"] as? String == "shop.example" })
    let types = try #require(shop["types"] as? [String: [String: Any]])
    #expect(types["diskCache"]?["doubts"] as? [String] == ["oldVersion"])
    #expect(types["hashSalt"]?["doubts"] == nil)
  }

  @Test("places that nobody looked into are named, and it is not called done")
  func unseen() async throws {
    bench.stores.unseen = [
      .init(path: "/memory/linked", bytes: 9, reason: .link(to: "/elsewhere")),
      .init(
        path: "/memory/closed", bytes: 0,
        reason: .closed(.system(path: "/memory/closed", call: "opendir", code: 13))),
      .init(path: "/memory/odd", bytes: 3),
    ]
    let result = await bench.run("rm", "jar:a", "--types", "diskCache", "--yes")
    #expect(result.status == 3)
    #expect(bench.stores.data("jar:a").count == 4)
    #expect(result.errors.contains("What sites keep there stays: /memory/linked is a link"))
    #expect(result.errors.contains("/memory/closed"))
    #expect(!result.errors.contains("/memory/odd"))
    let none = await bench.run("rm", "jar:a", "--types", "diskCache", "--yes")
    #expect(none.status == 3)
    #expect(none.errors.contains("What sites keep there stays"))
    let signedOut = await bench.run("signout", "shop.example", "--with-data", "--yes")
    #expect(signedOut.status == 3)
    #expect(signedOut.errors.contains("What sites keep there stays"))
    #expect(await bench.run("rm", "jar:a", "--types", "cookies", "--all", "--yes").status == 0)
  }

  @Test(
    "what cannot be chosen so is refused with the reason",
    arguments: [
      (words: ["--types", "serviceWorkerRegistrations", "--since", "2h"], says: "by time"),
      (words: ["--types", "memoryCache"], says: "memory of the running program"),
      (words: ["--types", "credentials", "--site", "a.example"], says: "key store"),
      (words: ["--types", "localStorag"], says: "did you mean “localStorage”"),
      (words: ["--types", "all"], says: "nothing says what to delete"),
      (words: ["--types", "cookies", "--keep", "hashSal"], says: "did you mean “hashSalt”"),
      (words: ["--types", "diskCache", "--keep", "diskCache"], says: "--keep"),
    ])
  func refused(words: [String], says: String) async {
    let before = bench.stores.data("jar:a")
    let result = await bench.run(["rm", "jar:a", "--yes"] + words)
    #expect(result.status == 1 || result.status == 2)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(bench.stores.data("jar:a") == before)
  }

  @Test("cookies of a site alone are deleted, and before and after it is said what stays of it")
  func rest() async {
    let stays =
      "Website data of 3 types stays: diskCache, hashSalt, localStorage. --types all takes it along."
    let asked = await bench.run("rm", "jar:a", "--site", "shop.example", answers: ["y"])
    #expect(asked.status == 0, "\(asked.errors)")
    #expect(asked.errors.ranges(of: stays).count == 2, "\(asked.errors)")
    let none = await bench.run("rm", "jar:a", "--site", "shop.example", "--yes")
    #expect(none.status == 4 && none.errors.contains(stays), "\(none.errors)")
    for words in [["--types", "cookies", "--site", "news.example"], ["--all"]] {
      let other = await bench.run(["rm", "jar:a", "--dry-run"] + words)
      #expect(!other.errors.contains("stays:"), "\(words) \(other.errors)")
    }
  }

  @Test("of a group the types without dates are left out, and it is said")
  func group() async {
    let result = await bench.run("rm", "jar:a", "--types", "all", "--since", "2h", "--yes")
    #expect(result.errors.contains("Left out: serviceWorkerRegistrations"))
    #expect(bench.stores.data("jar:a") == [shopDisk, shopFramed, newsWorker].sorted())
  }

  @Test("cookies of a store that does not record dates are not chosen by time")
  func undatedCookies() async {
    bench.stores.add("jar:b", [cookie("a")], lacking: [.creationTime, .lastUpdateTime])
    let result = await bench.run("rm", "jar:b", "--since", "2h", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("does not record when a cookie was set"))
  }

  @Test("side effects are named beforehand, and a person types the count for all sites")
  func asks() async {
    let result = await bench.run("rm", "jar:a", "--types", "diskCache", answers: ["2"])
    #expect(result.status == 0 && result.errors.contains("Type 2 to allow"))
    #expect(result.output.contains("Deleted 2 items of website data."))
    #expect(result.errors.contains("7 other files of the profile compared: all as before."))
    let both = await bench.run(
      "rm", "jar:a", "--types", "cookies,localStorage", "--site", "shop.example", "--dry-run")
    #expect(
      both.errors.contains("sign in again") && both.errors.contains("goes along with their cookies")
    )
    #expect(both.output.contains("hashSalt of shop.example"))
    let kept = await bench.run(
      "rm", "jar:a", "--types", "cookies,localStorage", "--keep", "hashSalt", "--site",
      "shop.example", "--dry-run")
    #expect(kept.errors.contains("would take hashSalt along with cookies; here it stays"))
    #expect(!kept.output.contains("hashSalt"))
    #expect(bench.stores.cookies("jar:a").count == 2)
  }

  @Test("a plan is written, checked and applied; what is gone by then is said")
  func plan() async throws {
    let shown = await bench.run(
      "rm", "jar:a", "--types", "localStorage,diskCache", "--site", "shop.example", "--dry-run",
      "--json")
    let file = try bench.write(shown.output, to: "plan.json")
    bench.stores.changeData("jar:a") { data in
      data.removeAll { $0.type == .localStorage && $0.topSite != nil }
      if let place = data.firstIndex(where: { $0.type == .diskCache && $0.host == "shop.example" })
      {
        data[place].bytes = 5
      }
    }
    let result = await bench.run("rm", "jar:a", "--plan", file, "--yes", "--json")
    #expect(result.status == 3)
    let json = try result.json([String: Any].self)
    let data = try #require(json["websiteData"] as? [String: Any])
    let items = try #require(data["items"] as? [[String: Any]])
    let outcomes = items.map { "\($0["type"] ?? "") \($0["outcome"] ?? "")" }.sorted()
    #expect(outcomes == ["diskCache changed", "localStorage done", "localStorage goneAlready"])
    #expect(bench.stores.data("jar:a").contains(shopDisk))
  }

  @Test("guarded data stays unless it is asked for")
  func guarded() async {
    _ = await bench.run("guard", "add", "--site", "shop.example")
    let words = ["rm", "jar:a", "--types", "diskCache", "--yes"]
    let result = await bench.run(words)
    #expect(result.errors.contains("Skipped: 1 item of website data, guarded"))
    #expect(bench.stores.data("jar:a").contains(shopDisk))
    _ = await bench.run(words + ["--include-guarded"])
    #expect(!bench.stores.data("jar:a").contains(shopDisk))
  }

  @Test("the profile of a running program is left alone, and the process is named")
  func inUse() async {
    let before = bench.stores.data("jar:a")
    bench.stores.hold("jar:a", by: ProcessReference(id: 77, name: "WebKitNetworkProcess"))
    let result = await bench.run("rm", "jar:a", "--types", "diskCache", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("WebKitNetworkProcess (pid 77)"))
    #expect(bench.stores.data("jar:a") == before)
    #expect(await bench.run("undo", "--yes").status == 4)
  }

  @Test("what is more than the trash keeps is deleted for good, and that is said before")
  func tooMuch() async {
    bench.stores.addData("jar:a", .fetchCache, site: "shop.example", bytes: 100 << 20)
    let result = await bench.run("rm", "jar:a", "--types", "fetchCache,localStorage", "--yes")
    #expect(result.errors.contains("cannot be undone: 104857600 bytes of fetchCache"))
    let undone = await bench.run("undo", "--yes")
    #expect(undone.status == 3)
    #expect(undone.errors.contains("No copy of it could be kept"))
    #expect(bench.stores.data("jar:a").contains(shopLocal))
    #expect(!bench.stores.data("jar:a").contains("fetchCache shop.example"))
  }

  @Test("nothing found is said")
  func nothing() async {
    let result = await bench.run("rm", "jar:a", "--types", "mediaKeys", "--yes")
    #expect(result.status == 4)
    #expect(result.errors.contains("Nothing to delete: 0 items of the types and sites"))
  }
}
