import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("Apple containers are found where a person has them, and each store is told apart")
struct AppleFinderTests {
  let home: FakeHome
  private let uuid = "6F9619FF-8B86-D011-B42D-00C04FC964FF"

  init() throws {
    home = try FakeHome()
  }

  private func finder(named: [String] = []) -> AppleFinder {
    AppleFinder(surroundings: home.surroundings(named: named))
  }

  @Test(
    "an iOS container that is named: default and identified store, and the bundle id by its metadata"
  )
  func namedContainer() throws {
    let container = "backup/Application/\(uuid)"
    let metadata = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
      <key>MCMMetadataIdentifier</key><string>com.example.notes</string></dict></plist>
      """
    try home.directory.write(
      "\(container)/.com.apple.mobile_container_manager.metadata.plist", metadata)
    try home.directory.write(
      "\(container)/Library/Cookies/Cookies.binarycookies", FakeHome.binaryCookies)
    try home.directory.write(
      "\(container)/Library/WebKit/WebsiteDataStore/\(uuid.lowercased())/Cookies/Cookies.binarycookies",
      FakeHome.binaryCookies)
    for root in [container, "backup", "\(container)/Library"] {
      let stores = finder(named: [root]).discover().stores
      #expect(
        stores.map(\.id.rawValue) == [
          "apple:com.example.notes:\(uuid.lowercased())", "apple:com.example.notes:default",
        ])
      #expect(stores.map(\.kind) == [.identified(uuid.lowercased()), .standard])
      #expect(stores.last?.remarks.isEmpty == false)
    }
  }

  @Test("without metadata the only app with preferences gives the name, else the directory does")
  func nameOfContainer() throws {
    let known = "Containers/Data/Application/\(uuid)"
    let unknown = "Containers/Data/Application/00000000-8B86-D011-B42D-00C04FC964FF"
    try home.write("\(known)/Library/Cookies/Cookies.binarycookies", FakeHome.binaryCookies)
    try home.write("\(known)/Library/Preferences/com.example.notes.plist", "")
    try home.write("\(known)/Library/Preferences/com.apple.UIKit.plist", "")
    try home.write("\(unknown)/Library/Cookies/Cookies.binarycookies", FakeHome.binaryCookies)
    #expect(
      finder().foundIDs == [
        "apple:00000000-8B86-D011-B42D-00C04FC964FF:default", "apple:com.example.notes:default",
      ])
  }

  @Test("a macOS home: sandboxes, apps without one, identified stores, and the storage of old")
  func macHome() throws {
    let bytes = FakeHome.binaryCookies
    try home.write(
      "Library/Containers/com.example.mail/Data/Library/Cookies/Cookies.binarycookies", bytes)
    try home.write("Library/HTTPStorages/com.example.tool.binarycookies", bytes)
    try home.write("Library/HTTPStorages/com.example.tool/httpstorages.sqlite", "no cookies here")
    try home.write("Library/Cookies/com.example.old.binarycookies", bytes)
    try home.write("Library/Cookies/Cookies.binarycookies", bytes)
    try home.write(
      "Library/WebKit/com.example.tool/WebsiteDataStore/\(uuid)/Cookies/Cookies.binarycookies",
      bytes)
    #expect(
      finder().foundIDs == [
        "apple:com.example.mail:default", "apple:com.example.old:shared",
        "apple:com.example.tool:\(uuid.lowercased())", "apple:com.example.tool:shared",
        "apple:home:shared",
      ])
    #expect(
      finder().discover().stores.allSatisfy {
        $0.kind == .standard || !$0.remarks.isEmpty || $0.kind == .identified(uuid.lowercased())
      })
  }

  @Test("the simulator's containers are found at their depth")
  func simulator() throws {
    let place = "Library/Developer/CoreSimulator/Devices/\(uuid)/data/Containers/Data/Application"
    try home.write(
      "\(place)/\(uuid)/Library/Cookies/Cookies.binarycookies", FakeHome.binaryCookies)
    #expect(finder().foundIDs == ["apple:\(uuid):default"])
  }

  @Test("two copies of one app have two ids, which do not depend on each other's order")
  func twoCopies() throws {
    for copy in ["a", "b"] {
      try home.write(
        "\(copy)/com.example.notes/Data/Library/Cookies/Cookies.binarycookies",
        FakeHome.binaryCookies)
    }
    let ids = finder().foundIDs
    #expect(Set(ids).count == 2)
    #expect(ids.allSatisfy { $0.hasPrefix("apple:com.example.notes:default~") })
    #expect(ids == finder().foundIDs)
  }

  @Test("a damaged file in a known place is listed; one under two names is one store")
  func damagedAndLinked() throws {
    let file = try home.write(
      "x/com.example.notes/Data/Library/Cookies/Cookies.binarycookies", "rubbish")
    try home.directory.link("home/x/again", to: "com.example.notes")
    #expect(FileStatus.ifKnown(file) != nil)
    #expect(finder().foundIDs == ["apple:com.example.notes:default"])
  }

  @Test("a path that is named: a file, a container, and a container with several stores")
  func namedPaths() throws {
    let lone = try home.directory.write("lone.binarycookies", FakeHome.binaryCookies)
    #expect(try finder().describe(path: lone)?.id.rawValue == "apple:\(lone)")
    let file = try home.write(
      "app/Data/Library/Cookies/Cookies.binarycookies", FakeHome.binaryCookies)
    #expect(try finder().describe(path: file)?.id.rawValue == "apple:app:default")
    #expect(
      try finder().describe(path: home.directory("home/app"))?.id.rawValue == "apple:app:default")
    try home.write(
      "app/Data/Library/WebKit/WebsiteDataStore/\(uuid)/Cookies/Cookies.binarycookies",
      FakeHome.binaryCookies)
    #expect(throws: StoreFailure.self) {
      try finder().describe(path: home.directory("home/app"))
    }
    #expect(try finder().describe(path: home.write("notes.txt", "text")) == nil)
    #expect(try finder().describe(path: home.directory("home/none")) == nil)
  }
}
