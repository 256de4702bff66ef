import CookieCore
import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("Every kind of store is read and changed by the same rules", .timeLimit(.minutes(15)))
struct EveryStoreTests {
  @Test("a new store begins with its first cookie and has mode 0600", arguments: StoreKind.all)
  func newStore(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    let applied = try await fixture.apply([.put(sample("sid", "s1"))], expecting: nil)
    #expect(applied.outcomes == [.done])
    #expect(try await fixture.content() == ["sid /": "s1"])
    #expect(try fixture.directory.mode(fixture.name) == 0o600)
    #expect(try fixture.directory.names("store") == [kind.fileName])
  }

  @Test(
    "a new store is known by its format, and goes away again when nobody changed it",
    arguments: StoreKind.all)
  func newStoreRemoved(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    let drivers = fixture.everyDriver()
    var described: [StoreDescription] = []
    for driver in drivers {
      let path = fixture.directory("store/odd")
      if let store = try await driver.describe(newFile: path, as: kind.format) {
        described.append(store)
      }
    }
    #expect(described.map(\.format) == [kind.format])

    let empty = try await fixture.apply([.put(sample("sid", "s1"))], expecting: nil).snapshot
    _ = try await fixture.apply([.put(sample("b", "2"))], expecting: empty)
    let options = ApplyOptions(expected: nil)
    let refused = await failure { () throws(StoreFailure) in
      try await fixture.driver.restore(
        image: nil, to: fixture.store, expecting: empty.fingerprint, options: options)
    }
    #expect(refused == .changedMeanwhile(path: fixture.store.path))
    let present = try await fixture.snapshot()
    let child = try Child.holding(fixture.store.path)
    let held = await failure { () throws(StoreFailure) in
      try await fixture.driver.restore(
        image: nil, to: fixture.store, expecting: present.fingerprint, options: options)
    }
    guard case .inUse = held else {
      Issue.record("another failure: \(String(describing: held))")
      return
    }
    child.end()
    let after = try await fixture.driver.restore(
      image: nil, to: fixture.store, expecting: present.fingerprint, options: options)
    #expect(after.fingerprint == nil)
    #expect(try fixture.directory.names("store") == [])
  }

  @Test(
    "a name says what a new file is to be, and a folder that is not there is told",
    arguments: [
      ("new.txt", StoreFormat.netscape), ("new.json", .pantlerJSON), (".cookies.txt", .netscape),
      ("Cookies.binarycookies", .binarycookies), ("cookies.sqlite", .libsoupDatabase),
      ("jar.db", .libsoupDatabase), (".cookies.shared", .foundationPropertyList), ("new", nil),
    ])
  func newName(name: String, format: StoreFormat?) async throws {
    let fixture = try StoreFixture(StoreKind.all[0])
    var formats: [StoreFormat] = []
    var failures: [StoreFailure] = []
    for driver in fixture.everyDriver() {
      let path = fixture.directory("store/" + name)
      if let store = try await driver.describe(newFile: path, as: nil) {
        formats.append(store.format)
        #expect(store.id.rawValue == "\(store.app.engine.rawValue):\(path)")
      }
      let missing = await failure { () throws(StoreFailure) in
        try await driver.describe(newFile: fixture.directory("none/" + name), as: nil)
      }
      if let missing { failures.append(missing) }
    }
    #expect(formats == (format.map { [$0] } ?? []))
    #expect(failures.count == formats.count)
  }

  @Test("what is put is read, with all that the kind can hold", arguments: StoreKind.all)
  func reading(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    var full = sample("sid", "s1", hostOnly: false)
    full.httpOnly = true
    full.sameSite = .strict
    full.creationTime = Timestamp(seconds: 1_500_000_000)
    try await fixture.fill([full])
    let snapshot = try await fixture.snapshot()
    let found = try #require(snapshot.cookies.first)
    let lacking = fixture.store.capabilities.unrepresentable
    #expect(snapshot.cookies.count == 1)
    #expect(found.key == full.key)
    #expect(found.value == full.value)
    #expect(found.secure)
    #expect(found.expiryTime == full.expiryTime)
    #expect(lacking.contains(.httpOnly) || found.httpOnly)
    #expect(lacking.contains(.sameSite) || found.sameSite == .strict)
    #expect(lacking.contains(.creationTime) || found.creationTime == full.creationTime)
    #expect(!snapshot.isDamaged)
    #expect(snapshot.holders.isEmpty)
    #expect(snapshot.takenAt == Timestamp(seconds: 1_000_000_000))
  }

