import Glibc
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("Running apps are told by their processes")
struct RunningAppsTests {
  let home: FakeHome
  var fake: FakeProcesses { home.processes }

  init() throws {
    home = try FakeHome()
  }

  private static let own: Int32 = 99
  private static let network = ["/usr/libexec/WebKitNetworkProcess", "7", "12", "15"]
  private static let web = ["/usr/libexec/WebKitWebProcess", "9", "12", "16"]
  private static let hash = "[Application]\nname=org.webkit.app-ca3ed784\n\n"

  private func listing(peers: [UInt64: UInt64] = [:]) -> ProcessPoolListing {
    let surroundings = home.surroundings()
    let stores = WebKitGTKFinder(surroundings: surroundings).discover().stores
    return RunningApps.listing(
      ProcessTable(root: fake.root, ownID: Self.own) { peers }, stores: stores,
      places: WebsiteDataPlaces(surroundings: surroundings))
  }

  private func profile(_ name: String) throws -> (jar: String, data: String, hosts: String) {
    let jar = try home.write(".local/share/\(name)/cookies.sqlite", FakeHome.libsoupDatabase)
    try home.write(".local/share/\(name)/mediakeys/v1/salt", "salt")
    let hosts = try home.write(".cache/\(name)/HSTS/hsts-storage.sqlite", "hosts")
    return (jar, home.directory("home/.local/share/\(name)"), hosts)
  }

  private func addWeb(
    _ id: Int, parent: Int, mounts: String? = nil, note: String? = nil, sockets: [Int] = [1]
  ) throws {
    try fake.add(id, name: "WebKitWebProces", parent: parent, arguments: Self.web)
    try fake.addMounts(id, mounts ?? "22 1 8:1 / / rw - ext4 /dev/sda rw\n")
    try fake.addSockets(id, sockets)
    if let note { try fake.addNote(id, note) }
  }

