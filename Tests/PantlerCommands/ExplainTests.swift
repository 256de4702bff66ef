import CookieCore
import Foundation
import Testing

@testable import PantlerCommands

@Suite("A question about cookies is answered with reasons")
struct ExplainTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
  }

  private func explain(_ words: String...) async throws -> [String: Any] {
    try await bench.run(["explain", "--json"] + words).json([String: Any].self)
  }

  @Test(
    "a question about no cookie says which cookies could be meant, and no header is no empty one")
  func nothingAsked() async throws {
    let bench = try Bench()
    bench.stores.add("jar:empty", [])
    let bare = await bench.run("explain", "https://shop.example/")
    #expect(bare.status == 0)
    #expect(bare.output == "No cookie is sent: there is none.\n")
    #expect(bare.errors.contains("--store names the store"))
    let empty = await bench.run("explain", "https://shop.example/", "--store", "jar:empty")
    #expect(empty.output == "No cookie is sent: there is none.\n")
    #expect(empty.errors == "")
    let refused = await bench.run(
      "explain", "https://shop.example/", "--set-cookie", "a=1; Domain=other.example")
    #expect(refused.output.hasSuffix("No cookie is sent: there is none.\n"))
  }

  @Test("the JSON tells of each received line, of the header, and of each cookie")
  func members() async throws {
    let answer = try await explain(
      "https://shop.example/cart", "--received-from", "https://shop.example/", "--set-cookie",
      "sid=1; Secure; HttpOnly; SameSite=Lax", "--set-cookie", "bad=1; Domain=other.example",
      "--set-cookie", "deep=1; Path=/admin", "--at", "2026-11-30T12:00:00Z")
    #expect(Set(answer.keys) == ["url", "stored", "cookieHeader", "cookies"])
    #expect(answer["cookieHeader"] as? String == "sid=1")
    let stored = try #require(answer["stored"] as? [[String: Any]])
    #expect(stored.map { $0["accepted"] as? Bool } == [true, false, true])
    #expect(stored[1]["reasons"] as? [String] == ["domainMismatch"])
    let cookie = try #require(stored[0]["cookie"] as? [String: Any])
    #expect(cookie["name"] as? String == "sid")
    #expect(cookie["value"] as? String == "1")
    #expect(cookie["created"] as? String == "2026-11-30T12:00:00Z")
    let cookies = try #require(answer["cookies"] as? [[String: Any]])
    #expect(cookies.map { $0["name"] as? String } == ["sid", "deep"])
    #expect(cookies.map { $0["sent"] as? Bool } == [true, false])
    #expect(cookies.map { $0["reasons"] as? [String] } == [[], ["pathMismatch"]])
  }

  @Test("a line from a file is taken byte for byte")
  func rawBytes() async throws {
    let path = bench.home + "/line"
    for (bytes, header, reasons) in [
      ([0x61, 0x3D, 0xC3, 0xBC], "a=ü", [] as [String]), (Array("=v".utf8), "v", []),
      (Array("a=b\n".utf8), "", ["controlCharacter"]),
      (Array("a=\0".utf8), "", ["controlCharacter"]),
      (Array("@a=b; ;;".utf8), "@a=b", []),
    ] as [([UInt8], String, [String])] {
      try Data(bytes).write(to: URL(filePath: path))
      let answer = try await explain("https://shop.example/", "--set-cookie", "@" + path)
      #expect(answer["cookieHeader"] as? String == header)
      let stored = try #require(answer["stored"] as? [[String: Any]])
      #expect(stored.first?["reasons"] as? [String] == reasons)
    }
    try Data([0x61, 0x3D, 0xFF]).write(to: URL(filePath: path))
    let answer = try await explain("https://shop.example/", "--set-cookie", "@" + path)
    #expect(answer["cookieHeader"] == nil)
    #expect(answer["cookieHeaderBase64"] as? String == Base64.encode([0x61, 0x3D, 0xFF]))
    let literal = try await explain("https://shop.example/", "--set-cookie", "@@a=b")
    #expect(literal["cookieHeader"] as? String == "@a=b")
    let missing = await bench.run(
      "explain", "https://shop.example/", "--set-cookie", "@/nowhere/at/all")
    #expect(missing.status == 1)
  }

  @Test("scripts neither set nor read what is HttpOnly")
  func scripts() async throws {
    let line = ["--set-cookie", "a=1; HttpOnly", "--set-cookie", "b=1"]
    let words = ["explain", "--json", "https://shop.example/"] + line
    let set = try await bench.run(words + ["--set-by", "script"]).json([String: Any].self)
    #expect(set["cookieHeader"] as? String == "b=1")
    let read = try await bench.run(words + ["--read-by", "script"]).json([String: Any].self)
    #expect(read["cookieHeader"] as? String == "b=1")
    let cookies = try #require(read["cookies"] as? [[String: Any]])
    #expect(cookies.last?["reasons"] as? [String] == ["httpOnlyFromScript"])
    #expect(await bench.run(words + ["--set-by", "hand"]).status == 2)
  }

  @Test(
    "FR-28: dates mean the same in every language",
    arguments: ["C", "de_DE.UTF-8"],
    [
      ("Sun, 06 Nov 2033 08:49:37 GMT", "2033-11-06T08:49:37Z" as String?),
      ("Sunday, 06-Nov-33 08:49:37 GMT", "2033-11-06T08:49:37Z"),
      ("Sun, 06-Nov-2033 08:49:37 GMT", "2033-11-06T08:49:37Z"),
      ("Sun Nov  6 08:49:37 2033", "2033-11-06T08:49:37Z"),
      ("Sun, 6 Nov 2033 8:49:37 GMT", "2033-11-06T08:49:37Z"),
      ("06 Nov 98 08:49:37", "1998-11-06T08:49:37Z"),
      ("Sun, 06 Nov 1500 08:49:37 GMT", nil), ("tomorrow", nil),
    ])
  func languages(language: String, date: (text: String, time: String?)) async throws {
    let answer = try await bench.run(
      [
        "explain", "--json", "https://shop.example/", "--set-cookie", "a=b; Expires=" + date.text,
        // Before all of the dates, and within 400 days of the late ones.
        "--at",
        date.time == "1998-11-06T08:49:37Z" ? "1998-01-01T00:00:00Z" : "2033-01-01T00:00:00Z",
      ], environment: ["LANG": language, "LC_ALL": language]
    ).json([String: Any].self)
    let stored = try #require(answer["stored"] as? [[String: Any]])
    let cookie = try #require(stored.first?["cookie"] as? [String: Any])
    #expect(cookie["expires"] as? String == date.time)
    let notes = try #require(stored.first?["notes"] as? [[String: String]])
    #expect(notes.map { $0["id"] } == (date.time == nil ? ["dateNotUnderstood"] : []))
    #expect(notes.first?["text"] == (date.time == nil ? date.text : nil))
  }

  @Test("a page's request is a part of it, or a link that is followed")
  func navigations() async throws {
    func reasons(_ words: String...) async throws -> [[String]?] {
      let answer = try await bench.run(
        ["explain", "--json", "https://shop.example/", "--store", "jar:b"] + words
      ).json([String: Any].self)
      let cookies = try #require(answer["cookies"] as? [[String: Any]])
      return cookies.map { $0["reasons"] as? [String] }
    }
    bench.stores.add("jar:b", [cookie("a") { $0.sameSite = .lax }])
    #expect(try await reasons() == [[]])
    let page = "--site-for-cookies=https://news.example"
    #expect(try await reasons(page) == [["sameSiteSubrequest"]])
    #expect(try await reasons(page, "--navigation") == [[]])
    #expect(
      try await reasons(page, "--navigation", "--method", "POST") == [["sameSiteUnsafeMethod"]])
  }

  @Test("a container is asked for by name, and the engine of the store is told of alone")
  func containers() async throws {
    bench.stores.add("jar:c", [cookie("a") { $0.container = "userContextId=1" }])
    func cookies(_ words: String...) async throws -> [[String: Any]] {
      let answer = try await bench.run(
        ["explain", "--json", "https://shop.example/", "--store", "jar:c"] + words
      ).json([String: Any].self)
      return try #require(answer["cookies"] as? [[String: Any]])
    }
    #expect(try await cookies().map { $0["reasons"] as? [String] } == [["otherContainer"]])
    let own = try await cookies("--container", "userContextId=1")
    #expect(own.map { $0["sent"] as? Bool } == [true])
    #expect(own.map { $0["deviations"] as? [String] } == [[]])
  }

  @Test("FR-25: what would be sent, and why the rest is not")
  func sending() async throws {
    bench.stores.add(
      "jar:a",
      [
        cookie("host"), cookie("dot", domain: ".shop.example") { $0.hostOnly = false },
        cookie("case", domain: ".SHOP.Example") { $0.hostOnly = false },
        cookie("only") {
          $0.secure = true
          $0.path = "/only"
        },
        cookie("old") { $0.expiryTime = Bench.now },
      ])
    for (host, sent) in [
      ("shop.example", ["case", "dot", "host"]), ("WWW.shop.example", ["case", "dot"]),
      ("badshop.example", []),
    ] {
      let answer = try await explain("http://\(host)/", "--store", "jar:a")
      let cookies = try #require(answer["cookies"] as? [[String: Any]])
      let names = cookies.filter { $0["sent"] as? Bool == true }.compactMap {
        $0["name"] as? String
      }
      #expect(names.sorted() == sent)
      for cookie in cookies where cookie["sent"] as? Bool == false {
        #expect((cookie["reasons"] as? [String])?.isEmpty == false)
      }
      if host == "shop.example" {
        let only = cookies.first { $0["name"] as? String == "only" }
        #expect(
          only?["reasons"] as? [String] == ["pathMismatch", "secureOverInsecureConnection"])
        let old = cookies.first { $0["name"] as? String == "old" }
        #expect(old?["reasons"] as? [String] == ["expired"])
      }
    }
  }
}
