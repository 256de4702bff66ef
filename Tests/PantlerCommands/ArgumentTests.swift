import CookieCore
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("A command line is read strictly")
struct ArgumentTests {
  private let specification = CommandSpecification(
    "test", "", arguments: "FILE…", count: 1...2,
    options: [
      .json, .value("output", "FILE", .file, letter: "o", ""),
      .value("site", "S", .text, repeatable: true, ""),
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

  @Test("A word that is not UTF-8 is shown by its bytes, and nothing is opened in its place")
  func bytes() throws {
    #expect(try ArgumentBytes.words([Array("stores".utf8), Array("ä".utf8)]) == ["stores", "ä"])
    let failure = #expect(throws: UsageFailure.self) {
      try ArgumentBytes.words([Array("cookies".utf8), Array("/tmp/j".utf8) + [0xE9, 0x2E, 0xFF]])
    }
    #expect(failure?.message.contains("“/tmp/j\\xe9.\\xff” is not UTF-8") == true)
  }

  @Test(
    "an option that has to be given is in the usage, in the help, in the manual, and in what is said without it"
  )
  func required() async throws {
    let bench = try Bench()
    bench.stores.add("jar:a", [])
    let usage = "pantler set --url URL STORE 'SET-COOKIE STRING'"
    let without = await bench.run("set", "jar:a", "a=1")
    #expect(without.status == 2)
    #expect(without.errors.hasPrefix("pantler: “--url URL” is missing: \(usage)."))
    #expect(await bench.run("set", "--url", "https://a.example/").errors.contains(usage))
    let help = await bench.run("set", "--help").output
    #expect(help.contains("Usage: pantler set --url URL [OPTIONS] STORE 'SET-COOKIE STRING'\n"))
    #expect(help.contains("where the cookie comes from; has to be given\n"))
    let manual = await bench.run("manual").output
    #expect(manual.contains(#".SS "pantler set \-\-url URL [OPTIONS] STORE"#))
    #expect(manual.contains("where the cookie comes from; has to be given"))
    for shell in ["zsh", "fish"] {
      #expect(await bench.run("completions", shell).output.contains("has to be given"))
    }
  }

  @Test(
    "an address without its scheme is told with it",
    arguments: [
      ["explain", "shop.test"], ["open", "shop.test"],
      ["set", "jar:a", "--url", "shop.test", "a=1"],
    ])
  func schemes(words: [String]) async throws {
    let result = try await Bench().run(words)
    #expect(result.status == 2)
    #expect(result.errors.contains("did you mean “https://shop.test/”?"))
  }

  @Test("a failure names its store, and the path of a file once")
  func paths() {
    let path = "/home/me/a.txt"
    let gone = FailureText.text(for: .gone(path: path))
    #expect(FailureText.text(for: .gone(path: path), of: StoreID(rawValue: "jar:" + path)) == gone)
    #expect(
      FailureText.text(for: .gone(path: path), of: StoreID(rawValue: "foundation:notes"))
        == "foundation:notes: " + gone)
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