  @Test("two sessions of one network process are told apart by the mounts of the web processes")
  func sandboxedSessions() throws {
    let (jar, data, hosts) = try profile("epiphany")
    try fake.add(100, name: "epiphany", parent: 1, arguments: ["/usr/bin/epiphany"])
    try fake.add(
      103, name: "WebKitNetworkPr", parent: 100, arguments: Self.network, holding: [jar, hosts])
    for id in [110, 120] {
      try fake.add(id, name: "bwrap", parent: 100, arguments: ["bwrap", "--args", "21"])
      try fake.add(id + 1, name: "bwrap", parent: id, arguments: ["bwrap", "--args", "21"])
    }
    let note = Self.hash + "[Instance]\ninstance-id=webkit-100-5\n"
    let mount = "98 77 8:1 \(data)/mediakeys/v1 \(data)/mediakeys/v1 rw - ext4 /dev/sda rw\n"
    try addWeb(112, parent: 111, mounts: mount, note: note)
    try addWeb(122, parent: 121, note: note)

    let pools = listing().pools
    let store = StoreID(rawValue: "webkitgtk:org.gnome.Epiphany")
    let pool = try #require(pools.first)
    #expect(pools.count == 1)
    #expect(pool.id == 103)
    #expect(pool.app.id == "org.gnome.Epiphany")
    #expect(pool.app.name == "GNOME Web")
    #expect(pool.appProcess == ProcessReference(id: 100, name: "epiphany"))
    #expect(pool.stores == [store])
    #expect(pool.directories == [home.directory("home/.cache/epiphany"), data])
    #expect(pool.remarks.isEmpty)
    #expect(pool.views.map(\.id) == [112, 122])
    #expect(pool.views[0].storage == .persistent)
    #expect(pool.views[0].directory == data)
    #expect(pool.views[0].stores == [store])
    #expect(pool.views[1].storage == .ephemeral)
    #expect(pool.views[1].stores.isEmpty)
    #expect(pool.views[0].label == "web process 112, one view or more")

    // Who has the jar open tells the pages that it works for.
    let holders = ProcessTable(root: fake.root).holders(of: [jar]).holders
    #expect(
      holders == [
        ProcessReference(
          id: 103, name: "WebKitNetworkProcess", owner: "epiphany", webProcesses: [112])
      ])
  }

  @Test("the processes of this program's own web views are no other app's")
  func own() throws {
    let (jar, _, hosts) = try profile("reader")
    try fake.add(Int(Self.own), name: "pantler", parent: 1, arguments: ["pantler"])
    try fake.add(100, name: "xvfb-run", parent: Int(Self.own), arguments: ["/bin/sh"])
    try fake.add(101, name: "pantler-webkit", parent: 100, arguments: ["pantler-webkit"])
    try fake.add(
      103, name: "WebKitNetworkPr", parent: 101, arguments: Self.network, holding: [jar, hosts])
    try addWeb(112, parent: 101)
    #expect(listing().pools.isEmpty)
  }

  @Test("the web views of another Pantler are named as such")
  func anotherPantler() throws {
    try fake.add(101, name: "pantler-webkit", parent: 1, arguments: ["pantler-webkit"])
    try fake.add(103, name: "WebKitNetworkPr", parent: 101, arguments: Self.network)
    try addWeb(112, parent: 101)
    #expect(listing().pools.map(\.app.name) == ["web views of another Pantler"])
  }

  @Test("several network processes of one app are told apart by the sockets")
  func connectedSessions() throws {
    let (jar, _, hosts) = try profile("reader")
    try fake.add(
      200, name: "python3.11", parent: 1,
      arguments: ["/usr/bin/python3", "-u", "/opt/reader/reader.py", "x"])
    try fake.add(203, name: "WebKitNetworkPr", parent: 200, arguments: Self.network)
    try fake.addSockets(203, [31])
    try fake.add(
      204, name: "WebKitNetworkPr", parent: 200, arguments: Self.network, holding: [jar, hosts])
    try fake.addSockets(204, [41, 42])
    try addWeb(206, parent: 200, sockets: [61])
    try addWeb(207, parent: 200, sockets: [71])
    try addWeb(208, parent: 200, sockets: [81])

    let pools = listing(peers: [61: 42, 71: 31, 42: 61, 31: 71, 81: 99]).pools
    #expect(pools.map(\.id) == [200, 203, 204])
    #expect(pools.map(\.app.name) == ["reader.py", "reader.py", "reader.py"])
    #expect(pools.map { $0.views.map(\.id) } == [[208], [207], [206]])
    #expect(pools.map { $0.views[0].storage } == [.unknown, .ephemeral, .probablyPersistent])
    #expect(pools[0].network == nil)
    #expect(pools[0].remarks.count == 1)
    #expect(pools[2].views[0].stores == [StoreID(rawValue: "webkitgtk:reader")])
    #expect(pools[1].stores.isEmpty)
  }

  @Test("a flatpak's processes belong together, wherever they hang in the tree")
  func flatpak() throws {
    let note = "[Application]\nname=org.example.Reader\n\n[Instance]\ninstance-id=3141\n"
    let jar = try home.write(
      ".var/app/org.example.Reader/data/reader/cookies.sqlite", FakeHome.libsoupDatabase)
    try fake.add(300, name: "reader", parent: 1, arguments: ["reader"])
    try fake.add(
      301, name: "WebKitNetworkPr", parent: 300, arguments: Self.network, holding: [jar])
    try fake.addNote(301, note)
    try fake.add(310, name: "flatpak-portal", parent: 1, arguments: ["flatpak-portal"])
    try fake.add(311, name: "bwrap", parent: 310, arguments: ["bwrap"])
    try addWeb(312, parent: 311, note: note)

    let pools = listing().pools
    #expect(pools.map(\.id) == [301])
    #expect(pools.map(\.app.id) == ["org.example.Reader"])
    #expect(pools.first?.views.map(\.id) == [312])
    // The portal is no app, and what it started tells nothing of its session.
    #expect(pools.first?.views.first?.storage == .unknown)
    #expect(pools.first?.views.first?.stores.count == 1)
  }

  @Test("what may not be looked into says so, and orphans are shown")
  func unreadable() throws {
    try fake.add(400, name: "systemd", parent: 1, arguments: ["systemd", "--user"])
    try fake.add(401, name: "WebKitNetworkPr", parent: 400, arguments: Self.network)
    try fake.removeFiles(401)
    let pool = try #require(listing().pools.first)
    #expect(pool.appProcess == nil)
    #expect(pool.remarks.count == 2)
    #expect(pool.remarks[0].contains("401 runs as another user"))
  }

  @Test("no process table is a problem, and no app is none")
  func nothing() throws {
    #expect(listing().problems.count == 1)
    try fake.add(1, name: "init", parent: 0, arguments: ["init"])
    #expect(listing() == ProcessPoolListing())
  }

  @Test("a text jar, which nobody keeps open, is found by its place")
  func textJar() throws {
    let (_, _, hosts) = try profile("other")
    try home.write(".local/share/surf/cookies.txt", FakeHome.libsoupText)
    let surf = try home.write(".cache/surf/hsts-storage.sqlite", "hosts")
    try fake.add(500, name: "surf", parent: 1, arguments: ["surf"])
    try fake.add(
      501, name: "WebKitNetworkPr", parent: 500, arguments: Self.network, holding: [surf])
    _ = hosts
    #expect(listing().pools.first?.stores == [StoreID(rawValue: "webkitgtk:surf")])
  }

  @Test("the usage of a process is read past any name")
  func usage() throws {
    try fake.add(600, name: "WebKitNetworkPr", parent: 1, arguments: Self.network)
    try home.directory.write(
      "proc/600/stat", "600 (We) b) S 1 1 1 0 -1 0 0 0 0 0 150 50 0 0 20 0 1 0 9 0 0")
    try home.directory.write("proc/600/statm", "900 300 20 1 0 1 0")
    let process = try #require(listing().pools.first?.network)
    #expect(process.processorMilliseconds == 2000)
    #expect((process.residentBytes ?? 0) % 300 == 0)
    #expect((process.residentBytes ?? 0) >= 300 * 4096)
  }
}

