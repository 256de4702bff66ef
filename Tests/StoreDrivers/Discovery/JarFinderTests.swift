import CookieCore
import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("Jars are found where they are named, in settings, and in the usual places")
struct JarFinderTests {
  let home: FakeHome

  init() throws {
    home = try FakeHome()
  }

  private func finder(named: [String] = []) -> JarFinder {
    JarFinder(surroundings: home.surroundings(named: named))
  }

  private func id(_ name: String) -> String { "jar:" + home.directory(name) }

  @Test(
    "settings of curl, Wget and yt-dlp name their jars; what isn't there or isn't a jar is left out"
  )
  func settings() throws {
    try home.write("curl jar", FakeHome.curlText)
    try home.write("wget.jar", FakeHome.curlText)
    try home.write("video.txt", FakeHome.curlText)
    try home.write(
      ".curlrc",
      "# comment\ncookie-jar = \"\(home.directory("home/curl jar"))\"\n--cookie name=value\n-b /none\n"
    )
    try home.write(".wgetrc", "load-cookies = ~/wget.jar\nhsts = on\n")
    try home.write(".config/yt-dlp/config", "--cookies ~/video.txt\n--cookies-from-browser x\n")
    try home.write(".wget-hsts", "# HSTS 1.0 Known Hosts database for GNU Wget.\n")
    let ids = ["curl jar", "video.txt", "wget.jar"].map { id("home/" + $0) }
    #expect(finder().foundIDs == ids)
    #expect(finder().store(ids[0])?.app.name == "curl")
  }

