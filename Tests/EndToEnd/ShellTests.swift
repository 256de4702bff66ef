import Foundation
import Testing

@Suite("Shells complete, and man shows the pages", .enabled(if: endToEnd), .onOwnThreads)
struct ShellTests {
  let home: Home
  let pantler: String

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler").path
    try home.write(InterfaceSession.jar(), to: "cookies.txt")
    try FileManager.default.createSymbolicLink(
      atPath: home.path("pantler"), withDestinationPath: pantler)
  }

  private var environment: [String: String] {
    home.lonelyEnvironment.merging([
      "PATH": home.url.path + ":/usr/local/bin:/usr/bin:/bin"
    ]) { $1 }
  }

  private func completions(of line: String) throws -> [String] {
    let script = """
      source <(pantler completions bash)
      COMP_LINE='\(line)' COMP_POINT=\(line.count)
      _pantler
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try Program("/bin/bash").run(["-c", script], environment: environment).output
      .split(separator: "\n").map(String.init)
  }

  @Test("bash completes commands, options, values and stores, colons and all")
  func bash() throws {
    #expect(try completions(of: "pantler exp") == ["explain", "export"])
    #expect(try completions(of: "pantler cookies --json") == ["--json", "--jsonl"])
    #expect(try completions(of: "pantler export jar --format net") == ["netscape"])
    #expect(try completions(of: "pantler trash pu") == ["purge"])
    let store = home.path("cookies.txt")
    #expect(try completions(of: "pantler cookies ja") == ["jar:" + store])
    #expect(try completions(of: "pantler cookies jar:/") == [store])
    #expect(try completions(of: "pantler demo coo") == ["cookies"])
  }

  @Test("a store whose name commands the shell does nothing there")
  func hostile() throws {
    let name = "$(touch hurt).txt"
    try home.write(InterfaceSession.jar(), to: name)
    try home.write("{ jars: [\"\(home.path(name))\"] }", to: ".config/pantler/config.json5")
    let found = try completions(of: "pantler cookies jar:")
    #expect(found.contains { $0.contains("\\$\\(touch") })
    #expect(!FileManager.default.fileExists(atPath: home.path("hurt")))
  }

  @Test("zsh and fish understand their completions", arguments: ["zsh", "fish"])
  func others(shell: String) throws {
    let script = try Program(pantler).run(["completions", shell], environment: environment).output
    try home.write(script, to: "script")
    let result = try Program("/usr/bin/" + shell).result(
      ["-n", home.path("script")], environment: environment)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
  }

  @Test("fish completes commands and stores")
  func fish() throws {
    let script = try Program(pantler).run(["completions", "fish"], environment: environment).output
    try home.write(script, to: "script")
    func completed(_ line: String) throws -> String {
      try Program("/usr/bin/fish").run(
        ["--no-config", "-c", "source '\(home.path("script"))'; complete -C '\(line)'"],
        environment: environment
      ).output
    }
    #expect(try completed("pantler exp").contains("export\t"))
    #expect(try completed("pantler cookies jar:").contains(home.path("cookies.txt")))
    #expect(try completed("pantler export --format net").contains("netscape"))
  }

  @Test(
    "man has nothing to complain of in a page",
    arguments: ["pantler", "pantler-config", "pantler-filter"])
  func manual(page: String) throws {
    let text = try Program(pantler).run(["manual", page], environment: environment).output
    try home.write(text, to: "page")
    let result = try Program("/usr/bin/groff").result(
      ["-man", "-ww", "-Kutf8", "-Tutf8", home.path("page")], environment: environment)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    // Bold letters are printed twice, with a backspace between.
    let shown = result.output.replacing(/.\u{8}/, with: "")
    #expect(shown.contains("NAME"))
    #expect(shown.contains("SEE ALSO"))
  }
}