@Suite("Details of the process table")
struct ProcessDetailTests {
  @Test(arguments: [
    (line: "1 2 8:1 / /a\\040b\\134/mediakeys/v1 rw", directory: "/a b\\"),
    (line: "1 2 8:1 / /a/mediakeys/v1/deeper rw", directory: nil),
    (line: "1 2", directory: nil),
  ])
  func mounts(line: String, directory: String?) {
    #expect(MountTable.dataDirectory(in: line + "\n") == directory)
  }

  @Test(arguments: [
    (file: "/h/x/storage/ab/cd/LocalStorage/localstorage.sqlite3", directory: "/h/x"),
    (file: "/h/c/WebKitCache/Version 17/Blobs/AB", directory: "/h/c"),
    (file: "/h/c/hsts-storage.sqlite", directory: "/h/c"),
    (file: "/h/x/cookies.sqlite", directory: nil), (file: "/storage/x", directory: nil),
  ])
  func profileDirectories(file: String, directory: String?) {
    #expect(ProfileDirectories.directory(of: file) == directory)
  }

  @Test("the kernel's answer about sockets is taken apart, and a cut one is refused")
  func peers() {
    let attribute: [UInt8] = [8, 0, 2, 0, 0x39, 0x30, 0, 0]
    let message: [UInt8] =
      [40, 0, 0, 0, 20, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0xD2, 4, 0, 0]
      + Array(
        repeating: 0, count: 8) + attribute
    var peers: [UInt64: UInt64] = [:]
    #expect(SocketPeers.add(message + message, to: &peers))
    #expect(peers == [1234: 12345])
    for count in 1..<message.count where count >= 16 {
      var none: [UInt64: UInt64] = [:]
      #expect(!SocketPeers.add(Array(message.prefix(count)), to: &none))
      #expect(none.isEmpty)
    }
  }

  @Test("a pair of sockets of this process is known to the kernel's table")
  func realPeers() throws {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    let inodes = try ends.map { try FileStatus(descriptor: $0).identity.inode }
    #expect(SocketPeers.read()[inodes[0]] == inodes[1])
  }
}
