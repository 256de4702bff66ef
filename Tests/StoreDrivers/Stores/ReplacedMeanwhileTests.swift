import CookieCore
import Foundation
import StoreModel
import Synchronization
import Testing

@testable import StoreDrivers

@Suite("A store that another program writes to while it is changed keeps what that wrote")
struct ReplacedMeanwhileTests {
  static let kinds = StoreKind.all.filter { $0.format != .libsoupDatabase }

  /// Something that happens once, before a step.
  final class Act: Sendable {
    let step: FileFaults.Step
    let work: Mutex<(@Sendable () -> Void)?> = Mutex(nil)

    init(before step: FileFaults.Step) { self.step = step }

    var faults: FileFaults {
      FileFaults { [self] found in
        guard found == step else { return nil }
        let work = work.withLock { work in
          defer { work = nil }
          return work
        }
        work?()
        return nil
      }
    }
  }

  /// Bytes of the store with other cookies, as another program writes them.
  private static func bytes(_ kind: StoreKind, _ cookies: [Cookie]) async throws -> [UInt8] {
    let other = try StoreFixture(kind)
    try await other.fill(cookies)
    return try other.directory.read(other.name)
  }

  @Test(
    "it is reported as changed, and the change can be made on what is there now", arguments: kinds)
  func beforeRename(kind: StoreKind) async throws {
    let act = Act(before: .rename)
    let fixture = try StoreFixture(kind, faults: act.faults)
    let cookies = [sample("a", "1"), sample("b", "2")]
    try await fixture.fill(cookies)
    let snapshot = try await fixture.snapshot()
    let foreign = try await Self.bytes(kind, cookies + [sample("keep", "3")])
    let path = fixture.store.path
    act.work.withLock { $0 = { try? Data(foreign).write(to: URL(fileURLWithPath: path)) } }
    let found = await failure { () throws(StoreFailure) in
      try await fixture.apply([.remove(sample("a", "").key)], expecting: snapshot)
    }
    #expect(found == .changedMeanwhile(path: path))
    #expect(try fixture.directory.read(fixture.name) == foreign)
    #expect(try fixture.directory.names("store") == [kind.fileName])
    let fresh = try await fixture.snapshot()
    let applied = try await fixture.apply([.remove(sample("a", "").key)], expecting: fresh)
    #expect(applied.outcomes == [.done])
    #expect(try await fixture.content() == ["b /": "2", "keep /": "3"])
  }

  @Test("a program that opened it at the last moment to write to it is named", arguments: kinds)
  func openedMeanwhile(kind: StoreKind) async throws {
    let act = Act(before: .rename)
    let fixture = try StoreFixture(kind, faults: act.faults)
    try await fixture.fill([sample("a", "1"), sample("b", "2")])
    let snapshot = try await fixture.snapshot()
    let before = try fixture.directory.read(fixture.name)
    let path = fixture.store.path
    let child = Mutex<Child?>(nil)
    let script = "exec 9>>\"$0\"; echo ready; while read -r line; do :; done"
    act.work.withLock { work in
      work = {
        let started = try? Child("/bin/sh", ["-c", script, path])
        started?.waitUntilReady()
        child.withLock { $0 = started }
      }
    }
    let found = await failure { () throws(StoreFailure) in
      try await fixture.apply([.remove(sample("a", "").key)], expecting: snapshot)
    }
    guard case .inUse(path, let holders) = found else {
      Issue.record("another failure: \(String(describing: found))")
      return
    }
    #expect(holders.map(\.id) == [child.withLock { $0?.id }])
    #expect(try fixture.directory.read(fixture.name) == before)
    #expect(try fixture.directory.names("store") == [kind.fileName])
    child.withLock { $0?.end() }
  }

  @Test("what came back before the store is read again is not reported as done", arguments: kinds)
  func cameBack(kind: StoreKind) async throws {
    let act = Act(before: .readBack)
    let fixture = try StoreFixture(kind, faults: act.faults)
    try await fixture.fill([sample("a", "1"), sample("b", "2"), sample("c", "3")])
    let snapshot = try await fixture.snapshot()
    let foreign = try await Self.bytes(kind, [sample("a", "1"), sample("c", "3")])
    let path = fixture.store.path
    act.work.withLock { $0 = { try? Data(foreign).write(to: URL(fileURLWithPath: path)) } }
    let applied = try await fixture.apply(
      [.remove(sample("a", "").key), .put(sample("d", "4"))], expecting: snapshot)
    #expect(applied.outcomes == [.unverified, .unverified])
    #expect(applied.snapshot.cookies.map(\.name).map(\.text).sorted() == ["a", "c"])
  }

  @Test(
    "programs with other places for their state do not replace it at the same time",
    arguments: kinds, [FileFaults.Step.compare, .rename, .displaced, .readBack])
  func folderLock(kind: StoreKind, step: FileFaults.Step) async throws {
    let act = Act(before: step)
    let fixture = try StoreFixture(kind, faults: act.faults)
    try await fixture.fill([sample("a", "1")])
    let snapshot = try await fixture.snapshot()
    let folder = fixture.directory("store")
    let wasFree = Mutex<Bool?>(nil)
    act.work.withLock { $0 = { wasFree.withLock { $0 = Self.isFree(folder) } } }
    _ = try await fixture.apply([.remove(sample("a", "").key)], expecting: snapshot)
    #expect(wasFree.withLock { $0 } == false)
    #expect(Self.isFree(folder))
  }

  @Test("a folder that somebody keeps locked does not keep a store from being changed")
  func lockedFolder() async throws {
    let fixture = try StoreFixture(Self.kinds[0])
    try await fixture.fill([sample("a", "1")])
    let snapshot = try await fixture.snapshot()
    let folder = open(fixture.directory("store"), O_RDONLY | O_DIRECTORY)
    #expect(flock(folder, LOCK_EX | LOCK_NB) == 0)
    defer { close(folder) }
    let applied = try await fixture.apply([.remove(sample("a", "").key)], expecting: snapshot)
    #expect(applied.outcomes == [.done])
  }

  /// Whether nobody has locked a folder.
  private static func isFree(_ folder: String) -> Bool {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }
}
