import CookieCore
import Foundation
import StoreManager
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Cookies are exported to private files and imported from others")
struct ExportTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    bench.stores.add("jar:a", [cookie("sid", "secret") { $0.sameSite = .lax }])
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
  }

  @Test("the interface replaces a file only where that was agreed to, and a store never")
  func replacing() async throws {
    let (jar, other) = (
      try bench.write("store", to: "jar.json"), try bench.write("other", to: "other.json")
    )
    bench.stores.add("jar:b", [cookie("sid")], path: jar)
    try FileManager.default.createSymbolicLink(
      atPath: bench.home + "/link.json", withDestinationPath: jar)
    let support = try bench.support()
    _ = await support.manager.discover()
    for path in [jar, bench.home + "/link.json"] {
      let exported = await support.export([cookie("a")], to: path, replaces: true)
      #expect(exported == .failed("\(path) is the store jar:b; write to another file."))
    }
    #expect(try String(contentsOfFile: jar, encoding: .utf8) == "store")
    #expect(await support.export([cookie("a")], to: other, replaces: false) == .exists)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "other")
    #expect(await support.export([cookie("a")], to: other, replaces: true) == .written)
    #expect(try String(contentsOfFile: other, encoding: .utf8).contains("shop.example"))
  }

  @Test("no character that a terminal acts upon is written to one")
  func terminal() async throws {
    let bench = try Bench()
    bench.stores.add("jar:a", [cookie("a", "plain")])
    bench.stores.add("jar:b", [cookie("b", "\u{1B}[2J")])
    bench.stores.add("jar:c", [cookie("c", "\u{202E}x")])
    for format in ["netscape", "json", "header"] {
      let words = ["export", "jar:a", "--format", format]
      #expect(await bench.run(words, showsOutput: true).status == 0)
    }
    for (store, format) in [("jar:b", "netscape"), ("jar:c", "header")] {
      let words = ["export", store, "--format", format]
      let refused = await bench.run(words, showsOutput: true)
      #expect(refused.status == 1)
      #expect(refused.output.isEmpty)
      #expect(refused.errors.contains("-o FILE"))
      #expect(await bench.run(words).status == 0)
    }
  }

  @Test("FR-16: a new file and a replaced one are for their owner alone")
  func mode() async throws {
    let old = umask(0o022)
    defer { umask(old) }
    let path = bench.home + "/out.txt"
    #expect(await bench.run("export", "jar:a", "--format", "netscape", "-o", path).status == 0)
    #expect(try mode(path) == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(await bench.run("export", "jar:a", "--format", "netscape", "-o", path).status == 0)
    #expect(try mode(path) == 0o600)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\tsid\tsecret\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.home) == ["out.txt"])
  }

  @Test("FR-16: a symbolic link is followed, and stays")
  func link() async throws {
    let target = try bench.write("old", to: "real/target.txt")
    let path = bench.home + "/link.txt"
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "real/target.txt")
    #expect(await bench.run("export", "jar:a", "-o", path).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "real/target.txt")
    #expect(try String(contentsOfFile: target, encoding: .utf8).contains("\tsid\tsecret\n"))
    #expect(try mode(target) == 0o600)
  }

  @Test("FR-16: when it cannot be written the old file stays and nothing is left over")
  func failing() async throws {
    let path = try bench.write("old", to: "folder/out.txt")
    try FileManager.default.createDirectory(
      atPath: bench.home + "/folder/dir.txt", withIntermediateDirectories: true)
    let refused = await bench.run("export", "jar:a", "-o", bench.home + "/folder/dir.txt")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("it is a folder"))
    #expect(await bench.run("export", "jar:a", "-o", path + "/under").status == 1)
    #expect(await bench.run("export", "jar:a", "-o", "/nowhere/at/all").status == 1)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.home + "/folder")
    #expect(names.sorted() == ["dir.txt", "out.txt"])
  }

  @Test("FR-16: on a full file system the old file stays and nothing is left over")
  func full() throws {
    // A limit on the size of files fails a write in the middle, as a full disk does.
    let path = try bench.write("old", to: "full/out.txt")
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(1), &limit)
    var small = limit
    small.rlim_cur = 1 << 16
    let handler = signal(SIGXFSZ, SIG_IGN)
    setrlimit(__rlimit_resource_t(1), &small)
    defer {
      setrlimit(__rlimit_resource_t(1), &limit)
      signal(SIGXFSZ, handler)
    }
    #expect(throws: FileFailure.self) {
      try PrivateFileWriter.write([UInt8](repeating: 65, count: 1 << 18), to: path)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.home + "/full") == ["out.txt"])
  }

  @Test("what a format does not carry is said")
  func losses() async {
    let result = await bench.run("export", "jar:a", "--format", "netscape")
    #expect(result.output.contains("\tsid\tsecret\n"))
    #expect(result.errors.contains("SameSite"))
    #expect(await bench.run("export", "jar:a", "--format", "netscpe").status == 2)
    #expect(await bench.run("export", "jar:a", "-f", "name:nope").status == 4)
  }

  @Test("what was exported is imported again")
  func roundTrip() async {
    bench.stores.add("jar:b", [])
    let path = bench.home + "/keep.json"
    _ = await bench.run("export", "jar:a", "-o", path)
    let dry = await bench.run("import", path, "jar:b", "--dry-run")
    #expect(dry.output == "+ sid@shop.example/\n")
    #expect(bench.stores.cookies("jar:b").isEmpty)
    #expect(await bench.run("import", path, "jar:b").status == 2)
    #expect(await bench.run("import", path, "jar:b", "--yes").status == 0)
    #expect(bench.stores.cookies("jar:b") == bench.stores.cookies("jar:a"))
    #expect(await bench.run("import", path, "jar:b", "--yes").status == 0)
  }

  @Test("what is no list of cookies is refused with what is known")
  func unknown() async throws {
    let path = try bench.write("\u{0}\u{1}\u{2}", to: "x")
    let result = await bench.run("import", path, "jar:a", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("the format is not known"))
    #expect(await bench.run("import", "/nowhere", "jar:a", "--yes").status == 1)
  }

  @Test("FR-29: a domain that browsers would reject is imported, and marked")
  func warnings() async throws {
    let path = try bench.write(
      "# Netscape HTTP Cookie File\n.github.io\tTRUE\t/\tFALSE\t2000000000\ta\t1\n"
        + "co.uk\tTRUE\t/\tFALSE\t2000000000\tb\t1\n", to: "jar.txt")
    let result = await bench.run("import", path, "jar:a", "--yes")
    #expect(result.status == 0)
    #expect(result.errors.contains("a@.github.io/: browsers would reject this"))
    #expect(result.errors.contains("b@.co.uk/: browsers would reject this"))
    let listed = await bench.run("cookies", "jar:a", "-f", "issue:domainIsPublicSuffix", "--jsonl")
    #expect(listed.lines.count == 2)
  }

  @Test("FR-32: a name that breaks the rule of its prefix is refused, with the rule")
  func prefixes() async throws {
    let path = try bench.write(
      """
      # Netscape HTTP Cookie File
      shop.example\tFALSE\t/\tTRUE\t2000000000\t__Host-a\t1
      .shop.example\tTRUE\t/\tTRUE\t2000000000\t__Host-b\t1
      shop.example\tFALSE\t/x\tTRUE\t2000000000\t__Host-c\t1
      shop.example\tFALSE\t/\tFALSE\t2000000000\t__Secure-d\t1
      shop.example\tFALSE\t/\tFALSE\t2000000000\t__HOST-e\t1
      shop.example\tFALSE\t/\tFALSE\t2000000000\t__Hostage\t1

      """, to: "jar.txt")
    bench.stores.add("jar:b", [])
    let result = await bench.run("import", path, "jar:b", "--yes")
    #expect(result.status == 3)
    #expect(bench.stores.names("jar:b") == ["__Host-a", "__Hostage"])
    #expect(bench.stores.cookies("jar:b").map(\.hostOnly) == [true, true])
    for name in ["__Host-b@.shop.example/", "__Host-c@shop.example/x", "__HOST-e@shop.example/"] {
      #expect(result.errors.contains("\(name) is refused. A name that begins with __Host-"))
    }
    #expect(result.errors.contains("__Secure-d@shop.example/ is refused. A name that begins with"))
    let bad = try bench.write(
      "# Netscape HTTP Cookie File\na.example\tFALSE\t/\tFALSE\t0\t__Secure-d\t1\n", to: "bad.txt")
    #expect(await bench.run("import", bad, "jar:b", "--yes").status == 1)
    #expect(bench.stores.cookies("jar:b").count == 2)
    for line in ["__Host-b=1; Secure; Path=/; Domain=shop.example", "__Secure-d=1", "__HOST-e=1"] {
      let set = await bench.run("set", "jar:b", "--url", "https://shop.example/", line, "--yes")
      #expect(set.status == 1)
      #expect(set.errors.contains("refused"))
    }
  }

  @Test("a file that is a store is replaced with --force alone; another one is, and that is said")
  func overStore() async throws {
    let path = try bench.write("# Netscape HTTP Cookie File\n", to: "known.txt")
    bench.stores.add("jar:known", [cookie("mine")], path: path)
    try FileManager.default.createSymbolicLink(
      atPath: bench.home + "/link.txt", withDestinationPath: "known.txt")
    for name in [path, bench.home + "/link.txt"] {
      let refused = await bench.run("export", "jar:a", "-o", name)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("\(name) is the store jar:known"))
      #expect(refused.errors.contains("--force"))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "# Netscape HTTP Cookie File\n")
    #expect(await bench.run("export", "jar:a", "-o", path, "--force").status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\tsid\tsecret\n"))
    let other = try bench.write("old", to: "other.txt")
    let replaced = await bench.run("export", "jar:a", "-o", other)
    #expect(replaced.errors.contains("Replaced \(other): wrote 1 cookie."))
  }

  @Test("a file with cookies that no discovery finds is replaced with --force alone, too")
  func overHiddenStore() async throws {
    let path = try bench.write("jar", to: "hidden.txt")
    bench.stores.hide(bench.stores.add("jar:hidden", [cookie("mine"), cookie("own")], path: path))
    let refused = await bench.run("export", "jar:a", "-o", path)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("2 cookies in \(path) would be replaced"), "\(refused.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "jar")
    #expect(await bench.run("export", "jar:a", "-o", path, "--force").status == 0)
    // Nothing is lost of what holds no cookie.
    let empty = try bench.write("jar", to: "empty.txt")
    bench.stores.hide(bench.stores.add("jar:empty", [], path: empty))
    #expect(await bench.run("export", "jar:a", "-o", empty).status == 0)
  }

  @Test("the name of the file tells the format")
  func suffix() async throws {
    for (name, start) in [
      ("a.txt", "# "), ("a.json", "{"), ("a.binarycookies", "cook"), ("a", "{"),
    ] {
      #expect(await bench.run("export", "jar:a", "-o", bench.home + "/" + name).status == 0)
      let data = try Data(contentsOf: URL(filePath: bench.home + "/" + name))
      #expect(data.starts(with: Data(start.utf8)), "\(name)")
    }
    _ = await bench.run("export", "jar:a", "-o", bench.home + "/b.txt", "--format", "json")
    #expect(try Data(contentsOf: URL(filePath: bench.home + "/b.txt")).starts(with: Data("{".utf8)))
  }

  @Test("a header leaves out what expired, and is read again with the URL of its request")
  func header() async throws {
    bench.stores.add(
      "jar:b", [cookie("a", "1"), cookie("b", "2=3"), cookie("gone") { $0.expiryTime = Bench.now }])
    let header = await bench.run("export", "jar:b", "--format", "header")
    #expect(header.output == "Cookie: a=1; b=2=3\n")
    #expect(header.errors.contains("Left out: 1 cookie, expired."))
    let path = try bench.write(header.output, to: "header")
    bench.stores.add("jar:c", [])
    #expect(await bench.run("import", path, "jar:c", "--yes").status == 1)
    let read = await bench.run(
      "import", path, "jar:c", "--url", "https://shop.example/x/y", "--yes")
    #expect(read.status == 0, "\(read.errors)")
    #expect(read.errors.contains("names and values alone"))
    #expect(bench.stores.names("jar:c") == ["a", "b"])
    #expect(bench.stores.cookies("jar:c").allSatisfy { $0.hostOnly && $0.path == "/" })
    #expect(Set(bench.stores.cookies("jar:c").map(\.value)) == ["1", "2=3"])
  }

  @Test("an empty name of a file is a slip")
  func emptyPath() async {
    #expect(await bench.run("export", "jar:a", "-o", "").status == 2)
  }
}