  @Test("one of two siblings on other paths is removed, the other stays", arguments: StoreKind.all)
  func siblings(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    let other = sample("sid", "other site", domain: "other.example")
    try await fixture.fill([sample("sid", "root"), sample("sid", "sub", path: "/sub"), other])
    let snapshot = try await fixture.snapshot()
    let applied = try await fixture.apply([.remove(sample("sid", "").key)], expecting: snapshot)
    #expect(applied.outcomes == [.done])
    #expect(Set(applied.snapshot.cookies.map(\.value.text)) == ["sub", "other site"])
    #expect(try await fixture.otherDriver().snapshot(of: fixture.store).cookies.count == 2)
  }

  @Test(
    "FR-19: what is reported as done is there for any other reader, and the rest stays",
    arguments: StoreKind.all)
  func puttingAndReplacing(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1"), sample("b", "2"), sample("c", "3")])
    let snapshot = try await fixture.snapshot()
    let changes: [StoreChange] = [
      .put(sample("b", "new")), .put(sample("d", "4")), .remove(sample("x", "").key),
    ]
    let applied = try await fixture.apply(changes, expecting: snapshot)
    #expect(applied.outcomes == [.done, .done, .goneAlready])
    #expect(try await fixture.content() == ["a /": "1", "b /": "new", "c /": "3", "d /": "4"])
  }

  @Test("where nothing is to be done no byte is written", arguments: StoreKind.all)
  func nothingToDo(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1")])
    let before = try FileStatus(path: fixture.store.path)
    let snapshot = try await fixture.snapshot()
    let applied = try await fixture.apply([.remove(sample("x", "").key)], expecting: snapshot)
    #expect(applied.outcomes == [.goneAlready])
    let nothing = try await fixture.apply([], expecting: snapshot)
    #expect(nothing.outcomes.isEmpty)
    #expect(try FileStatus(path: fixture.store.path) == before)
  }

  @Test(
    "FR-26: what is not understood survives a change, and the mode too",
    arguments: StoreKind.all.filter { $0.foreignContent != nil })
  func foreignContent(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    let foreign = try #require(kind.foreignContent)
    try fixture.directory.write(fixture.name, foreign.bytes, mode: 0o644)
    let snapshot = try await fixture.snapshot()
    #expect(snapshot.cookies.map(\.name) == ["sid"])
    #expect(snapshot.cookies.map(\.secure) == [true])
    _ = try await fixture.apply([.put(sample("new", "1"))], expecting: snapshot)
    let after = try fixture.directory.read(fixture.name)
    #expect(after != foreign.bytes)
    #expect(Data(after).range(of: Data(foreign.marker)) != nil)
    #expect(try await fixture.content() == ["sid /": "s1", "new /": "1"])
    #expect(try fixture.directory.mode(fixture.name) == 0o644)
  }

  @Test("on a full disk the old store is intact", arguments: StoreKind.all)
  func fullDisk(kind: StoreKind) async throws {
    let fixture = try StoreFixture(
      kind, faults: FileFaults { $0 == .write ? .error(ENOSPC) : nil })
    try await fixture.fill([sample("a", "1")])
    let before = try fixture.directory.read(fixture.name)
    let snapshot = try await fixture.snapshot()
    let found = await failure { () throws(StoreFailure) in
      try await fixture.apply([.put(sample("b", "2"))], expecting: snapshot)
    }
    guard case .system(_, _, ENOSPC) = found else {
      Issue.record("another failure: \(String(describing: found))")
      return
    }
    #expect(try fixture.directory.read(fixture.name) == before)
    #expect(try fixture.directory.names("store") == [kind.fileName])
  }

