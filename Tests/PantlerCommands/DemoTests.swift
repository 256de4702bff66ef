import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("The demo makes a home with a real file of every kind")
struct DemoTests {
  private func files(seed: UInt64, in folder: String) throws -> [String: Data] {
    let home = DemoHome(directory: folder, seed: seed, now: DemoHome.fixedNow)
    try home.build()
    defer { DemoFiles.removeTree(folder) }
    var files: [String: Data] = [:]
    let all = try #require(FileManager.default.enumerator(atPath: folder))
    for case let name as String in all {
      if let data = FileManager.default.contents(atPath: folder + "/" + name) { files[name] = data }
    }
    return files
  }

  private func folder() -> String {
    NSTemporaryDirectory() + "pantler-demo-test-" + UUID().uuidString
  }

  @Test("what the interface is to look like is passed on, and not to a command")
  func looks() async throws {
    let bench = try Bench()
    let refused = await bench.run("demo", "--theme", "light", "cookies")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("“--theme” is for the interface"))
    let words = ["--seed", "1", "--theme", "light", "--ascii"]
    let parsed = try ParsedArguments(words, for: DemoCommand.command.specification)
    #expect(InterfaceOptions.words(of: parsed) == ["--theme", "light", "--ascii"])
    #expect(try InterfaceOptions(InterfaceOptions.words(of: parsed)).theme == "light")
  }

  @Test("the same seed gives the same bytes, another seed others")
  func exact() throws {
    let place = folder()
    let first = try files(seed: 7, in: place)
    #expect(try files(seed: 7, in: place) == first)
    let other = try files(seed: 8, in: place)
    #expect(other != first)
    #expect(first.count >= 14)
  }

  @Test("every file is of its kind, and holds the cookies that make a demo worth while")
  func kinds() throws {
    let place = folder()
    let home = DemoHome(directory: place, seed: 3, now: DemoHome.fixedNow)
    let files = try files(seed: 3, in: place)
    func bytes(_ name: String) throws -> [UInt8] { Array(try #require(files[name])) }
    for name in [home.defaultStore, home.identifiedStore, home.sharedStore] {
      #expect(try BinaryCookies(decoding: bytes(name)).cookies.count > 5)
    }
    let reader = try LibsoupDatabase(decoding: bytes(home.webKitStore))
    let now = DemoHome.fixedNow
    let app = try BinaryCookies(decoding: bytes(home.identifiedStore)).cookies
    let issues = Set(
      (reader.cookies + app).flatMap { $0.issues(now: now, publicSuffixes: .builtin) })
    #expect(issues.isSuperset(of: [.tooLarge, .expired, .sameSiteNoneWithoutSecure]))
    #expect(try NetscapeJar(decoding: bytes(home.textStore)).dialect == .libsoup)
    #expect(try NetscapeJar(decoding: bytes(home.curlJar)).dialect == .curl)
    #expect(try NetscapeJar(decoding: bytes(home.wgetJar)).dialect == .wget)
    #expect(try NetscapeJar(decoding: bytes(home.ytDlpJar)).dialect == .ytDlp)
    #expect(try !FoundationCookieFile(decoding: bytes(home.foundationStore)).cookies.isEmpty)
    let lossless = try PantlerJSON(decoding: bytes(home.lossless)).cookies
    #expect(lossless.contains { $0.partition != nil })
    #expect(lossless.contains { $0.container != nil })
    #expect(lossless.contains { $0.value.bytes.contains(0x1B) })
    let hosts = try BinaryCookies(decoding: bytes(home.defaultStore)).cookies.map(\.domain)
    #expect(hosts.contains("192.0.2.17") && hosts.contains("intranet"))
  }

  @Test("a home is claimed, used by one demo at a time, and goes away")
  func claiming() throws {
    let base = folder()
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    defer { DemoFiles.removeTree(base) }
    let first = try DemoFiles.claim(base, seed: 1)
    let second = try DemoFiles.claim(base, seed: 1)
    #expect(first != second)
    // A demo whose process has ended leaves its place to the next.
    try Data("999999999\n".utf8).write(to: URL(filePath: first + "/.owner"))
    #expect(try DemoFiles.claim(base, seed: 1) == first)
    let attributes = try FileManager.default.attributesOfItem(atPath: first)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("what is removed does not take along what a link leads to")
  func links() throws {
    let base = folder()
    let kept = base + "-kept"
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: kept + "/file"))
    try FileManager.default.createSymbolicLink(
      atPath: base + "/link", withDestinationPath: kept)
    DemoFiles.removeTree(base)
    #expect(!FileManager.default.fileExists(atPath: base))
    #expect(FileManager.default.fileExists(atPath: kept + "/file"))
    DemoFiles.removeTree(kept)
  }

  @Test("life changes stores, which stay readable")
  func life() throws {
    let place = folder()
    defer { DemoFiles.removeTree(place) }
    let home = DemoHome(directory: place, seed: 5, now: DemoHome.fixedNow)
    try home.build()
    let names = [
      home.curlJar, home.webKitStore, home.foundationStore, home.defaultStore, home.lossless,
    ]
    let before = names.map { FileManager.default.contents(atPath: place + "/" + $0) }
    var life = DemoLife(home: home, seed: 5) { DemoHome.fixedNow }
    for _ in 0..<60 { life.step() }
    for (name, old) in zip(names, before) {
      #expect(FileManager.default.contents(atPath: place + "/" + name) != old, "\(name)")
    }
    let bytes = try FileBytes.read(place + "/" + home.defaultStore)
    #expect(try !BinaryCookies(decoding: bytes).isDamaged)
  }

  private static let programs: [(words: [String], status: Int32)] = [
    (["-c", "exit 3"], 3), (["-c", "kill -TERM $$"], 143), (["-c", "test \"$A\" = b"], 0),
  ]

  @Test("a program runs in the foreground and its status comes back", arguments: programs)
  func child(words: [String], status: Int32) async throws {
    let child = try ChildProgram("/bin/sh", words, environment: ["A": "b"])
    #expect(await child.wait() == status)
  }
}
