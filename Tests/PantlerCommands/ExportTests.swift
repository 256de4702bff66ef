import CookieCore
import Foundation
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
    #expect(try String(contentsOfFile: target, encoding: .utf8).contains("pantler-cookies"))
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

  @Test("FR-29, FR-32: what browsers would reject is imported with a warning")
  func warnings() async throws {
    let text = """
      # Netscape HTTP Cookie File
      .github.io\tTRUE\t/\tFALSE\t2000000000\ta\t1
      shop.example\tFALSE\t/x\tTRUE\t2000000000\t__Host-b\t1

      """
    let path = try bench.write(text, to: "jar.txt")
    let result = await bench.run("import", path, "jar:a", "--dry-run")
    #expect(result.errors.contains("a@.github.io/: browsers would reject this"))
    #expect(result.errors.contains("__Host-b@shop.example/x: browsers would reject this"))
  }
}