  @Test("mode and symbolic link are kept", arguments: StoreKind.all)
  func modeAndLink(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1")])
    try fixture.directory.makeDirectory("real")
    #expect(rename(fixture.store.path, fixture.directory("real/jar")) == 0)
    try fixture.directory.setMode("real/jar", 0o640)
    try fixture.directory.link(fixture.name, to: "../real/jar")
    let snapshot = try await fixture.snapshot()
    _ = try await fixture.apply([.put(sample("b", "2"))], expecting: snapshot)
    #expect(try await fixture.content() == ["a /": "1", "b /": "2"])
    #expect(try fixture.directory.mode("real/jar") == 0o640)
    #expect(FileStatus.ifKnown(fixture.store.path, followingLinks: false)?.kind == .link)
  }

  @Test("a store that a process has open is left alone, unless forced", arguments: StoreKind.all)
  func inUse(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1")])
    let child = try Child.holding(fixture.store.path)
    let snapshot = try await fixture.snapshot()
    #expect(snapshot.holders.map(\.id) == [child.id])
    #expect(await fixture.driver.holders(of: fixture.store).map(\.id) == [child.id])
    let change = StoreChange.put(sample("b", "2"))
    let found = await failure { () throws(StoreFailure) in
      try await fixture.apply([change], expecting: snapshot)
    }
    #expect(found == .inUse(path: fixture.store.path, by: snapshot.holders))
    #expect(try await fixture.content() == ["a /": "1"])
    let forced = try await fixture.apply([change], expecting: snapshot, force: true)
    #expect(forced.outcomes == [.done])
    child.end()
  }

  @Test(
    "FR-21: what another program wrote meanwhile stays, and only the chosen cookie goes",
    arguments: StoreKind.all)
  func changedElsewhere(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1"), sample("b", "2"), sample("c", "3")])
    let snapshot = try await fixture.snapshot()
    try await fixture.fill([sample("d", "4"), sample("e", "5")])
    let applied = try await fixture.apply([.remove(sample("c", "").key)], expecting: snapshot)
    #expect(applied.outcomes == [.done])
    #expect(try await fixture.content() == ["a /": "1", "b /": "2", "d /": "4", "e /": "5"])
  }

  @Test(
    "FR-21: where the chosen cookie itself changed, or the old content isn't known, nothing is done",
    arguments: StoreKind.all)
  func changedUnderTheHand(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1"), sample("b", "2")])
    let snapshot = try await fixture.snapshot()
    try await fixture.fill([sample("b", "changed")])
    let changed = StoreFailure.changedMeanwhile(path: fixture.store.path)
    let touched = await failure { () throws(StoreFailure) in
      try await fixture.apply([.remove(sample("b", "").key)], expecting: snapshot)
    }
    #expect(touched == changed)
    let stranger = await failure { () throws(StoreFailure) in
      try await fixture.otherDriver().apply(
        [.remove(sample("a", "").key)], to: fixture.store,
        options: ApplyOptions(expected: snapshot.fingerprint))
    }
    #expect(stranger == changed)
    let made = await failure { () throws(StoreFailure) in
      try await fixture.apply([.put(sample("a", "2"))], expecting: nil)
    }
    #expect(made == changed)
    #expect(try await fixture.content() == ["a /": "1", "b /": "changed"])
  }

  @Test("a store that went away is gone and not made anew", arguments: StoreKind.all)
  func gone(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1")])
    let snapshot = try await fixture.snapshot()
    #expect(unlink(fixture.store.path) == 0)
    let gone = StoreFailure.gone(path: fixture.store.path)
    #expect(await failure { () throws(StoreFailure) in try await fixture.snapshot() } == gone)
    let applying = await failure { () throws(StoreFailure) in
      try await fixture.apply([.put(sample("b", "2"))], expecting: snapshot)
    }
    #expect(applying == gone)
    #expect(try fixture.directory.names("store") == [])
  }

  @Test("FR-47: a read-only store is denied and stays as it is", arguments: StoreKind.all)
  func denied(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1")])
    let snapshot = try await fixture.snapshot()
    try fixture.directory.setMode(fixture.name, 0o444)
    try fixture.directory.setMode("store", 0o555)
    let found = await failure { () throws(StoreFailure) in
      try await fixture.apply([.remove(sample("a", "").key)], expecting: snapshot)
    }
    #expect(found == .denied(path: fixture.store.path))
    #expect(try await fixture.content() == ["a /": "1"])
    try fixture.directory.setMode("store", 0o755)
  }

