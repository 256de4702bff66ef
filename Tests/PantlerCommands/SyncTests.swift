import CookieCore
import Foundation
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Two stores are brought into agreement from the command line")
struct SyncTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    bench.stores.add("web:a", [cookie("sid"), cookie("pref")])
    bench.stores.add("jar:b", [cookie("sid"), cookie("pref"), cookie("only-b")])
  }

  @Test(
    "that the record of the last sync was cut off is told by doctor, by the list, and by the next sync"
  )
  func cutOff() async throws {
    let bench = try Bench()
    for name in ["jar:a", "jar:b"] { bench.stores.add(name, [cookie("x"), cookie("y")]) }
    #expect(await bench.run("sync", "jar:a", "jar:b", "--yes").status == 0)
    for name in ["jar:a", "jar:b"] { bench.stores.change(name) { $0.append(cookie("z")) } }
    #expect(await bench.run("sync", "jar:a", "jar:b", "--yes").status == 0)
    #expect(await !bench.run("doctor").output.contains("cut off"))
    let folder = URL(filePath: bench.home + "/.local/state/pantler/links")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let file = folder.appending(path: try #require(names.first { $0.hasSuffix(".base") }))
    let whole = try Data(contentsOf: file)
    try whole.dropLast(3).write(to: file)
    bench.stores.change("jar:a") { $0.removeAll { $0.name == "z" } }
    let doctor = await bench.run("doctor")
    #expect(doctor.status == 1)
    #expect(
      doctor.output.contains("PROBLEM  jar:a and jar:b: what both had at the last sync was cut off")
    )
    #expect(
      await bench.run("sync").errors.contains(
        "jar:a and jar:b: what both had at the last sync was cut off"))
    let dry = await bench.run("sync", "jar:a", "jar:b", "--prune", "--dry-run")
    #expect(dry.output == "+ z@shop.example/  in jar:a\n")
    #expect(
      dry.errors.contains(
        "1 cookie of one store is carried to the other. It may have been deleted there."))
    let synced = await bench.run("sync", "jar:a", "jar:b", "--prune", "--yes")
    #expect(synced.errors.contains("What both had at the last sync was cut off"))
    #expect(bench.stores.names("jar:a") == ["x", "y", "z"])
    #expect(await !bench.run("doctor").output.contains("cut off"))
  }

  @Test("where the newer one counts and neither is known to be newer, that is what is said")
  func neitherNewer() async {
    bench.stores.add("web:c", [cookie("sid", "one")])
    bench.stores.add("jar:d", [cookie("sid", "two")])
    let words = ["sync", "web:c", "jar:d", "--dry-run", "--prefer"]
    let newer = await bench.run(words + ["newer"])
    #expect(
      newer.output.contains("differs; neither is known to be newer; --prefer first or second"))
    #expect(await bench.run(words + ["ask"]).output.contains("differs; --prefer says which"))
  }

  @Test("FR-17: a deletion travels when it is chosen, and nothing is guessed")
  func deletion() async {
    // The first sync has no common state: nothing is deleted.
    _ = await bench.run("sync", "web:a", "jar:b", "--to-shared", "--yes")
    #expect(bench.stores.names("jar:b") == ["only-b", "pref", "sid"])
    bench.stores.change("web:a") { $0.removeAll { $0.name == "sid" } }
    let unchosen = await bench.run("sync", "web:a", "jar:b", "--to-shared", "--yes")
    #expect(unchosen.errors.contains("--prune"))
    #expect(bench.stores.names("jar:b") == ["only-b", "pref", "sid"])
    let asked = await bench.run("sync", "web:a", "jar:b", "--to-shared", answers: ["y", "y"])
    #expect(asked.errors.contains("- sid@shop.example/"))
    #expect(asked.errors.contains("1 deletion on the other side"))
    #expect(bench.stores.names("jar:b") == ["only-b", "pref"])
    let again = await bench.run("sync", "web:a", "jar:b", "--to-shared", "--prune", "--yes")
    #expect(again.status == 0)
    #expect(bench.stores.names("jar:b") == ["only-b", "pref"])
  }

  @Test("FR-17: with --prune one deletion is named and asked about")
  func prune() async {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    bench.stores.change("web:a") { $0.removeAll { $0.name == "sid" } }
    let no = await bench.run("sync", "web:a", "jar:b", "--prune", answers: ["n"])
    #expect(no.status == 1)
    #expect(no.errors.contains("1 deleted"))
    #expect(bench.stores.names("jar:b").contains("sid"))
    let yes = await bench.run("sync", "web:a", "jar:b", "--prune", answers: ["y"])
    #expect(yes.output.hasPrefix("Deleted 1 cookie. "))
    #expect(!bench.stores.names("jar:b").contains("sid"))
  }

  @Test("FR-18: what is lost on the way is told for each cookie, and counted")
  func losses() async throws {
    let bench = try Bench()
    bench.stores.add(
      "web:a",
      [
        cookie("a", "v;1") { $0.httpOnly = true }, cookie("b", "x,y=z") { $0.httpOnly = true },
        cookie("c"), cookie("d", "\"q\"") { $0.httpOnly = true },
      ])
    bench.stores.add("jar:b", [], lacking: [.httpOnly]) { cookie in
      var kept = cookie
      kept.httpOnly = false
      return kept
    }
    let dry = await bench.run("sync", "web:a", "jar:b", "--dry-run")
    #expect(dry.output.components(separatedBy: "loses HttpOnly").count == 4)
    let result = await bench.run("sync", "web:a", "jar:b", "--yes")
    #expect(result.errors.contains("3 cookies copied with loss"))
    let values = bench.stores.cookies("jar:b").sorted { $0.key < $1.key }.map(\.value.text)
    #expect(values == ["v;1", "x,y=z", "v", "\"q\""])
  }

  @Test("the same state twice writes nothing")
  func idempotent() async throws {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    let second = await bench.run("sync", "web:a", "jar:b", "--yes")
    #expect(second.status == 0)
    #expect(second.output.isEmpty)
    #expect(second.errors.contains("Nothing to do"))
    let entries = try await bench.run("trash", "--json").json([[String: Any]].self)
    #expect(entries.count == 1)
  }

  @Test(arguments: [
    ["sync", "web:a", "web:a"], ["sync", "nolink"],
    ["sync", "web:a", "jar:b", "--both", "--to-web"],
    ["sync", "web:a", "jar:b", "--prefer", "me"], ["sync", "web:a", "jar:b", "--watch"],
  ])
  func usage(words: [String]) async {
    #expect(await bench.run(words).status == 2)
  }

  @Test("a link of the settings stands for its two stores")
  func link() async throws {
    _ = try bench.write(
      "{links: {mine: {web: 'web:a', shared: 'jar:b', direction: 'toWeb'}}}",
      to: ".config/pantler/config.json5")
    #expect(await bench.run("sync", "mine", "--yes").status == 0)
    #expect(bench.stores.names("web:a") == ["only-b", "pref", "sid"])
  }

  @Test("watching keeps two stores in step until a signal comes")
  func watch() async throws {
    let (signals, ending) = AsyncStream.makeStream(of: Int32.self)
    async let result = bench.run("sync", "web:a", "jar:b", "--watch", "--yes") { signals }
    while bench.stores.names("web:a") != ["only-b", "pref", "sid"] { await Task.yield() }
    bench.stores.change("web:a") { $0.append(cookie("fresh")) }
    while !bench.stores.names("jar:b").contains("fresh") {
      // A hint that came before the observer was there is given again.
      bench.stores.change("web:a") { _ in }
      await Task.yield()
    }
    ending.yield(15)
    #expect(await result.status == 0)
  }
}

