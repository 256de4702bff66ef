import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("libsoup jars are found by place, by content, and among the open files of network processes")
struct WebKitGTKFinderTests {
  let home: FakeHome

  init() throws {
    home = try FakeHome()
  }

  private var finder: WebKitGTKFinder { WebKitGTKFinder(surroundings: home.surroundings()) }

  @Test("known apps and any app, in all homes, have the ids of their apps")
  func apps() throws {
    let jar = FakeHome.libsoupDatabase
    try home.write(".local/share/epiphany/cookies.sqlite", jar)
    try home.write(".local/share/org.gnome.Epiphany.WebApp_mail/cookies.sqlite", jar)
    try home.write(".local/share/luakit/cookies.db", jar)
    try home.write(".local/share/luakit/private/cookies.db", jar)
    try home.write(".local/share/com.example.tauri/cookies", FakeHome.libsoupText)
    try home.write(".cache/surf/cookies.txt", FakeHome.libsoupText)
    try home.write(".local/share/cog/cookies.sqlite", jar)
    try home.write(".var/app/com.example.Reader/data/reader/cookies.sqlite", jar)
    try home.write("snap/viewer/current/.local/share/viewer/cookies.sqlite", jar)
    #expect(
      finder.foundIDs == [
        "webkitgtk:com.example.Reader", "webkitgtk:com.example.tauri", "webkitgtk:luakit",
        "webkitgtk:luakit:private", "webkitgtk:org.gnome.Epiphany",
        "webkitgtk:org.gnome.Epiphany.WebApp_mail", "webkitgtk:surf", "webkitgtk:viewer",
        "wpe:com.igalia.Cog",
      ])
    #expect(finder.store("webkitgtk:surf")?.format == .libsoupText)
    #expect(finder.store("webkitgtk:luakit")?.format == .libsoupDatabase)
    #expect(finder.store("webkitgtk:org.gnome.Epiphany")?.app.name == "GNOME Web")
  }

  @Test("an app installed twice has two ids, and the way of installation tells them apart")
  func installedTwice() throws {
    try home.write(".local/share/epiphany/cookies.sqlite", FakeHome.libsoupDatabase)
    try home.write(
      ".var/app/org.gnome.Epiphany/data/epiphany/cookies.sqlite", FakeHome.libsoupDatabase)
    let ids = finder.foundIDs
    #expect(ids == ["webkitgtk:org.gnome.Epiphany", "webkitgtk:org.gnome.Epiphany:flatpak"])
  }

  @Test("Firefox's and other databases and curl's jars are no libsoup jars")
  func foreignFiles() throws {
    try home.write(".local/share/app/cookies.sqlite", FakeHome.firefoxDatabase)
    try home.write(".local/share/app2/cookies.txt", FakeHome.curlText)
    try home.write(".local/share/app3/cookies.db", "rubbish")
    try home.write(".local/share/epiphany/cookies.sqlite", FakeHome.firefoxDatabase)
    #expect(finder.foundIDs == [])
  }

  @Test("a damaged jar in a known place is listed")
  func damaged() throws {
    let path = try home.write(".local/share/epiphany/cookies.sqlite", "rubbish")
    #expect(finder.foundIDs == ["webkitgtk:org.gnome.Epiphany"])
    #expect(try finder.describe(path: path)?.id.rawValue == "webkitgtk:org.gnome.Epiphany")
  }

  @Test("a jar anywhere is found while its network process runs")
  func openJar() throws {
    let jar = try home.directory.write("elsewhere/jar.db", FakeHome.libsoupDatabase)
    let strict = try home.directory.write("elsewhere/hsts-storage.sqlite", "SQLite format 3\0")
    let known = try home.write(".local/share/epiphany/cookies.sqlite", FakeHome.libsoupDatabase)
    let network = ["/usr/lib/WebKitNetworkProcess", "1", "2", "3"]
    try home.processes.add(50, name: "kiosk", parent: 1, arguments: ["kiosk"])
    try home.processes.add(
      51, name: "WebKitNetworkPr", parent: 50, arguments: network, holding: [jar, strict, known])
    try home.processes.add(52, name: "sqlite3", parent: 1, arguments: ["sqlite3"], holding: [jar])
    #expect(finder.foundIDs == ["webkitgtk:kiosk", "webkitgtk:org.gnome.Epiphany"])
    #expect(finder.store("webkitgtk:kiosk")?.path == jar)
  }

  @Test("XDG variables move the search; a relative one is ignored")
  func variables() throws {
    try home.directory.write("data/luakit/cookies.db", FakeHome.libsoupDatabase)
    try home.write(".config/epiphany/cookies.sqlite", FakeHome.libsoupDatabase)
    let surroundings = home.surroundings(
      environment: ["XDG_DATA_HOME": home.directory("data"), "XDG_CONFIG_HOME": "relative"])
    #expect(
      WebKitGTKFinder(surroundings: surroundings).foundIDs == [
        "webkitgtk:luakit", "webkitgtk:org.gnome.Epiphany",
      ])
  }

  @Test("circles of links end, and a place that can't be looked into is a problem, not silence")
  func circlesAndProblems() throws {
    try home.write(".local/share/app/deep/cookies.sqlite", FakeHome.libsoupDatabase)
    try home.directory.link("home/.local/share/app/circle", to: "..")
    try home.directory.link("home/.local/share/app/self", to: "self")
    #expect(finder.foundIDs == ["webkitgtk:app:deep"])
    let short = home.surroundings(limits: SearchLimits(entryCount: 1))
    let discovery = WebKitGTKFinder(surroundings: short).discover()
    #expect(!discovery.problems.isEmpty)
  }

  @Test("a path that is named is described when it is a libsoup jar, and by the id of its app")
  func namedPath() throws {
    let lone = try home.directory.write("jar.db", FakeHome.libsoupDatabase)
    #expect(try finder.describe(path: lone)?.id.rawValue == "webkitgtk:\(lone)")
    let text = try home.directory.write("jar", FakeHome.libsoupText)
    #expect(try finder.describe(path: text)?.format == .libsoupText)
    let known = try home.write(".local/share/luakit/cookies.db", FakeHome.libsoupDatabase)
    #expect(try finder.describe(path: known)?.id.rawValue == "webkitgtk:luakit")
    let foreign = try home.directory.write("firefox.sqlite", FakeHome.firefoxDatabase)
    #expect(try finder.describe(path: foreign) == nil)
    #expect(try finder.describe(path: home.directory("none")) == nil)
  }
}
