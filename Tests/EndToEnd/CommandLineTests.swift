import Foundation
import Testing

@Suite("The command line in a home of its own", .enabled(if: endToEnd), .onOwnThreads)
struct CommandLineTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  private func result(_ arguments: String..., input: String? = nil) throws -> Program.Result {
    try pantler.result(
      arguments, environment: home.lonelyEnvironment, input: input, folder: home.url)
  }

  private func jar(_ lines: String...) -> String {
    "# Netscape HTTP Cookie File\n" + lines.map { $0 + "\n" }.joined()
  }

  private let line = "shop.test\tFALSE\t/\tFALSE\t4102444800\tsid\t1"

  @Test(
    "every list of stores has the files of synced pairs and those of the settings, as the screens have"
  )
  func sameStores() throws {
    try home.write(jar(line), to: "one.txt")
    try home.write(jar(line), to: "two.txt")
    try home.write(jar(line), to: "jars/named.txt")
    try home.write(
      "{ jars: [\"\(home.path("jars/named.txt"))\"] }", to: ".config/pantler/config.json5")
    #expect(try result("sync", "one.txt", "two.txt", "--yes").status == 0)
    let ids = ["jars/named.txt", "one.txt", "two.txt"].map { "jar:" + home.path($0) }
    let stores = try #require(
      JSONSerialization.jsonObject(with: Data(try result("stores", "--json").output.utf8))
        as? [[String: Any]])
    #expect(stores.compactMap { $0["id"] as? String } == ids)
    let cookies = try result("cookies", "--jsonl").output.split(separator: "\n")
    #expect(cookies.count == 3)
    #expect(
      try result("completions", "stores").output.split(separator: "\n").map(String.init) == ids)
    let screens = try result("--linear", input: "quit\n").output
    #expect(screens.hasPrefix("Pantler. 3 stores, 3 cookies."))
    #expect(try result("doctor").output.contains(ids[1] + ": 1 cookie"))
  }

  @Test("a path or an id by itself opens the interface on that store")
  func openedStore() throws {
    try home.write(jar(line), to: "jars/one.txt")
    try home.write(jar(line, line.replacing("sid", with: "two")), to: "cookies.txt")
    for words in [["jars/one.txt", "--linear"], ["--linear", "./jars/one.txt"]] {
      let said = try pantler.run(
        words, environment: home.lonelyEnvironment, input: "quit\n", folder: home.url
      ).output
      #expect(said.hasPrefix("Pantler. 2 stores, 3 cookies."))
      #expect(said.contains("In one.txt, one.txt: Sites, 1."), "\(said)")
    }
    let byID = try result("jar:" + home.path("cookies.txt"), "--linear", input: "cookies\nquit\n")
    #expect(byID.output.contains("In cookies.txt, cookies.txt: Cookies, 2."), "\(byID.output)")
    for (words, says) in [
      (["none.txt"], "none.txt: there is no such file"),
      (["jars/one.txt", "--json"], "“pantler cookies jars/one.txt” lists its cookies"),
      (["https://shop.test/"], "“pantler open https://shop.test/” loads it"),
      (["cokies"], "did you mean “cookies”?"),
      ([home.path(".config")], "There is no store"),
    ] {
      let refused = try pantler.result(words, environment: home.lonelyEnvironment, folder: home.url)
      #expect(refused.status != 0)
      #expect(refused.errors.contains(says), "\(refused.errors)")
    }
  }

  @Test("undo says what is there now where a store was, with its path on one line")
  func replaced() throws {
    let name = "a\nPantler is fine.db"
    let folder = home.path("pairs")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/" + name
    #expect(
      try result(
        "set", path, "--format", "libsoup", "--url", "https://shop.test/", "sid=1; Max-Age=900000",
        "--yes"
      ).status == 0)
    #expect(try result("rm", path, "--all", "--yes").status == 0)
    try Program("/usr/bin/sqlite3").run([path, "DROP TABLE moz_cookies"])
    let dropped = try result("undo", "--yes")
    #expect(dropped.status == 1)
    #expect(dropped.errors.contains("now there is a database without libsoup's table of cookies"))
    try Data("hello".utf8).write(to: URL(filePath: path))
    let other = try result("undo", "--yes")
    #expect(other.errors.contains("now there is a file of another kind"))
    for errors in [dropped.errors, other.errors] {
      #expect(!errors.split(separator: "\n").contains { $0.hasPrefix("Pantler is fine") })
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try result("undo", "--yes").errors.contains("there is no such file"))
  }
}
