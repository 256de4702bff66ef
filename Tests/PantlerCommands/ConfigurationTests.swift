import Foundation
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("The settings are read, and what is wrong in them is told with its line")
struct ConfigurationTests {
  private let places = Places(environment: ["HOME": "/home/me"])

  private func parse(_ text: String) throws -> ConfigurationReader.Result {
    try ConfigurationReader.parse(Array(text.utf8), path: "c.json5", places: places)
  }

  @Test func everything() throws {
    let result = try parse(
      """
      // a remark
      {
        jars: ["~/cookies.txt", 'jars/b', "/abs"],
        theme: "dark", ascii: true,
        keys: 'emacs',
        filters: { mine: "site:a.test", both: "@mine | b" },
        links: { notes: { web: "apple:x", shared: "jar:y", direction: "toShared", sites: ["a.test"],
          filter: "@mine", guards: ["name:sid"], prefer: "ask", sessions: false, watch: true } },
      }
      """)
    let configuration = result.configuration
    #expect(configuration.jars == ["/home/me/cookies.txt", "/home/me/jars/b", "/abs"])
    #expect(configuration.theme == "dark")
    #expect(configuration.isASCII == true)
    #expect(configuration.keys == "emacs")
    let link = try #require(configuration.links["notes"])
    #expect(link.direction == .toShared && link.prefer == .ask)
    #expect(link.filter?.text == "site:a.test" && link.guards.map(\.text) == ["name:sid"])
    #expect(!link.sessions && link.watch && !link.prune)
    #expect(configuration.origins[.theme] == .file(line: 4))
    #expect(configuration.origins[.links] == .file(line: 7))
    #expect(configuration.origins[.mouse] == nil)
    #expect(result.warnings.isEmpty)
  }

  @Test(
    "an unknown key warns with its line and the nearest name",
    arguments: [
      (text: "{\n  themes: 'dark'\n}", line: 2, key: "themes", nearest: "theme"),
      (text: "{/* a\nb */ \"jras\": [],\n}", line: 2, key: "jras", nearest: "jars"),
      (text: "{x: {jars: 1},\n\n colour: [1, {a: 2}]}", line: 1, key: "x", nearest: nil),
    ])
  func unknown(text: String, line: Int, key: String, nearest: String?) throws {
    let warning = try #require(try parse(text).warnings.first)
    #expect(warning.line == line)
    #expect(warning.key == key)
    #expect(warning.nearest == nearest)
    #expect(warning.message.hasPrefix("c.json5:\(line): "))
  }

  @Test(
    "a wrong value is told with its line",
    arguments: [
      (text: "{\n theme: 3 }", line: 2, part: "“theme” is not text"),
      (text: "{\n\n ascii: 'yes' }", line: 3, part: "“ascii” is not true or false"),
      (text: "{ keys: 'vim' }", line: 1, part: "vi, emacs, safe"),
      (text: "{ filters: {\n a: 'b' ,\n c: 'sit:x' } }", line: 3, part: "did you mean “site”"),
      (text: "{ links: {\n l: { web: 'a' } } }", line: 2, part: "“shared” is missing"),
      (
        text: "{links: {l: {web: 'a',\n shared: 'b',\n gaurds: ['name:sid']}}}", line: 3,
        part: "there is no setting “gaurds” (did you mean “guards”?)"
      ),
      (
        text: "{links: {l: {web: 'a', shared: 'b',\n direction: 'toshard'}}}", line: 2,
        part: "did you mean “toShared”"
      ),
      (
        text: "{links: {l: {web: 'a', shared: 'b',\n\n prefer: 'newest'}}}", line: 3,
        part: "“prefer” is one of newer, first, second, ask"
      ),
      (
        text: "{links: {l: {web: 'a', shared: 'b',\n filter: 'sit:x'}}}", line: 2,
        part: "did you mean “site”"
      ),
      (
        text: "{links: {l: {web: 'a', shared: 'b',\n guards: ['marked']}}}", line: 2,
        part: "a link goes by the cookies alone"
      ),
      (
        text: "{links: {l: {web: 'a', shared: 'b', guards: ['']}}}", line: 1,
        part: "keeps everything"
      ),
      (
        text: "{links: {l: {web: 'a', shared: 'b',\n sessions: 'no'}}}", line: 2,
        part: "“links.l.sessions” is not true or false"
      ),
      (
        text:
          "{links: {l: {web: 'a', shared: 'b', direction: 'toShared',\n beforeLoading: ['x.test']}}}",
        line: 2, part: "brings nothing over"
      ),
      (text: "{ jars: [\n 1 2", line: 2, part: "no JSON5"),
      (text: "", line: 1, part: "no JSON5"),
      (text: "{\n a: }", line: 2, part: "no JSON5"),
    ])
  func wrong(text: String, line: Int, part: String) {
    let failure = #expect(throws: ConfigurationFailure.self) { try parse(text) }
    #expect(failure?.line == line)
    #expect(failure?.message.contains(part) == true, "\(failure?.message ?? "")")
  }

