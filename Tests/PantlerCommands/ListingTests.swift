import CookieCore
import StoreModel
import Synchronization
import Testing

@testable import PantlerCommands

@Suite("Stores and cookies are listed")
struct ListingTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
  }

  @Test("a host that WebKit's own records do not list is marked in the table")
  func bareHosts() async {
    bench.stores.add(
      "jar:a",
      ["intranet", "localhost", "192.0.2.1", "www.shop.example"].map { cookie("sid", domain: $0) })
    let output = await bench.run("records").output
    for site in ["intranet (bare host) ", "localhost ", "192.0.2.1 ", "shop.example "] {
      #expect(output.contains("\n" + site), "\(output)")
    }
  }

  @Test("the JSON of a cookie has every member, and the value only when it is asked for")
  func json() async throws {
    bench.stores.add(
      "jar:a",
      [
        cookie("sid", "secret-value", domain: "www.shop.example") {
          $0.secure = true
          $0.sameSite = .lax
          $0.partition = CookiePartition(topLevelSite: "https://news.example")
        },
        cookie("s") { $0.expiryTime = nil },
      ], lacking: [.httpOnly])
    let masked = try await bench.run("cookies", "--json").json([[String: Any]].self)
    let first = try #require(masked.first)
    #expect(
      Set(first.keys) == [
        "store", "name", "valueLength", "domain", "hostOnly", "path", "expires", "created",
        "lastAccessed", "secure", "httpOnly", "sameSite", "partition", "container", "site",
        "issues",
      ])
    #expect(first["valueLength"] as? Int == 12)
    #expect(first["site"] as? String == "shop.example")
    #expect(first["sameSite"] as? String == "lax")
    #expect(first["httpOnly"] is String == false && first["httpOnly"] as? Bool == nil)
    #expect(first["expires"] as? String == "2027-01-16T08:00:00Z")
    #expect(masked[1]["expires"] as? String == nil)
    let open = await bench.run("cookies", "jar:a", "--jsonl", "--values")
    #expect(open.lines.count == 2)
    #expect(open.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    #expect(open.output.contains("\"secret-value\""))
  }

  @Test(
    "values are masked everywhere else",
    arguments: [
      ["cookies"], ["cookies", "--json"], ["records"], ["stores", "--json"], ["doctor"],
      ["diff", "jar:a", "jar:b"], ["rm", "jar:a", "--all", "--dry-run"],
      ["sync", "jar:a", "jar:b", "--dry-run"],
      ["sync", "jar:a", "jar:b", "--prefer", "first", "--yes"],
      ["explain", "https://shop.example/", "--store", "jar:a"],
      ["explain", "https://shop.example/", "--store", "jar:a", "--json"],
      ["rm", "jar:a", "--all", "--yes", "--json"],
    ])
  func masked(words: [String]) async throws {
    bench.stores.add("jar:a", [cookie("sid", "0123456789-TOPSECRET")])
    bench.stores.add("jar:b", [cookie("sid", "abcdefghij-TOPSECRET")])
    let result = await bench.run(words)
    #expect(!result.output.contains("TOPSECRET"))
    #expect(!result.errors.contains("TOPSECRET"))
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(
    "FR-39: no control byte of the data reaches plain output",
    arguments: [
      "\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{1B}]52;c;aGk=\u{7}", "\u{1B}[6n", "\u{1B}]",
      "\u{1B}P1\u{1B}\\", "a\rb\u{8}\u{7}\u{0}\u{7F}", "a\tb\nc", "\u{9B}31m", "\u{202E}x",
    ])
  func hostile(text: String) async throws {
    let hostile = Cookie(
      name: CookieText(text), value: CookieText(text), domain: CookieText(text), hostOnly: true,
      path: CookieText(text))
    bench.stores.add("jar:a", [hostile])
    bench.stores.add("jar:b", [])
    var other = hostile
    other.value = "other"
    bench.stores.add("jar:c", [other])
    for words in [
      ["cookies", "--values"], ["cookies"], ["records"], ["diff", "jar:a", "jar:b"],
      ["diff", "jar:b", "jar:a"], ["diff", "jar:a", "jar:c"],
      ["rm", "jar:a", "--all", "--dry-run"], ["sync", "jar:a", "jar:b", "--dry-run"],
      ["explain", "https://shop.example/", "--store", "jar:a", "--values"],
      ["rm", "jar:a", "--all"], ["rm", "jar:a", "--all", "--yes"],
    ] {
      let result = await bench.run(words)
      for byte in (result.output + result.errors).utf8 {
        #expect(byte == 0x0A || (byte >= 0x20 && byte != 0x7F), "\(words)")
      }
      for scalar in (result.output + result.errors).unicodeScalars {
        #expect(!(0x80...0x9F).contains(scalar.value) && scalar != "\u{202E}")
      }
    }
  }

  @Test("FR-39: JSON carries the data, escaped")
  func hostileJSON() async throws {
    bench.stores.add("jar:a", [cookie("n", "\u{1B}[2J\u{7F}")])
    let result = await bench.run("cookies", "--json", "--values")
    let rows = try result.json([[String: Any]].self)
    #expect(rows.first?["value"] as? String == "\u{1B}[2J\u{7F}")
    #expect(!result.output.utf8.contains(0x1B))
  }

  @Test("FR-04: a value that could not be read is marked, and told")
  func encrypted() async throws {
    bench.stores.add(
      "jar:a",
      [
        cookie("plain", "x"),
        cookie("locked", "") { $0.encryptedValue = Array(repeating: 1, count: 35) },
        cookie("empty", ""),
      ])
    let result = await bench.run("cookies", "jar:a", "--values")
    #expect(result.output.contains("(encrypted, 35 bytes)"))
    #expect(result.errors.contains("1 value of 3 cookies could not be read"))
    let export = await bench.run("export", "jar:a", "--format", "netscape")
    #expect(!export.output.contains("locked"))
    #expect(export.errors.contains("locked"))
    #expect(export.output.contains("empty"))
  }

  @Test("one bad store does not hide the others")
  func partly() async throws {
    bench.stores.add("jar:a", [cookie("one")])
    bench.stores.add("jar:b", [])
    bench.stores.failReading("jar:b", .locked(path: "/memory/jar:b"))
    let result = await bench.run("cookies", "--jsonl")
    #expect(result.status == 3)
    #expect(result.lines.count == 1)
    #expect(result.errors.contains("/memory/jar:b: another program is writing to it"))
    #expect(await bench.run("cookies", "jar:b").status == 1)
  }

  @Test("a store that is not there, and a name that is two")
  func names() async throws {
    bench.stores.add("jar:a1", [])
    bench.stores.add("jar:a2", [])
    let ambiguous = await bench.run("cookies", "jar:a")
    #expect(ambiguous.status == 2)
    #expect(ambiguous.errors.contains("jar:a1, jar:a2"))
    let missing = await bench.run("cookies", "nope")
    #expect(missing.status == 4)
    #expect(missing.output.isEmpty)
  }

  @Test("a filter is checked before anything is read, with its column")
  func badFilter() async throws {
    let result = await bench.run("cookies", "-f", "name:a sze>4")
    #expect(result.status == 2)
    #expect(result.errors.contains("column 8"))
    #expect(result.errors.contains("did you mean “size”?"))
  }

  @Test("an empty list is a list")
  func empty() async throws {
    let result = await bench.run("cookies", "--json")
    #expect(result.output == "[]\n")
    #expect(await bench.run("cookies", "--jsonl").output.isEmpty)
  }

  @Test("a store tells who holds it and what cannot be done")
  func stores() async throws {
    bench.stores.add("jar:a", [cookie("one")], lacking: [.sameSite])
    bench.stores.hold("jar:a", by: ProcessReference(id: 42, name: "reader"))
    let plain = await bench.run("stores", "jar:a").output
    #expect(plain.contains("reader (pid 42)"))
    #expect(plain.contains("list web views: A file has no views."))
    #expect(plain.contains("drops    SameSite"))
    let rows = try await bench.run("stores", "--json").json([[String: Any]].self)
    #expect(rows.first?["count"] as? Int == 1)
    #expect((rows.first?["holders"] as? [[String: Any]])?.first?["pid"] as? Int == 42)
  }

  @Test("FR-38: a reader that goes away is no failure, any other fault of writing is")
  func brokenOutput() async throws {
    bench.stores.add("jar:a", (0..<5000).map { cookie(CookieText("name-\($0)")) })
    let closed = await bench.run("cookies", "--jsonl", output: Output { _ in .closed })
    #expect(closed.status == 0)
    #expect(closed.errors.isEmpty)
    let full = await bench.run("cookies", "--jsonl", output: Output { _ in .system(28) })
    #expect(full.status == 1)
    #expect(full.errors.contains("the disk is full"))
  }

  @Test(
    "what was done is told where the output cannot be written, and has a status of its own",
    arguments: [["--yes"], ["--yes", "--json"]])
  func untold(options: [String]) async throws {
    bench.stores.add("jar:a", [cookie("sid"), cookie("stays")])
    let full = Output { _ in .system(28) }
    let removal = await bench.run(["rm", "jar:a", "-f", "name:sid"] + options, output: full)
    #expect(removal.status == 5)
    #expect(bench.stores.names("jar:a") == ["stays"])
    #expect(removal.errors.contains("the output cannot be written: the disk is full."))
    #expect(removal.errors.contains("It would have said: Deleted 1 cookie. “pantler undo "))
    let undo = await bench.run("undo", "--yes", output: Output { _ in .system(28) })
    #expect(undo.status == 5)
    #expect(undo.errors.contains("It would have said: Undone: 1 cookie."))
  }

  @Test("after the first fault nothing more is written")
  func noMore() async throws {
    let count = Mutex(0)
    let output = Output { _ in
      count.withLock { $0 += 1 }
      return .closed
    }
    bench.stores.add("jar:a", (0..<5000).map { cookie(CookieText("name-\($0)")) })
    _ = await bench.run("cookies", "--jsonl", output: output)
    #expect(count.withLock { $0 } == 1)
  }

  @Test("E: doctor says how changes would be seen, and what the self-test of the observers showed")
  func observers() async {
    bench.stores.add("jar:a", [cookie("a")])
    let result = await bench.run("doctor")
    #expect(result.output.contains("can be observed by inotify: changes are seen within 300 ms"))
    #expect(
      result.output.contains("Observing: a change of a test file in the state directory was seen"))
    #expect(!result.output.contains("the engine itself"))
  }

  @Test("doctor says of a live store that its engine tells of changes, and nothing of file systems")
  func liveObserver() async {
    bench.stores.add("live:shop:main", [cookie("a")])
    let result = await bench.run("doctor")
    #expect(result.output.contains("1 live store: the engine itself tells of changes"))
    #expect(!result.output.contains("file system"))
    #expect(!result.output.contains("test file"))
  }
}
