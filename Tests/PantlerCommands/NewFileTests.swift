import CookieCore
import Foundation
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Cookies go into files that do not exist yet")
struct NewFileTests {
  let bench: Bench
  let list: String

  init() throws {
    bench = try Bench()
    bench.stores.add("jar:a", [cookie("sid", "secret")])
    list = try bench.write(
      "# Netscape HTTP Cookie File\nshop.example\tFALSE\t/\tTRUE\t2000000000\tid\t1\n",
      to: "list.txt")
  }

  @Test("a name says what the file shall be, and undo removes it", arguments: ["", "jar:"])
  func byName(prefix: String) async {
    let path = "/nowhere/new.json"
    let dry = await bench.run("import", list, prefix + path, "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.output == "+ id@shop.example/\n")
    #expect(dry.errors.contains("\(path) is a new file, in the format json."))
    #expect(bench.stores.names("jar:\(path)") == [])
    #expect(await bench.run("import", list, prefix + path, "--yes").status == 0)
    #expect(bench.stores.names("jar:\(path)") == ["id"])
    let undone = await bench.run("undo", "--yes")
    #expect(undone.status == 0)
    #expect(undone.errors.contains("jar:\(path): the file that was made is gone again."))
    #expect(await bench.run("cookies", "jar:\(path)").status == 4)
  }

  @Test("where the name does not say it --format does")
  func byFormat() async {
    let unclear = await bench.run("import", list, "/nowhere/new", "--yes")
    #expect(unclear.status == 2)
    #expect(unclear.errors.contains("the name does not say what a new file shall be"))
    #expect(unclear.errors.contains("json, netscape, binarycookies, libsoup, libsoup-text or"))
    let made = await bench.run("import", list, "/nowhere/new", "--format", "netscape", "--yes")
    #expect(made.status == 0)
    #expect(made.errors.contains("/nowhere/new is a new file, in the format netscape."))
    let wrong = await bench.run("import", list, "/nowhere/n", "--format", "netscpe", "--yes")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("did you mean “netscape”?"))
  }

  @Test("what is there already keeps its format")
  func otherFormat() async {
    let result = await bench.run("import", list, "jar:a", "--format", "netscape", "--yes")
    #expect(result.status == 2)
    #expect(result.errors.contains("“jar:a” is there already"))
    #expect(bench.stores.names("jar:a") == ["sid"])
    #expect(await bench.run("import", list, "jar:a", "--format", "json", "--yes").status == 0)
  }

  @Test("set makes a file as well")
  func setting() async {
    let line = ["set", "/nowhere/new.json", "--url", "https://shop.example/", "a=1"]
    #expect(await bench.run(line + ["--yes"]).status == 0)
    #expect(bench.stores.names("jar:/nowhere/new.json") == ["a"])
  }
}
