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

  @Test("only a command that passes the rest on stops at its first argument")
  func rest() throws {
    let parsed = try ParsedArguments(
      ["--seed", "7", "cookies", "--json"], for: DemoCommand.command.specification)
    #expect(parsed.value("seed") == "7")
    #expect(parsed.arguments == ["cookies", "--json"])
  }
}
