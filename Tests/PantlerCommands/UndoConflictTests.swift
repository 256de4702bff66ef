import CookieCore
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("An undo says what somebody set since, and what becomes of it")
struct UndoConflictTests {
  let bench: Bench

  init() async throws {
    bench = try Bench()
    bench.stores.add("jar:a", [cookie("sid", "old"), cookie("other")])
    _ = await bench.run("rm", "jar:a", "-f", "name:sid", "--yes")
    bench.stores.change("jar:a") { $0.append(cookie("sid", "new")) }
  }

  private var value: CookieText? { bench.stores.cookies("jar:a").first { $0.name == "sid" }?.value }

  @Test("what stays is named before, and there is a way out")
  func stays() async {
    let says = "Not as it was in jar:a: sid@shop.example/, left as it is now"
    let dry = await bench.run("undo", "--dry-run")
    #expect(dry.output.isEmpty)
    #expect(dry.errors.contains(says))
    #expect(dry.errors.contains("--force"))
    let done = await bench.run("undo", answers: [])
    #expect(done.status == 1)
    #expect(done.errors.contains(says))
    #expect(done.errors.contains(" --force” puts what was there before over"))
    #expect(!done.errors.contains("Make a new plan"))
    #expect(value == "new")
  }

  @Test("writing over it is asked about, with the store")
  func forced() async {
    let declined = await bench.run("undo", "--force", answers: ["n"])
    #expect(declined.status == 1)
    #expect(declined.errors.contains("+ sid@shop.example/"))
    #expect(declined.errors.contains("put over what was set or changed since"))
    #expect(declined.errors.contains(" in jar:a all the same? y/N"))
    #expect(value == "new")
    #expect(await bench.run("undo", "--force").status == 2)
    #expect(await bench.run("undo", "--force", answers: ["y"]).status == 0)
    #expect(value == "old")
    #expect(await bench.run("undo", "--yes").status == 4)
  }

  @Test("--dry-run --json writes what would be done, without the values")
  func json() async throws {
    bench.stores.change("jar:a") { $0.removeAll { $0.name == "sid" } }
    let dry = await bench.run("undo", "--dry-run", "--json")
    let plan = try #require(try dry.json([String: Any].self)["plan"] as? [String: Any])
    #expect(plan["kind"] as? String == "undo")
    #expect((plan["items"] as? [Any])?.count == 1)
    #expect(!dry.output.contains("old"))
    #expect(bench.stores.names("jar:a") == ["other"])
  }

  @Test("an undo or a redo that finds nothing to do says so by its status")
  func nothing() async {
    bench.stores.change("jar:a") { $0.removeAll { $0.name == "sid" } }
    #expect(await bench.run("undo", "--yes").status == 0)
    bench.stores.change("jar:a") { $0.removeAll { $0.name == "sid" } }
    let redone = await bench.run("undo", "--redo", "--yes")
    #expect(redone.output.hasPrefix("Redone: 0 of 1"))
    #expect(redone.status == 4)
  }
}