@Suite("Links from the command line")
struct LinkCommandTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    bench.stores.add("web:a", [cookie("sid"), cookie("pref"), cookie("s") { $0.expiryTime = nil }])
    bench.stores.add("jar:b", [cookie("only-b")])
  }

  private func configure(_ link: String) throws {
    _ = try bench.write("{links: {mine: {\(link)}}}", to: ".config/pantler/config.json5")
  }

  @Test("links are listed with what differs and when both last agreed")
  func listing() async throws {
    #expect(await bench.run("sync").errors.contains("No link is in the settings"))
    try configure("web: 'web:a', shared: 'jar:b', direction: 'toShared', watch: true")
    #expect(
      await bench.run("sync").output == """
        LINK  A          B      DIFFER  LAST AGREED
        mine  web:a  ->  jar:b  4       never

        """)
    _ = await bench.run("sync", "mine", "--yes")
    let rows = try await bench.run("sync", "--json").json([[String: Any]].self)
    #expect(rows.count == 1)
    #expect(rows[0]["watch"] as? Bool == true)
    #expect(rows[0]["agreedAt"] as? String == "2027-01-15T08:00:00Z")
    #expect(rows[0]["sites"] is NSNull)
  }

  @Test("a pair that was synced without a link is listed too, and one whose store is away says so")
  func pairs() async throws {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    let lines = await bench.run("sync", "--jsonl").lines
    #expect(lines.count == 1)
    #expect(lines[0].contains("\"name\":null"))
    try configure("web: 'web:gone', shared: 'jar:b'")
    let result = await bench.run("sync")
    #expect(result.status == 3)
    #expect(result.errors.contains("mine: There is no store"))
  }

  @Test("a pair is forgotten after asking, also when its stores are gone, and no cookie is touched")
  func forgetting() async throws {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    #expect(await bench.run("sync", "web:a", "jar:b", "--forget", "--prune").status == 2)
    let no = await bench.run("sync", "jar:b", "web:a", "--forget", answers: ["n"])
    #expect(no.status == 1)
    #expect(no.errors.contains("last agreed 2027-01-15 08:00:00, on 4 cookies"))
    #expect(no.errors.contains("No cookie is deleted."))
    #expect(await bench.run("sync", "--jsonl").lines.count == 1)
    bench.stores.remove("jar:b")
    let listed = await bench.run("sync")
    #expect(listed.status != 0)
    #expect(listed.errors.contains("“pantler sync web:a jar:b --forget” takes the pair off"))
    let gone = await bench.run("sync", "web:a", "jar:b", "--forget", "--yes")
    #expect(gone.status == 0, "\(gone.errors)")
    #expect(await bench.run("sync", "--jsonl").lines.isEmpty)
    #expect(await bench.run("sync", "web:a", "jar:b", "--forget", "--yes").status == 4)
    #expect(bench.stores.names("web:a") == ["only-b", "pref", "s", "sid"])
  }

  @Test("a pair whose file is damaged is told, and forgotten by its two stores")
  func damaged() async throws {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    let folder = bench.home + "/.local/state/pantler/links"
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".base") })
    try Data("damaged".utf8).write(to: URL(filePath: folder + "/" + file))
    let listed = await bench.run("sync")
    #expect(listed.status == 1)
    #expect(listed.errors.contains("nor which two stores these are"))
    #expect(await bench.run("signout", "shop.example", "web:a", "--yes").status == 3)
    #expect(await bench.run("sync", "jar:b", "web:a", "--forget", "--yes").status == 0)
    #expect(await bench.run("sync").status == 0)
  }

  @Test("a pair with a store of a live engine is not listed where that engine is not")
  func livePairs() async throws {
    bench.stores.add("live:shop:main", [cookie("sid")])
    _ = await bench.run("sync", "live:shop:main", "jar:b", "--yes")
    #expect(await bench.run("sync", "--jsonl").lines.count == 1)
    bench.stores.remove("live:shop:main")
    let result = await bench.run("sync")
    #expect(result.status == 0)
    #expect(result.errors.contains("no pair was synced yet"))
  }

  @Test("what a link of the settings says is done, and the command line prevails")
  func terms() async throws {
    try configure("web: 'web:a', shared: 'jar:b', direction: 'toShared', sessions: false")
    _ = await bench.run("sync", "mine", "--yes")
    #expect(bench.stores.names("jar:b") == ["only-b", "pref", "sid"])
    #expect(bench.stores.names("web:a") == ["pref", "s", "sid"])
    _ = await bench.run("sync", "mine", "--both", "--yes")
    #expect(bench.stores.names("web:a") == ["only-b", "pref", "s", "sid"])
    try configure("web: 'web:a', shared: 'jar:b', prefer: 'me'")
    #expect(await bench.run("sync", "mine", "--yes").errors.contains("prefer"))
  }

  @Test("a filter and guards from the settings and the command line hold, in a watch too")
  func filters() async throws {
    let bench = try Bench()
    bench.stores.add("web:a", [cookie("sid", "new"), cookie("_ga"), cookie("bank", "new")])
    bench.stores.add("jar:b", [cookie("sid", "old"), cookie("bank", "old")])
    let words = ["sync", "web:a", "jar:b", "--to-shared", "--prefer", "first", "--yes"]
    #expect(await bench.run(words + ["--filter", "sit:x"]).status == 2)
    #expect(await bench.run(words + ["--filter", "issue:expired"]).status == 2)
    #expect(await bench.run(words + ["--guard", ""]).status == 2)
    let first = await bench.run(words + ["-f", "!name:_ga", "--guard", "name:bank"])
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.errors.contains("1 cookie, guarded"))
    func values() -> [String] {
      bench.stores.cookies("jar:b").map { "\($0.name.text)=\($0.value.text)" }.sorted()
    }
    #expect(values() == ["bank=old", "sid=new"])
    _ = await bench.run(words + ["-f", "name:bank", "--guard", "name:bank", "--include-guarded"])
    #expect(values() == ["bank=new", "sid=new"])
    _ = try bench.write(
      "{links: {mine: {web: 'web:a', shared: 'jar:b', filter: 'name:_g*'}}}",
      to: ".config/pantler/config.json5")
    _ = await bench.run("sync", "mine", "--yes")
    #expect(values() == ["_ga=v", "bank=new", "sid=new"])
    let rows = try await bench.run("sync", "--json").json([[String: Any]].self)
    #expect(rows[0]["filter"] as? String == "name:_g*")
  }

  @Test("the guards of a link hold for the same two stores, whichever is named first")
  func guardsOfPair() async throws {
    let bench = try Bench()
    bench.stores.add("web:a", [cookie("sid", "new"), cookie("bank", "new")])
    bench.stores.add("jar:b", [cookie("sid", "old"), cookie("bank", "old"), cookie("gone")])
    _ = try bench.write(
      "{links: {mine: {web: 'web:a', shared: 'jar:b', guards: ['name:bank'], filter: '!name:_ga'}}}",
      to: ".config/pantler/config.json5")
    bench.stores.change("web:a") { $0.append(cookie("_ga")) }
    for words in [["web:a", "jar:b", "--to-shared"], ["jar:b", "web:a", "--to-web"]] {
      let preferred = words[0] == "web:a" ? "first" : "second"
      let result = await bench.run(["sync"] + words + ["--prefer", preferred, "--yes"])
      #expect(result.errors.contains("The link “mine” of the settings joins these stores."))
      #expect(result.errors.contains("what it leaves out is left out"))
      #expect(!bench.stores.names("jar:b").contains("_ga"))
      #expect(bench.stores.cookies("jar:b").first { $0.name == "bank" }?.value == "old")
    }
    #expect(bench.stores.cookies("jar:b").first { $0.name == "sid" }?.value == "new")
    _ = await bench.run("sync", "web:a", "jar:b", "--filter", "name:_ga", "--yes")
    #expect(bench.stores.names("jar:b").contains("_ga"))
  }

  @Test("F, H: a store that is suddenly empty stops a sync, and --anew unites both again")
  func emptied() async {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    let before = bench.stores.names("web:a")
    bench.stores.change("jar:b") { $0 = [] }
    let stopped = await bench.run("sync", "web:a", "jar:b", "--prune", "--yes")
    #expect(stopped.status == 1)
    #expect(stopped.errors.contains("held 4 cookies at the last sync"))
    #expect(bench.stores.names("web:a") == before)
    #expect(bench.stores.names("jar:b").isEmpty)
    #expect(await bench.run("sync", "web:a", "jar:b", "--anew", "--prune", "--yes").status == 2)
    #expect(await bench.run("sync", "web:a", "jar:b", "--anew", "--yes").status == 0)
    #expect(bench.stores.names("jar:b") == before)
  }

  @Test("a store that Pantler itself emptied is known to be empty, and its deletions are carried")
  func emptiedByPantler() async {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    let before = bench.stores.names("web:a")
    #expect(await bench.run("rm", "jar:b", "-f", "name:sid", "--yes").status == 0)
    bench.stores.change("jar:b") { $0 = [] }
    // Three of the four went without Pantler, so what became of them is unknown.
    #expect(await bench.run("sync", "web:a", "jar:b", "--prune", "--yes").status == 1)
    #expect(bench.stores.names("web:a") == before)
    _ = await bench.run("sync", "web:a", "jar:b", "--anew", "--yes")
    _ = await bench.run("rm", "jar:b", "-f", "name:sid", "--yes")
    // A deletion that is not carried is told again, also when it is older than the last sync.
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    #expect(await bench.run("rm", "jar:b", "-f", "!name:sid", "--yes").status == 0)
    let told = await bench.run("sync", "web:a", "jar:b", "--yes")
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.errors.contains("4 cookies are in one store only"))
    #expect(bench.stores.names("web:a") == before)
    let carried = await bench.run("sync", "web:a", "jar:b", "--prune", "--yes")
    #expect(carried.status == 0, "\(carried.errors)")
    #expect(bench.stores.names("web:a").isEmpty)
    #expect(await bench.run("sync", "web:a", "jar:b", "--prune", "--yes").status == 0)
  }

  @Test("what Pantler deleted and put back explains nothing when the store is empty again")
  func emptiedAfterUndo() async {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    let before = bench.stores.names("web:a")
    _ = await bench.run("rm", "jar:b", "--all", "--yes")
    #expect(bench.stores.names("jar:b").isEmpty)
    _ = await bench.run("undo", "--yes")
    bench.stores.change("jar:b") { $0 = [] }
    #expect(await bench.run("sync", "web:a", "jar:b", "--prune", "--yes").status == 1)
    #expect(bench.stores.names("web:a") == before)
  }

  @Test("what undo puts back is not taken for a deleted cookie that came back")
  func undone() async {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    bench.stores.change("web:a") { $0.removeAll { $0.name == "sid" } }
    _ = await bench.run("rm", "jar:b", "-f", "name:sid", "--yes")
    _ = await bench.run("sync", "web:a", "jar:b", "--prune", "--yes")
    _ = await bench.run("undo", "--yes")
    #expect(bench.stores.names("jar:b").contains("sid"))
    _ = await bench.run("sync", "web:a", "jar:b", "--prune", "--yes")
    #expect(bench.stores.names("web:a").contains("sid"))
  }

  @Test("after an undone sync the next one says what it said before, and nothing comes back")
  func undoneSync() async {
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    _ = await bench.run("rm", "web:a", "-f", "name:sid", "--yes")
    let planned = await bench.run("sync", "web:a", "jar:b", "--prune", "--dry-run").output
    #expect(planned.hasPrefix("- sid@"), "\(planned)")
    _ = await bench.run("sync", "web:a", "jar:b", "--prune", "--yes")
    _ = await bench.run("undo", "--yes")
    #expect(bench.stores.names("jar:b").contains("sid"))
    #expect(await bench.run("sync", "web:a", "jar:b", "--prune", "--dry-run").output == planned)
  }

  @Test("no secret is in what is kept of a sync")
  func noSecrets() async throws {
    let bench = try Bench()
    bench.stores.add("web:a", [cookie("sid", "very-secret-value")])
    bench.stores.add("jar:b", [])
    _ = await bench.run("sync", "web:a", "jar:b", "--yes")
    let folder = bench.home + "/.local/state/pantler/links"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count == 1)
    for name in names {
      let path = folder + "/" + name
      let content = try Data(contentsOf: URL(filePath: path))
      #expect(content.range(of: Data("very-secret".utf8)) == nil)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }
}