  @Test("bytes of another kind are malformed, with file and offset", arguments: StoreKind.all)
  func otherBytes(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try fixture.directory.write(fixture.name, [0x7F, 0x45, 0x4C, 0x46, 0, 1, 2, 3, 4, 0xFF, 0xFE])
    let found = await failure { () throws(StoreFailure) in try await fixture.snapshot() }
    guard case .malformed(fixture.store.path, _, _) = found else {
      Issue.record("another failure: \(String(describing: found))")
      return
    }
  }

  @Test(
    "a damaged store is shown as far as it goes and refuses changes",
    arguments: StoreKind.all.filter { $0.damagedContent != nil })
  func damaged(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    let content = try #require(kind.damagedContent)
    try fixture.directory.write(fixture.name, content)
    let snapshot = try await fixture.snapshot()
    #expect(snapshot.isDamaged)
    let found = await failure { () throws(StoreFailure) in
      try await fixture.apply([.put(sample("b", "2"))], expecting: snapshot, force: true)
    }
    #expect(found == .damaged(path: fixture.store.path))
    #expect(try fixture.directory.read(fixture.name) == content)
  }

  @Test(
    "of duplicates the one that the program uses is listed, and the others are reported",
    arguments: StoreKind.all.filter { $0.duplicates != nil })
  func duplicates(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try fixture.directory.write(fixture.name, try #require(kind.duplicates))
    let snapshot = try await fixture.snapshot()
    #expect(snapshot.cookies.map(\.value.text) == ["new"])
    #expect(!snapshot.notices.isEmpty)
    let applied = try await fixture.apply([.remove(sample("sid", "").key)], expecting: snapshot)
    #expect(applied.snapshot.cookies.isEmpty)
  }

  @Test(
    "a before-image puts every byte back, but not over something newer", arguments: StoreKind.all)
  func image(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1"), sample("b", "2")])
    let before = try fixture.directory.read(fixture.name)
    let snapshot = try await fixture.snapshot()
    let image = try await fixture.driver.image(of: fixture.store)
    #expect(image == before)
    let applied = try await fixture.apply([.remove(sample("a", "").key)], expecting: snapshot)
    let options = ApplyOptions(expected: nil)
    let refused = await failure { () throws(StoreFailure) in
      try await fixture.driver.restore(
        image: image, to: fixture.store, expecting: snapshot.fingerprint, options: options)
    }
    #expect(refused == .changedMeanwhile(path: fixture.store.path))
    let restored = try await fixture.driver.restore(
      image: image, to: fixture.store, expecting: applied.snapshot.fingerprint, options: options)
    #expect(restored.fingerprint == snapshot.fingerprint)
    #expect(try fixture.directory.read(fixture.name) == before)
  }

  @Test(
    "FR-27: three changes by another writer are hinted at, one by one", arguments: StoreKind.all)
  func observation(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1")])
    var hints = HintReader(fixture.driver.hints(for: fixture.store))
    #expect(await hints.next() == .attached(.inotify))
    for number in 1...3 {
      try await fixture.fill([sample("a", "changed \(number)")])
      while let hint = await hints.next() {
        guard hint == .mayHaveChanged else { continue }
        if (try? await fixture.content()) == ["a /": "changed \(number)"] { break }
      }
    }
    #expect(unlink(fixture.store.path) == 0)
    #expect(await hints.wait(for: .missing))
  }

  @Test("two writers at once both get their cookie in", arguments: StoreKind.all)
  func twoWriters(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    try await fixture.fill([sample("a", "1")])
    let first = try await fixture.snapshot()
    let other = fixture.otherDriver(patient: true)
    let second = try await other.snapshot(of: fixture.store)
    let patient = fixture.otherDriver(patient: true)
    _ = try await patient.snapshot(of: fixture.store)
    async let one = patient.apply(
      [.put(sample("b", "2"))], to: fixture.store,
      options: ApplyOptions(expected: first.fingerprint))
    async let two = other.apply(
      [.put(sample("c", "3"))], to: fixture.store,
      options: ApplyOptions(expected: second.fingerprint))
    #expect(try await one.outcomes == [.done])
    #expect(try await two.outcomes == [.done])
    #expect(try await fixture.content() == ["a /": "1", "b /": "2", "c /": "3"])
  }
}
