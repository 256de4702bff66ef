import CookieCore
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("A deletion counts what goes, and names what stays and why")
struct RefusedRemovalTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    bench.stores.add("jar:a", [cookie("a"), cookie("b")])
    bench.stores.add("jar:b", [cookie("c"), cookie("d"), cookie("e")])
    bench.stores.refuseWhileHeld("jar:b")
    bench.stores.hold("jar:b", by: ProcessReference(id: 42, name: "reader"))
  }

  private static let acts = [["rm", "jar:a", "jar:b", "--all"], ["signout", "shop.example"]]

  @Test("before", arguments: acts)
  func before(act: [String]) async {
    let stays = "3 cookies stay in jar:b. /memory/jar:b: in use by reader (pid 42)"
    let dry = await bench.run(act + ["--dry-run"])
    #expect(dry.status == 0)
    #expect(dry.lines.count == 2)
    #expect(dry.errors.contains("Would be: 2 deleted."))
    #expect(dry.errors.contains(stays))
    let asked = await bench.run(act, answers: ["n"])
    #expect(asked.status == 1)
    #expect(asked.errors.contains("In all: 2 deleted."))
    #expect(asked.errors.contains(stays))
    #expect(!asked.errors.contains("- c@"))
  }

  @Test("and after", arguments: acts)
  func after(act: [String]) async throws {
    let done = await bench.run(act + ["--yes"])
    #expect(done.status == 3)
    #expect(done.output.hasPrefix("Deleted 2 of 5."))
    #expect(done.errors.contains("in jar:b: /memory/jar:b: in use by reader (pid 42)"))
    #expect(bench.stores.names("jar:a").isEmpty)
    #expect(bench.stores.names("jar:b") == ["c", "d", "e"])
  }

  @Test("nobody is asked about a deletion of which nothing would go, and --force takes all")
  func nothing() async {
    let asked = await bench.run("rm", "jar:b", "--all", answers: [])
    #expect(asked.status == 1)
    #expect(asked.output.hasPrefix("Deleted 0 of 3."))
    #expect(!asked.errors.contains("y/N"))
    let forced = await bench.run("rm", "jar:b", "--all", "--force", "--dry-run")
    #expect(forced.errors.contains("Would be: 3 deleted."))
    #expect(await bench.run("rm", "jar:b", "--all", "--force", "--yes").status == 0)
  }
}
