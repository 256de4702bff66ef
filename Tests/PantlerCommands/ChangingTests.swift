import CookieCore
import Foundation
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Cookies are deleted, carried and taken back from the command line")
struct ChangingTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    bench.stores.add(
      "jar:a", [cookie("sid", "hunter2"), cookie("pref"), cookie("other", domain: "news.example")])
  }

  @Test(
    "without a condition nothing is deleted, and an empty filter is none",
    arguments: [
      ["rm", "jar:a", "--yes"], ["rm", "jar:a", "--yes", "-f", ""],
      ["rm", "jar:a", "--yes", "-f", "  "], ["rm", "jar:a", "--yes", "-f", "\"\""],
      ["rm", "jar:a", "--yes", "-f", "((\"\"))"], ["rm", "jar:a", "--yes", "-f", "name:sid|\"\""],
      ["rm", "jar:a", "--yes", "-f", "name:sid | name:*"],
      ["rm", "jar:a", "--yes", "-f", "host:*"],
      ["rm", "jar:a", "--yes", "-f", "name~.*"],
      ["rm", "--all", "--yes"], ["rm", "jar:a", "--types", "cokies", "--yes"],
      ["rm", "jar:a", "--since", "yesterday", "--yes"], ["rm", "jar:a", "--all"],
    ])
  func refused(words: [String]) async {
    let result = await bench.run(words)
    #expect(result.status == 2)
    #expect(bench.stores.cookies("jar:a").count == 3)
  }

  @Test(arguments: [
    (words: ["--site", "shop.example"], left: ["other"]),
    (words: ["--site", "www.shop.example"], left: ["other"]),
    (words: ["-f", "name:sid"], left: ["other", "pref"]),
    (words: ["--site", "shop.example", "-f", "name:sid"], left: ["other", "pref"]),
    (words: ["--since", "2h"], left: []), (words: ["--all", "--types", "cookies"], left: []),
    (words: ["--site", "shop.example", "--site", "news.example"], left: []),
  ])
  func deletes(words: [String], left: [String]) async {
    let result = await bench.run(["rm", "jar:a"] + words + ["--yes"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(bench.stores.names("jar:a") == left)
  }

  @Test("what matches nothing is told by the status")
  func nothing() async {
    let result = await bench.run("rm", "jar:a", "-f", "name:nope", "--yes")
    #expect(result.status == 4)
    #expect(result.errors.contains("0 cookies matched"))
    #expect(await bench.run("rm", "jar:a", "--since", "5m", "--yes").status == 4)
  }

  @Test(
    "a person is asked, and anything but yes is no",
    arguments: [
      (answers: ["y"], status: 0, left: 2), (answers: ["YES"], status: 0, left: 2),
      (answers: [""], status: 1, left: 3), (answers: ["n"], status: 1, left: 3),
      (answers: ["yo"], status: 1, left: 3), (answers: [], status: 1, left: 3),
    ])
  func asks(answers: [String], status: Int32, left: Int) async {
    let result = await bench.run("rm", "jar:a", "-f", "name:sid", answers: answers)
    #expect(result.status == status)
    #expect(result.errors.contains("- sid@shop.example/"))
    #expect(result.errors.contains("y/N"))
    #expect(bench.stores.cookies("jar:a").count == left)
  }

  @Test(
    "a whole store wants the count typed",
    arguments: [
      (answer: "3", left: 0), (answer: "y", left: 3), (answer: "4", left: 3),
    ])
  func typedCount(answer: String, left: Int) async {
    let result = await bench.run("rm", "jar:a", "--all", answers: [answer])
    #expect(result.errors.contains("Type 3 to allow"))
    #expect(bench.stores.cookies("jar:a").count == left)
  }

  @Test("guarded cookies stay unless they are asked for")
  func guards() async {
    #expect(await bench.run("guard", "add", "--name", "sid").status == 0)
    let first = await bench.run("rm", "jar:a", "--all", "--yes")
    #expect(first.status == 0)
    #expect(first.errors.contains("1 cookie, guarded"))
    #expect(bench.stores.names("jar:a") == ["sid"])
    #expect(await bench.run("rm", "jar:a", "--all", "--yes").status == 4)
    #expect(await bench.run("guard").output == "1  name sid\n")
    _ = await bench.run("rm", "jar:a", "--all", "--yes", "--include-guarded")
    #expect(bench.stores.names("jar:a") == [])
    #expect(await bench.run("guard", "rm", "2").status == 4)
    #expect(await bench.run("guard", "rm", "1").status == 0)
    #expect(await bench.run("guard").output == "")
    #expect(await bench.run("guard", "add").status == 2)
  }

  @Test("a plan is written, changes nothing, and is then done to the letter")
  func plans() async throws {
    let dry = await bench.run("rm", "jar:a", "--site", "shop.example", "--dry-run", "--json")
    #expect(dry.status == 0)
    #expect(bench.stores.cookies("jar:a").count == 3)
    #expect(!dry.output.contains("hunter2"))
    #expect(!dry.errors.contains("keep it private"))
    let path = try bench.write(dry.output, to: "plan.json")
    // Another cookie of the site, and another value of one in the plan, have come meanwhile.
    bench.stores.change("jar:a") { cookies in
      cookies.append(cookie("late"))
      cookies[0].value = "changed"
    }
    let result = await bench.run("rm", "jar:a", "--plan", path, "--yes")
    #expect(result.status == 3)
    #expect(result.errors.contains("sid@shop.example/ in jar:a: changed since the plan was made"))
    #expect(bench.stores.names("jar:a") == ["late", "other", "sid"])
  }

  @Test("a plan has its values when they are asked for, and plans that have them are still done")
  func plansWithValues() async throws {
    let words = ["rm", "jar:a", "--site", "shop.example", "--dry-run", "--json", "--values"]
    let dry = await bench.run(words)
    #expect(dry.output.contains("hunter2"))
    #expect(dry.errors.contains("keep it private"))
    let old = dry.output.replacingOccurrences(of: "\"version\" : 2", with: "\"version\" : 1")
    let path = try bench.write(old, to: "plan.json")
    #expect(await bench.run("rm", "jar:a", "--plan", path, "--yes").status == 0)
    #expect(bench.stores.names("jar:a") == ["other"])
  }

  @Test("a plan deletes nothing that was guarded since, and a plan of another kind is none")
  func editedPlans() async throws {
    let dry = await bench.run("rm", "jar:a", "--site", "shop.example", "--dry-run", "--json")
    let path = try bench.write(dry.output, to: "plan.json")
    let other = try bench.write(
      dry.output.replacingOccurrences(of: "\"removal\"", with: "\"import\""), to: "other.json")
    #expect(await bench.run("rm", "jar:a", "--plan", other, "--yes").status == 2)
    _ = await bench.run("guard", "add", "--name", "sid")
    let guarded = await bench.run("rm", "jar:a", "--plan", path, "--yes")
    #expect(guarded.status == 0)
    #expect(guarded.errors.contains("1 cookie, guarded"))
    #expect(bench.stores.names("jar:a") == ["other", "sid"])
    let all = await bench.run("rm", "jar:a", "--plan", path, "--yes", "--include-guarded")
    #expect(all.status == 0)
    #expect(bench.stores.names("jar:a") == ["other"])
  }

  @Test("a file that is no plan is refused", arguments: ["", "{}", "{\"version\":9}", "[1]"])
  func badPlan(text: String) async throws {
    let path = try bench.write(text, to: "plan.json")
    let result = await bench.run("rm", "jar:a", "--plan", path, "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("this is no plan"))
    #expect(await bench.run("rm", "jar:a", "--plan", path, "--all").status == 2)
    #expect(await bench.run("rm", "jar:a", "--plan", "/nowhere").status == 1)
  }

  @Test("FR-47: failures are told by name and by the status")
  func partly() async {
    bench.stores.add("jar:b", [cookie("sid")])
    bench.stores.add("jar:c", [cookie("sid")])
    bench.stores.failWriting("jar:b", .denied(path: "/memory/jar:b"))
    bench.stores.failWriting("jar:c", .locked(path: "/memory/jar:c"))
    let words = ["rm", "jar:a", "jar:b", "jar:c", "-f", "name:sid", "--yes"]
    let result = await bench.run(words)
    #expect(result.status == 3)
    #expect(result.output.hasPrefix("Deleted 1 of 3."))
    #expect(result.errors.contains("in jar:b: /memory/jar:b: access is denied"))
    #expect(result.errors.contains("in jar:c: /memory/jar:c: another program is writing"))
    #expect(await bench.run("rm", "jar:b", "--all", "--yes").status == 1)
  }

  @Test("undo names what cannot be as it was, and asks; what was seen on reading back is said too")
  func lossyUndo() async throws {
    _ = await bench.run("rm", "jar:a", "-f", "name:sid", "--yes")
    bench.stores.change("jar:a") { $0.append(cookie("late")) }
    bench.stores.lose([ReplayLoss(key: cookie("sid").key, reason: .number)], of: "jar:a")
    let says = "Not as it was in jar:a: sid@shop.example/, with a new row number"
    let dry = await bench.run("undo", "--dry-run")
    #expect(dry.output == "+ sid@shop.example/\n")
    #expect(dry.errors.contains(says))
    let nobody = await bench.run("undo")
    #expect(nobody.status == 2)
    #expect(nobody.errors.contains(says))
    #expect(await bench.run("undo", answers: ["n"]).status == 1)
    #expect(bench.stores.names("jar:a") == ["late", "other", "pref"])
    let done = await bench.run("undo", "--json", answers: ["y"])
    #expect(done.status == 0)
    let written = try done.json([String: Any].self)["notAsBefore"] as? [[String: Any]]
    #expect(written?.map { $0["name"] as? String } == ["sid"])
    #expect(done.errors.components(separatedBy: says).count == 3)
    #expect(bench.stores.names("jar:a") == ["late", "other", "pref", "sid"])
    #expect(await bench.run("undo", "--redo", "--dry-run").status == 2)
  }

  @Test("undo shows what comes back and asks a person, and needs no answer in a script")
  func askedUndo() async throws {
    _ = await bench.run("rm", "jar:a", "-f", "name:sid", "--yes")
    let declined = await bench.run("undo", answers: ["n"])
    #expect(declined.status == 1)
    #expect(declined.errors.contains("+ sid@shop.example/"))
    #expect(bench.stores.names("jar:a") == ["other", "pref"])
    #expect(await bench.run("undo", answers: ["y"]).status == 0)
    #expect(bench.stores.names("jar:a") == ["other", "pref", "sid"])
    #expect(await bench.run("undo", "--redo", answers: ["n"]).status == 1)
    #expect(bench.stores.names("jar:a") == ["other", "pref", "sid"])
    #expect(await bench.run("undo", "--redo").status == 0)
    #expect(bench.stores.names("jar:a") == ["other", "pref"])
    let entries = try await bench.run("trash", "--json").json([[String: Any]].self)
    let id = try #require(entries.first?["id"] as? String)
    #expect(await bench.run("trash", "restore", id).status == 0)
    #expect(bench.stores.names("jar:a") == ["other", "pref", "sid"])
    _ = await bench.run("rm", "jar:a", "-f", "name:sid", "--yes")
    #expect(await bench.run("undo").status == 0)
    #expect(bench.stores.names("jar:a") == ["other", "pref", "sid"])
  }

  @Test(
    "a set into a store without times loses nothing, and what is really lost is told once for all")
  func realLosses() async throws {
    let times: Set<CookieAttribute> = [.creationTime, .lastAccessTime, .sameSite]
    bench.stores.add("jar:plain", [], lacking: times)
    let set = await bench.run("set", "jar:plain", "--url", "https://a.example/", "a=1", "--yes")
    #expect(set.status == 0)
    #expect(set.errors == "")
    let strict = await bench.run(
      "set", "jar:plain", "--url", "https://a.example/", "b=1; SameSite=Lax", "--yes")
    #expect(strict.errors.contains("cannot keep SameSite"))
    #expect(strict.errors.contains("b@a.example/ in jar:plain: copied with loss of SameSite."))
    // What other stores know of the past of a cookie is lost for good.
    let carried = await bench.run("sync", "jar:a", "jar:plain", "--to-shared", "--yes")
    let lines = carried.errors.split(separator: "\n").filter { $0.contains("copied with loss of") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("creation time") == true)
  }

  @Test("undo gives everything back, and the trash tells of it")
  func undo() async throws {
    let before = bench.stores.cookies("jar:a")
    #expect(await bench.run("undo", "--yes").status == 4)
    _ = await bench.run("rm", "jar:a", "--site", "shop.example", "--yes")
    let entries = try await bench.run("trash", "--json").json([[String: Any]].self)
    let id = try #require(entries.first?["id"] as? String)
    #expect(entries.first?["deleted"] as? Int == 2)
    let result = await bench.run("undo", id, "--yes")
    #expect(result.status == 0)
    #expect(result.errors.contains("the very bytes it had before"))
    #expect(Set(bench.stores.cookies("jar:a")) == Set(before))
    #expect(await bench.run("undo", "ffffffff", "--yes").status == 4)
    #expect(await bench.run("undo", id, "--yes").status == 1)
    #expect(await bench.run("undo", "--redo", id, "--yes").status == 0)
    #expect(bench.stores.names("jar:a") == ["other"])
    #expect(await bench.run("trash", "purge").status == 2)
    #expect(await bench.run("trash", "purge", "--yes").status == 0)
    #expect(await bench.run("trash").errors.contains("empty"))
  }

  @Test("what the trash got after it was asked about stays in it")
  func purgeListed() async throws {
    _ = await bench.run("rm", "jar:a", "-f", "name:sid", "--yes")
    let later = bench.home + "/.local/state/pantler/journal/ffffffff"
    let result = await bench.run(
      "trash", "purge", answers: ["y"],
      whileAsked: {
        try? FileManager.default.createDirectory(
          atPath: later, withIntermediateDirectories: false)
      })
    #expect(result.errors.contains("Forget 1 change for good?"))
    #expect(result.status == 0)
    #expect((result.output + result.errors).contains("Forgot 1 change."))
    #expect(FileManager.default.fileExists(atPath: later))
    #expect(await bench.run("trash", "purge", "fff", "ffffffff", "--yes").status == 0)
    #expect(!FileManager.default.fileExists(atPath: later))
  }

  @Test("a cookie is set by the rules")
  func set() async {
    let words = ["set", "jar:a", "--url", "https://www.shop.example/a/b"]
    let result = await bench.run(words + ["new=1; Domain=shop.example; Secure", "--yes"])
    #expect(result.status == 0, "\(result.errors)")
    let stored = bench.stores.cookies("jar:a").first { $0.name == "new" }
    #expect(stored?.domain == "shop.example" && stored?.hostOnly == false)
    #expect(stored?.path == "/a" && stored?.secure == true)
    let refused = await bench.run(words + ["bad=1; Domain=example", "--yes"])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("refused"))
    #expect(await bench.run("set", "jar:a", "x=1").status == 2)
  }

  @Test("signing out clears a site in every store")
  func signOut() async {
    bench.stores.add("jar:b", [cookie("sid"), cookie("keep", domain: "news.example")])
    #expect(await bench.run("signout", "www.shop.example", "--yes").status == 0)
    #expect(bench.stores.names("jar:a") == ["other"])
    #expect(bench.stores.names("jar:b") == ["keep"])
    #expect(await bench.run("signout", "shop.example", "--yes").status == 4)
  }

  @Test("the address of a page stands for its site")
  func address() async {
    let words = ["--site", "https://www.shop.example/cart?x=1", "--dry-run"]
    #expect(await bench.run(["rm", "jar:a"] + words).lines.count == 2)
    #expect(
      await bench.run("rm", "jar:a", "--site", "shop.example:8080", "--dry-run").lines.count == 2)
    let wrong = await bench.run("rm", "jar:a", "--site", "https:///", "--yes")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("give a site such as example.org"))
    #expect(await bench.run("signout", "https://shop.example/", "--yes").status == 0)
    #expect(bench.stores.names("jar:a") == ["other"])
  }
}
