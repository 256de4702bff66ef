import CookieCore
import Testing

@testable import PantlerCommands

@Suite("A command line is read strictly")
struct ArgumentTests {
  private let specification = CommandSpecification(
    "test", "", arguments: "FILE…", count: 1...2,
    options: [
      .json, .value("output", "FILE", letter: "o", ""), .value("site", "S", repeatable: true, ""),
    ], examples: [])

  @Test(arguments: [
    (words: ["a", "--json"], arguments: ["a"], options: ["json": []]),
    (words: ["--output", "x", "a"], arguments: ["a"], options: ["output": ["x"]]),
    (words: ["--output=x=y", "a"], arguments: ["a"], options: ["output": ["x=y"]]),
    (words: ["-o", "x", "a"], arguments: ["a"], options: ["output": ["x"]]),
    (words: ["-ox", "a"], arguments: ["a"], options: ["output": ["x"]]),
    (words: ["--site", "a", "--site=b", "f"], arguments: ["f"], options: ["site": ["a", "b"]]),
    (words: ["-", "--", "--json"], arguments: ["-", "--json"], options: [:]),
    (words: ["--output", "-", "a"], arguments: ["a"], options: ["output": ["-"]]),
    (words: ["--help"], arguments: [], options: ["help": []]),
  ])
  func reads(words: [String], arguments: [String], options: [String: [String]]) throws {
    let parsed = try ParsedArguments(words, for: specification)
    #expect(parsed.arguments == arguments)
    #expect(parsed.options == options)
  }

  @Test(arguments: [
    (words: [], failure: UsageFailure.missingArgument("pantler test FILE…")),
    (words: ["a", "b", "c"], failure: .tooManyArguments("c")),
    (words: ["a", "--jsno"], failure: .unknownOption("--jsno", nearest: "--json")),
    (words: ["a", "-x"], failure: .unknownOption("-x", nearest: nil)),
    (words: ["a", "--output"], failure: .missingValue(option: "output")),
    (words: ["a", "--json=1"], failure: .unexpectedValue(option: "json")),
    (words: ["a", "--json", "--json"], failure: .repeatedOption("json")),
  ])
  func refuses(words: [String], failure: UsageFailure) {
    #expect(throws: failure) { try ParsedArguments(words, for: specification) }
  }

  @Test("every command has a help page with examples that it understands")
  func help() throws {
    for command in CommandTable.all {
      let specification = command.specification
      let page = HelpText.page(for: specification)
      #expect(page.contains("Usage: pantler \(specification.name)"))
      #expect(!specification.examples.isEmpty)
      for option in specification.options { #expect(page.contains("--\(option.name)")) }
      let lines = page.split(separator: "\n").map(\.count)
      #expect(lines.allSatisfy { $0 <= 110 }, "\(specification.name)")
    }
  }

  @Test("every store that an example names is found in a home that has such stores")
  func exampleStores() async throws {
    let bench = try Bench()
    for (id, app, name) in [
      ("webkitgtk:org.gnome.Epiphany", "org.gnome.Epiphany", "GNOME Web"),
      ("apple:com.example.notes:default", "com.example.notes", "Notes"),
      ("apple:com.example.notes:shared", "com.example.notes", "Notes"),
      ("webkitgtk:luakit", "luakit", "luakit"),
      ("jar:/home/me/cookies.txt", "/home/me/cookies.txt", "cookies.txt"),
    ] {
      bench.stores.add(id, [cookie("sid")], app: app, name: name)
    }
    var names: Set<String> = []
    for command in CommandTable.all {
      for example in command.specification.examples {
        // Where lines are piped, the last program is Pantler, and what it writes to is no argument.
        let line = example.line.split(separator: " | ").last?.split(separator: " >").first ?? ""
        let words = line.split(separator: " ").map { $0.trimmingPrefix("'") }
        names.formUnion(
          words.filter {
            ["epiphany", "notes", "webkitgtk:", "apple:", "jar:"].contains(where: $0.hasPrefix)
          }
          .map(String.init))
        #expect(!line.contains("firefox "), "\(line)")
      }
    }
    #expect(names.isSuperset(of: ["epiphany", "notes:default", "jar:/home/me/cookies.txt"]))
    for name in names.sorted() {
      let result = await bench.run("cookies", name)
      #expect(result.status == 0, "\(name): \(result.errors)")
    }
  }

  @Test("only a command that passes the rest on stops at its first argument")
  func rest() throws {
    let parsed = try ParsedArguments(
      ["--seed", "7", "cookies", "--json"], for: DemoCommand.command.specification)
    #expect(parsed.value("seed") == "7")
    #expect(parsed.arguments == ["cookies", "--json"])
  }
}