  @Test("the places follow the XDG rules")
  func xdg() {
    let places = Places(environment: [
      "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "relative",
    ])
    #expect(places.configurationFile == "/c/pantler/config.json5")
    #expect(places.state == "/h/.local/state/pantler")
  }

  @Test("the settings are shown with where they come from")
  func show() async throws {
    let bench = try Bench()
    let path = try bench.write("{theme: 'dark',\nthme: 1}", to: ".config/pantler/config.json5")
    let result = await bench.run("config", "show", "--origin", "--json")
    let rows = try result.json([[String: Any]].self)
    let theme = rows.first { $0["name"] as? String == "theme" }
    #expect(theme?["origin"] as? String == path + ":1")
    #expect(rows.contains { $0["origin"] as? String == "usual value" })
    #expect(
      result.errors.contains("config.json5:2: there is no setting “thme”; did you mean “theme”?"))
    #expect(await bench.run("config", "check").status == 1)
    #expect(await bench.run("config", "path").output == path + "\n")
    #expect(await bench.run("config", "shw").status == 2)
  }

  @Test("a link is shown with everything that holds for it")
  func showLink() async throws {
    let bench = try Bench()
    _ = try bench.write(
      """
      {links: {mine: {web: 'web:a', shared: 'jar:b', filter: '!name:_ga*', guards: ['site:bank.example'],
        beforeLoading: ['shop.example']}}}
      """, to: ".config/pantler/config.json5")
    let rows = try await bench.run("config", "show", "--json").json([[String: Any]].self)
    let links = try #require(
      rows.first { $0["name"] as? String == "links" }?["value"] as? String)
    #expect(
      links == """
        {"mine": {"web": "web:a", "shared": "jar:b", "direction": "both", "filter": "!name:_ga*", \
        "guards": ["site:bank.example"], "prune": false, "prefer": "newer", "sessions": true, \
        "watch": false, "beforeLoading": ["shop.example"]}}
        """)
  }

  @Test("settings that cannot be read stop every command")
  func broken() async throws {
    let bench = try Bench()
    _ = try bench.write("{theme: ", to: ".config/pantler/config.json5")
    let result = await bench.run("stores")
    #expect(result.status == 1)
    #expect(result.errors.contains("config.json5:1: it is no JSON5"))
    _ = try bench.write("{}", to: ".config/pantler/config.json5")
    // What was guarded is not known, so nothing may be deleted.
    _ = try bench.write("no guards", to: ".config/pantler/guards.json")
    #expect(await bench.run("rm", "jar:a", "--all", "--yes").status == 1)
  }

  @Test("themes and keys are listed, shown and checked")
  func catalogues() async throws {
    let bench = try Bench()
    #expect(await bench.run("theme").output.contains("dark"))
    #expect(await bench.run("theme", "show", "dark").output.contains("#fff on #000"))
    #expect(await bench.run("theme", "show", "drak").errors.contains("“dark”"))
    #expect(await bench.run("theme", "show", "drak").status == 4)
    #expect(await bench.run("theme", "check", "x.json5").status == 1)
    #expect(await bench.run("keys").output.contains("Down"))
    #expect(await bench.run("keys", "lint").status == 0)
    #expect(await bench.run("keys", "--preset", "nano").status == 2)
  }

  @Test("help, version and unknown words")
  func words() async throws {
    let bench = try Bench()
    #expect(await bench.run("--version").output == "pantler 1\n")
    #expect(await bench.run("--help").output.contains("Exit status"))
    #expect(await bench.run("help", "rm").output.contains("Usage: pantler rm"))
    #expect(await bench.run("rm", "--help").output.contains("Usage: pantler rm"))
    let unknown = await bench.run("cookeis")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("did you mean “cookies”?"))
    #expect(await bench.run("--thme", "x").status == 2)
    #expect(await bench.run("--theme", "dark").status == -1)
  }
}
