import CookieCore
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("No command writes what a name or a path orders a terminal to do")
struct HostileNameTests {
  private static let store = "jar:/home/me/a\nPantler is fine\u{1B}]0;x\u{7}\u{202E}"
  private static let name: CookieText = "s\n\u{1B}[2Jid"

  private func bench() throws -> Bench {
    let bench = try Bench()
    bench.stores.add(
      Self.store, [cookie(Self.name), cookie("b", domain: "x\n\u{1B}[2J.example")],
      lacking: [.sameSite], name: "App\n\u{1B}[2J")
    bench.stores.add("jar:other", [cookie("c") { $0.sameSite = .lax }])
    return bench
  }

  private static let lines: [[String]] = [
    ["stores"], ["stores", store], ["cookies"], ["cookies", store, "--values"], ["records"],
    ["pools"], ["webviews"], ["doctor"], ["diff", store, "jar:other"], ["sync"],
    ["sync", store, "jar:other", "--dry-run"], ["sync", store, "jar:other", "--yes"],
    ["rm", store, "--all", "--dry-run"], ["rm", store, "--all", "--yes"],
    ["rm", "none\n\u{1B}[2J"],
    ["set", store, "--url", "https://a.example/", "a=\u{1}1"],
    ["set", store, "--url", "https://a.example/", "a=1", "--yes"],
    ["set", store, "--url", "x\n\u{1B}[2J", "a=1"], ["signout", "shop.example", "--dry-run"],
    ["signout", "x\n\u{1B}[2J", store, "--yes"], ["export", store, "--format", "x\n\u{1B}[2J"],
    ["import", "/no\n\u{1B}[2J", store], ["guard", "add", "--name", "x\n\u{1B}[2J"],
    ["guard", "add", "--store", store], ["theme", "show", "x\n\u{1B}[2J"],
    ["theme", "check", "x\n\u{1B}[2J"], ["trash"], ["undo", "x\n\u{1B}[2J"],
    ["cookies", "-f", "x:\n\u{1B}[2J"], ["x\n\u{1B}[2J"], ["/x\n\u{1B}[2J"],
    ["cookies", "--x\n\u{1B}[2J"], ["explain", "https://a.example/", "--store", store],
    ["explain", "https://a.example/", "--set-cookie", "a\u{1B}[2J=b\u{1B}[2J"],
    ["keys", "--preset", "x\n\u{1B}[2J"], ["completions", "x\n\u{1B}[2J"],
  ]

  @Test("in the JSON of the trash and of a plan, which say the same with escapes")
  func json() async throws {
    let bench = try bench()
    let plan = await bench.run("rm", Self.store, "--all", "--dry-run", "--json")
    #expect(await bench.run("rm", Self.store, "--all", "--yes").status == 0)
    let trash = await bench.run("trash", "--json")
    for result in [plan, trash] {
      #expect(result.status == 0)
      #expect(!result.output.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" })
      #expect(result.output.contains("\\u202e"))
    }
    let entries = try trash.json([[String: Any]].self)
    #expect(entries.first?["stores"] as? [String] == [Self.store])
  }

  @Test("in what is asked and in what is told", arguments: lines)
  func plain(words: [String]) async throws {
    let result = try await bench().run(words, answers: ["n"])
    for text in [result.output, result.errors] {
      #expect(!text.unicodeScalars.contains { "\u{1B}\u{7}\u{202E}\r".unicodeScalars.contains($0) })
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("Pantler is fine") })
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("[2J") })
    }
  }

  @Test("in what becomes of a change and of its undo")
  func undone() async throws {
    let bench = try bench()
    #expect(await bench.run("rm", Self.store, "--all", "--yes").status == 0)
    bench.stores.failWriting(Self.store, .denied(path: "/x\n\u{1B}[2J"))
    for words in [["trash"], ["undo", "--dry-run"], ["undo", "--yes"]] {
      let result = await bench.run(words)
      #expect(!(result.output + result.errors).contains("\u{1B}"))
      #expect(
        !(result.output + result.errors).split(separator: "\n").contains {
          $0.hasPrefix("Pantler is fine")
        })
    }
  }
}
