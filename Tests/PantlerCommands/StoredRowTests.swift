import CookieCore
import Foundation
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Rows that browsers would not have stored are listed, marked and deletable")
struct StoredRowTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
  }

  private func rows(_ words: String...) async throws -> [[String: Any]] {
    try await bench.run(["cookies", "jar:a", "--json"] + words).json([[String: Any]].self)
  }

  @Test(
    "FR-29: a row whose domain is a public suffix, a single label or unknown",
    arguments: [
      (domain: "co.uk", hostOnly: false, issues: ["domainIsPublicSuffix"]),
      ("github.io", false, ["domainIsPublicSuffix"]), ("user.github.io", false, []),
      ("localhost", true, []), ("intranet", true, []), ("foo.dev-internal", false, []),
    ])
  func suffixes(domain: String, hostOnly: Bool, issues: [String]) async throws {
    bench.stores.add(
      "jar:a",
      [
        cookie("n", domain: CookieText(domain)) { $0.hostOnly = hostOnly },
        cookie("stays", domain: "other.example"),
      ])
    let row = try #require(try await rows("-f", "name:n").first)
    #expect(row["domain"] as? String == domain)
    #expect(row["issues"] as? [String] == issues)
    #expect(await bench.run("rm", "jar:a", "-f", "name:n", "--yes").status == 0)
    #expect(bench.stores.names("jar:a") == ["stays"])
    #expect(await bench.run("undo", "--yes").status == 0)
    #expect(bench.stores.names("jar:a") == ["n", "stays"])
  }

  @Test("FR-29, FR-30: sites are grouped by the list, and an address is its own")
  func sites() async throws {
    bench.stores.add(
      "jar:a",
      [
        cookie("a", domain: "user.github.io"), cookie("b", domain: "www.user.github.io"),
        cookie("c", domain: "other.github.io"), cookie("d", domain: "192.168.1.100"),
        cookie("e", domain: "10.168.1.100"), cookie("f", domain: "[::1]"),
      ])
    let records = try await bench.run("records", "jar:a", "--json").json([[String: Any]].self)
    #expect(
      Set(records.compactMap { $0["site"] as? String }) == [
        "user.github.io", "other.github.io", "192.168.1.100", "10.168.1.100", "[::1]",
      ])
    #expect(await bench.run("rm", "jar:a", "--site", "192.168.1.100", "--yes").status == 0)
    #expect(bench.stores.names("jar:a") == ["a", "b", "c", "e", "f"])
  }

  @Test("FR-31: a row without a name is filtered, deleted and restored")
  func nameless() async throws {
    bench.stores.add("jar:a", [cookie("", "tok"), cookie("sid")])
    let before = bench.stores.cookies("jar:a")
    let listed = await bench.run("cookies", "jar:a", "-f", "name:\"\"")
    #expect(listed.lines.count == 2)
    #expect(listed.output.contains("(no name)"))
    let removal = await bench.run("rm", "jar:a", "-f", "name:\"\"", "--yes")
    #expect(removal.status == 0)
    #expect(bench.stores.names("jar:a") == ["sid"])
    #expect(await bench.run("undo", "--yes").status == 0)
    #expect(Set(bench.stores.cookies("jar:a")) == Set(before))
  }

  @Test("cookies of one name for one request are found by a filter, and deleted by it")
  func duplicateNames() async throws {
    bench.stores.add(
      "jar:d",
      [
        cookie("sid"), cookie("sid") { $0.path = "/cart" }, cookie("lang"),
        cookie("sid", domain: "other.example"),
      ])
    let listed = await bench.run("cookies", "jar:d", "-f", "issue:duplicateName", "--jsonl")
    #expect(listed.output.split(separator: "\n").count == 2)
    let removed = await bench.run("rm", "jar:d", "-f", "issue:duplicateName path:/cart", "--yes")
    #expect(removed.status == 0)
    #expect(bench.stores.names("jar:d") == ["lang", "sid", "sid"])
  }

  @Test("what the store alone tells is among the issues of a listing, and what another store says")
  func storeIssues() async throws {
    bench.stores.add(
      "jar:d",
      [
        cookie("sid"), cookie("sid") { $0.path = "/cart" },
        cookie("lang") { $0.encryptedValue = [1] },
      ])
    let lines = await bench.run("cookies", "jar:d", "--jsonl").output.split(separator: "\n")
    #expect(lines.map { $0.contains("duplicateName") } == [true, true, false])
    #expect(lines.map { $0.contains("undecryptable") } == [false, false, true])
    #expect(await bench.run("cookies", "jar:d").output.contains("duplicateName"))
  }

  @Test("what the shared storage of an app says otherwise is an issue where both are listed")
  func differsFromShared() async throws {
    bench.stores.add(
      "jar:web",
      [cookie("same"), cookie("value") { $0.value = "x" }, cookie("lax") { $0.sameSite = .lax }],
      app: "app", kind: .standard)
    bench.stores.add(
      "jar:shared", [cookie("value"), cookie("same"), cookie("lax")], lacking: [.sameSite],
      app: "app")
    bench.stores.add("jar:other", [cookie("value") { $0.value = "y" }])
    func differing(_ words: String...) async -> [String] {
      await bench.run(["cookies"] + words + ["--jsonl"]).output.split(separator: "\n")
        .filter { $0.contains("differsFromShared") }.map(String.init)
    }
    let found = await differing()
    #expect(found.count == 1 && found[0].contains("jar:web") && found[0].contains("\"value\""))
    #expect(await differing("jar:web").isEmpty)
    #expect(await differing("jar:web", "jar:shared", "-f", "issue:differsFromShared").count == 1)
    let removed = await bench.run(
      "rm", "jar:web", "jar:shared", "-f", "issue:differsFromShared", "--yes")
    #expect(removed.status == 0)
    #expect(bench.stores.names("jar:web").sorted() == ["lax", "same"])
    #expect(bench.stores.names("jar:shared").count == 3)
  }

  @Test("FR-32: rows that break the rule of their prefix are shown with it")
  func prefixes() async throws {
    bench.stores.add(
      "jar:a",
      [
        cookie("__Host-a") { $0.secure = true },
        cookie("__Host-b") {
          $0.secure = true
          $0.hostOnly = false
        },
        cookie("__Host-c") {
          $0.secure = true
          $0.path = "/x"
        }, cookie("__Secure-d"), cookie("__HOST-e"), cookie("__Hostage"),
      ])
    let issues = try await rows().map { ($0["name"] as? String, $0["issues"] as? [String]) }
    let expected: [String: [String]] = [
      "__Host-a": [], "__Host-b": ["hostPrefixBroken"], "__Host-c": ["hostPrefixBroken"],
      "__Secure-d": ["securePrefixBroken"], "__HOST-e": ["hostPrefixBroken"], "__Hostage": [],
    ]
    #expect(issues.count == expected.count)
    for (name, found) in issues { #expect(found == expected[name ?? "?"]) }
  }

  @Test("FR-33: names beyond ASCII are shown in both spellings, found by either, and kept")
  func internationalised() async throws {
    let stored: [CookieText] = [
      "xn--bcher-kva.example", ".xn--bcher-kva.example", "bücher.example",
    ]
    bench.stores.add(
      "jar:a",
      stored.enumerated().map { cookie(CookieText("c\($0)"), domain: $1) }
        + [cookie("odd", domain: "xn--a"), cookie("mixed", domain: "xn--pypal-4ve.example")])
    let before = bench.stores.cookies("jar:a")
    let listed = await bench.run("cookies", "jar:a")
    #expect(listed.output.contains("bücher.example (xn--bcher-kva.example)"))
    #expect(listed.output.components(separatedBy: "bücher.example").count == 4)
    #expect(listed.output.contains(" xn--a "))
    #expect(listed.output.contains(" xn--pypal-4ve.example "))
    for text in ["bücher.example", "xn--bcher-kva.example"] {
      #expect(try await rows("-f", "host:\(text)").count == 3)
    }
    #expect(bench.stores.cookies("jar:a") == before)
  }

  @Test("FR-13: a session cookie has not expired, and stays when the expired ones go")
  func expired() async {
    bench.stores.add(
      "jar:a",
      [
        cookie("session") { $0.expiryTime = nil },
        cookie("old") { $0.expiryTime = Bench.now.adding(seconds: -1) }, cookie("new"),
      ])
    #expect(await bench.run("rm", "jar:a", "-f", "expires<0s", "--yes").status == 0)
    #expect(bench.stores.names("jar:a") == ["new", "session"])
  }
}
