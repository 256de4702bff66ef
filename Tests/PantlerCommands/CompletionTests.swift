import Foundation
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Completions and manual pages are made from the tables of the program")
struct CompletionTests {
  @Test(
    "every command and option is in the completions of every shell",
    arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) async throws {
    let result = try await Bench().run("completions", shell)
    #expect(result.status == 0)
    for command in CommandTable.all.map(\.specification) {
      #expect(result.output.contains(command.name))
      for option in command.options { #expect(result.output.contains(option.name)) }
    }
  }

  /// The commands, and the interface, which has no name.
  private var specifications: [CommandSpecification] {
    CommandTable.all.map(\.specification) + [InterfaceOptions.specification]
  }

  /// What stands for texts that nobody can foresee; everything else has to say what it takes.
  private static let free: Set = [
    "EXPR", "URL", "SITE", "NAME", "STRING|@FILE", "M", "TIME", "WHEN", "N", "NUMBER",
    "SET-COOKIE STRING", "COMMAND",
  ]

  @Test("every option says what it takes, and so does every argument")
  func kinds() {
    for command in specifications {
      for option in command.options {
        #expect(
          (option.placeholder == nil) == (option.value == nil), "\(command.name) \(option.name)")
        guard let placeholder = option.placeholder, option.value == .text else { continue }
        #expect(Self.free.contains(placeholder), "\(command.name) --\(option.name) \(placeholder)")
      }
      let all = command.operands.flatMap { $0 } + command.followers.values
      let words = all.flatMap { (value: CommandSpecification.Value) -> [String] in
        if case .words(let words) = value { words } else { [] }
      }
      // What the usage line writes in lower case is typed as it is.
      for word in command.arguments.split(whereSeparator: { !($0.isLetter || $0 == "-") }) {
        guard word.allSatisfy({ $0.isLowercase || $0 == "-" }) else { continue }
        #expect(words.contains(String(word)), "\(command.name) \(word)")
      }
      for (name, value) in [("STORE", CommandSpecification.Value.store), ("FILE", .file)] {
        #expect(!command.arguments.contains(name) || all.contains(value), "\(command.name) \(name)")
      }
      #expect(command.arguments.isEmpty == command.operands.isEmpty, "\(command.name)")
      for word in command.followers.keys {
        #expect(words.contains(word), "\(command.name) \(word)")
      }
    }
  }

  @Test("what takes fixed words refuses others, and says which there are")
  func refused() throws {
    for command in specifications {
      for option in command.options {
        let known: [String]
        switch option.value {
        case .words(let words), .list(let words): known = words
        default: continue
        }
        #expect(!known.isEmpty)
        let operands = Array(repeating: "x", count: command.argumentCount.lowerBound)
        let needed = command.options.filter(\.isRequired).map { "--\($0.name)=x" }
        for word in known {
          _ = try ParsedArguments(operands + needed + ["--\(option.name)=\(word)"], for: command)
        }
        #expect(throws: UsageFailure.unknownValue("qqqqq", of: "--" + option.name, among: known)) {
          try ParsedArguments(operands + needed + ["--\(option.name)", "qqqqq"], for: command)
        }
      }
    }
  }

  /// What bash completes each of some lines to.
  private func completed(_ lines: [String], in bench: Bench) async throws -> [[String]] {
    let script = try bench.write(await bench.run("completions", "bash").output, to: "script")
    // The program itself answers for what only it knows.
    let program = """
      pantler() { case $2 in stores) echo jar:a ;; links) echo mylink ;; changes) echo 7f20a1b3 ;; esac; }
      source '\(script)'
      while IFS= read -r COMP_LINE; do
        COMP_POINT=${#COMP_LINE}; _pantler; echo "${COMPREPLY[*]}"
      done
      """
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", program]
    process.currentDirectoryURL = URL(filePath: bench.home)
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    async let written = output.fileHandleForReading.readToEnd()
    try input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: try await written ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      $0.split(separator: " ").map(String.init)
    }
  }

  @Test("bash completes every option of the table, and every fixed word that one takes")
  func everyOption() async throws {
    var expected: [(line: String, words: [String])] = []
    for command in specifications {
      let start = (["pantler"] + (command.name.isEmpty ? [] : [command.name])).joined(
        separator: " ")
      for option in command.options {
        expected.append((start + " --" + option.name, ["--" + option.name]))
        let value = start + " --" + option.name + " "
        switch option.value {
        case .words(let words): expected.append((value, words))
        case .list(let words):
          expected.append((value, words))
          expected.append((value + "cookies,", words.map { "cookies," + $0 }))
        case .store: expected.append((value, ["jar:a"]))
        case .theme: expected.append((value, ["dark"]))
        default: break
        }
      }
    }
    let found = try await completed(expected.map(\.line), in: try Bench())
    try #require(found.count == expected.count)
    for (line, words) in zip(found, expected) {
      #expect(Set(words.words).isSubset(of: line), "\(words.line)")
    }
  }

  @Test(
    "bash completes arguments by their places",
    arguments: [
      (line: "sync ", words: ["jar:a", "mylink"]), ("sync jar:a ja", ["jar:a"]),
      ("theme show ", ["dark"]), ("theme sh", ["show"]), ("trash restore ", ["7f20a1b3"]),
      ("undo ", ["7f20a1b3"]), ("import file.txt ", ["jar:a"]), ("demo theme show ", ["dark"]),
      ("scene a.json5 export x --format net", ["netscape"]), ("signout a.test ", ["jar:a"]),
      ("export --format=net", ["netscape"]), ("export --format netscape ", ["jar:a"]),
      ("rm jar:a --types localStorage,diskC", ["localStorage,diskCache"]),
      ("jar", ["jar:a"]), ("guard l", ["list"]), ("completions li", ["links"]),
    ] as [(line: String, words: [String])])
  func places(line: String, words: [String]) async throws {
    let found = try await completed(["pantler " + line], in: try Bench())
    #expect(Set(words).isSubset(of: found.first ?? []), "\(found)")
  }

  @Test("bash completes files where a store may stand, for a store may be a file")
  func files() async throws {
    let bench = try Bench()
    _ = try bench.write("", to: "jars/one.txt")
    _ = try bench.write("", to: "java.txt")
    let lines = ["rm ja", "rm jars/", "diff java.txt ja", "export --format netscape j", "trash ja"]
    let found = try await completed(lines.map { "pantler " + $0 }, in: bench)
    let all: Set = ["jar:a", "java.txt", "jars/"]
    #expect(found.map(Set.init) == [all, ["jars/one.txt"], all, all, []])
  }

  @Test("the ids of stores are listed, but none that commands a terminal")
  func stores() async throws {
    let bench = try Bench()
    bench.stores.add("jar:a", [])
    bench.stores.add("jar:\u{1B}[2J", [])
    #expect(await bench.run("completions", "stores").output == "jar:a\n")
    let wrong = await bench.run("completions", "csh")
    #expect(wrong.status == 2)
  }

  @Test(
    "every page has its parts, and no line that man would take for a command",
    arguments: ["pantler", "pantler-config", "pantler-filter"])
  func pages(name: String) async throws {
    let result = try await Bench().run("manual", name)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix(".TH \"\(name.uppercased())\""))
    #expect(result.output.contains(".SH \"NAME\""))
    let known = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".RS", ".RE", ".nf", ".fi"]
    for line in result.lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(known.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
    }
    if name == "pantler" {
      for command in CommandTable.all.map(\.specification) {
        #expect(result.output.contains(".SS \"pantler \(command.name)"))
      }
    }
  }
}