  @Test("a file that the settings name is found by what is in it, and a foreign one is told")
  func named() throws {
    let surroundings = home.surroundings(named: [
      "home/mine", "home/app.db", "home/jar.txt", "home/foreign.db", "home/notes.md",
    ])
    try home.write("mine", FakeHome.binaryCookies)
    try home.write("app.db", FakeHome.libsoupDatabase)
    try home.write("jar.txt", FakeHome.curlText)
    try home.write("foreign.db", FakeHome.firefoxDatabase)
    try home.write("notes.md", "nothing of cookies")
    let finders: [any StoreFinder] = [
      AppleFinder(surroundings: surroundings), WebKitGTKFinder(surroundings: surroundings),
      FoundationFinder(surroundings: surroundings), JarFinder(surroundings: surroundings),
    ]
    let found = finders.map { $0.discoverWithNamed() }
    #expect(
      found.flatMap(\.stores).map(\.id.rawValue) == [
        "apple:" + home.directory("home/mine"), "webkitgtk:" + home.directory("home/app.db"),
        id("home/jar.txt"),
      ])
    let refused = found.flatMap(\.problems).compactMap { problem -> String? in
      if case .unsupported(let path, _) = problem { path } else { nil }
    }
    #expect(refused == ["home/foreign.db", "home/notes.md"].map { home.directory($0) })
    #expect(found.allSatisfy { $0.places.count == 1 })
  }

  @Test("a jar in a usual place counts when it looks like one")
  func usualPlaces() throws {
    try home.write("cookies.txt", FakeHome.curlText)
    try home.write(".cookies.txt", "my favourite recipes")
    #expect(finder().foundIDs == [id("home/cookies.txt")])
    #expect(finder().store(id("home/cookies.txt"))?.format == .netscape)
    #expect(finder().store(id("home/cookies.txt"))?.kind == .shared)
  }

  @Test("a pipe or a socket that is named is a problem that says so, and nobody waits for it")
  func noFiles() async throws {
    mkfifo(home.directory("pipe.txt"), 0o600)
    mknod(home.directory("socket.txt"), S_IFSOCK | 0o600, 0)
    let refusals: [StoreFailure] = ["pipe", "socket"].map { name in
      .unsupported(
        path: home.directory(name + ".txt"),
        reason: "It is a \(name), not a file. Move it away, or name a file.")
    }
    let discovery = finder(named: ["pipe.txt", "socket.txt"]).discover()
    #expect(discovery.stores.isEmpty)
    #expect(discovery.problems == refusals)
    let access = StoreAccess(surroundings: home.surroundings()) { Timestamp(seconds: 0) }
    for (refusal, name) in zip(refusals, ["pipe.txt", "socket.txt"]) {
      let path = home.directory(name)
      for driver in FileStoreDriver.all(in: home.surroundings(), access: access) {
        await #expect(throws: refusal) { _ = try await driver.describe(path: path) }
      }
      #expect(throws: refusal) { _ = try FileReader().read(path) }
      #expect(throws: refusal) { _ = try DatabaseReader().read(path) }
    }
  }

  @Test("named files are listed, a missing one is a problem, and other drivers keep theirs")
  func namedFiles() throws {
    try home.directory.write("a.json", "{\"cookies\": []}")
    try home.directory.write("b.txt", "rubbish that fails when it is read")
    try home.directory.write("c.binarycookies", FakeHome.binaryCookies)
    try home.directory.write("d.sqlite", FakeHome.libsoupDatabase)
    let named = ["a.json", "b.txt", "c.binarycookies", "d.sqlite", "none.txt"]
    let discovery = finder(named: named).discover()
    #expect(discovery.stores.map(\.id.rawValue) == [id("a.json"), id("b.txt")])
    #expect(discovery.stores.map(\.format) == [.pantlerJSON, .netscape])
    #expect(discovery.problems == [.gone(path: home.directory("none.txt"))])
  }

  @Test("one file is one store, whether it is named by a link, by another name, or across a folder")
  func otherNames() async throws {
    let jar = try home.directory.write("jar.txt", FakeHome.curlText)
    let other = try home.directory.write("other.txt", FakeHome.curlText)
    try home.directory.link("link.txt", to: "jar.txt")
    try FileManager.default.linkItem(atPath: jar, toPath: home.directory("hard.txt"))
    let access = StoreAccess(surroundings: home.surroundings()) { Timestamp(seconds: 0) }
    let driver = FileStoreDriver(finder: finder(), access: access)
    let store = try #require(try await driver.describe(path: jar))
    for name in ["link.txt", "home/../jar.txt"] {
      #expect(try await driver.describe(path: home.directory(name)) == store)
    }
    let hard = try #require(try await driver.describe(path: home.directory("hard.txt")))
    let different = try #require(try await driver.describe(path: other))
    #expect(await driver.first(of: [different, store], sameAs: hard) == store)
    #expect(await driver.first(of: [store, hard], sameAs: different) == nil)
  }

  @Test("a path that is named is described; a new jar may be made where the name says so")
  func namedPath() throws {
    let jar = try home.directory.write("some jar", FakeHome.curlText)
    #expect(try finder().describe(path: jar)?.id.rawValue == "jar:\(jar)")
    #expect(try finder().describe(path: home.directory("new.txt"))?.format == .netscape)
    #expect(try finder().describe(path: home.directory("new.json"))?.format == .pantlerJSON)
    #expect(try finder().describe(path: home.directory("new")) == nil)
    #expect(try finder().describe(path: home.directory("home")) == nil)
    let foreign = try home.directory.write("libsoup", FakeHome.libsoupText)
    #expect(try finder().describe(path: foreign) == nil)
  }

  @Test("every named path belongs to at most one driver")
  func oneDriver() throws {
    let files: [(String, [UInt8])] = [
      ("a.binarycookies", FakeHome.binaryCookies), ("b.sqlite", FakeHome.libsoupDatabase),
      ("c.txt", Array(FakeHome.libsoupText.utf8)), ("d.txt", Array(FakeHome.curlText.utf8)),
      ("e.json", Array("{}".utf8)), (".cookies.shared", Array("<?xml version='1.0'?>".utf8)),
      ("f.txt", Array("rubbish".utf8)), ("g.txt", []), ("h.sqlite", FakeHome.firefoxDatabase),
    ]
    let surroundings = home.surroundings()
    let finders: [any StoreFinder] = [
      AppleFinder(surroundings: surroundings), WebKitGTKFinder(surroundings: surroundings),
      FoundationFinder(surroundings: surroundings), JarFinder(surroundings: surroundings),
    ]
    for (name, bytes) in files {
      let path = try home.directory.write(name, bytes)
      let count = try finders.count { try $0.describe(path: path) != nil }
      #expect(count == (name == "h.sqlite" ? 0 : 1), "\(name)")
    }
  }
}

@Suite("Foundation's storages are found in every data home")
struct FoundationFinderTests {
  @Test("shared storages and those of groups")
  func storages() throws {
    let home = try FakeHome()
    try home.write(".local/share/server/.cookies.shared", "<?xml version='1.0'?>")
    try home.write(".local/share/debug/.cookies.shared", "rubbish")
    try home.write(".local/share/server/.cookies.group.example", "<?xml version='1.0'?>")
    try home.write(".var/app/com.example.Tool/data/debug/.cookies.shared", "<?xml version='1.0'?>")
    try home.write(".local/share/server/cookies.txt", FakeHome.curlText)
    let finder = FoundationFinder(surroundings: home.surroundings())
    #expect(
      finder.foundIDs == [
        "foundation:debug", "foundation:debug:com.example.Tool", "foundation:server",
        "foundation:server:group.example",
      ])
    #expect(finder.discover().stores.allSatisfy { $0.format == .foundationPropertyList })
    let lone = try home.directory.write("x/.cookies.shared", "<?xml version='1.0'?>")
    #expect(try finder.describe(path: lone)?.id.rawValue == "foundation:\(lone)")
    let known = home.directory("home/.local/share/server/.cookies.shared")
    #expect(try finder.describe(path: known)?.id.rawValue == "foundation:server")
  }
}
