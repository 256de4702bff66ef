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
