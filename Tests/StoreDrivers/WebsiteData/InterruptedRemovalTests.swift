import CookieCore
import Foundation
import Glibc
import StoreModel
import Synchronization
import Testing

@testable import StoreDrivers

@Suite("A removal of website data that is killed at any step is taken back whole")
struct InterruptedRemovalTests {
  /// Counts the steps, and stops at one of them as if the program had been killed.
  private final class Steps: Sendable {
    private let count = Mutex(0)
    let last: Int?

    init(last: Int? = nil) { self.last = last }

    var all: Int { count.withLock { $0 } }

    var faults: FileFaults {
      FileFaults { step in
        // Looking is no step: nothing is left half done by it.
        guard step != .openFolder else { return nil }
        let number = self.count.withLock { count in
          count += 1
          return count
        }
        return self.last.map { number >= $0 } == true ? .crash : nil
      }
    }
  }

  /// A process that has ended, which temporary files are to be of.
  private static func endedProcess() throws -> Int32 {
    let ended = try Child("/bin/true", [])
    ended.end()
    var status: Int32 = 0
    waitpid(ended.id, &status, 0)
    return ended.id
  }

  private static func isMeant(_ item: WebsiteDataItem) -> Bool { item.site.name == "shop.example" }

  /// Names temporary files as if the process that made them had ended, and has them removed.
  private static func tidy(
    _ fixture: DataRemovalFixture, _ removals: [DataRemoval], as process: Int32
  ) async throws -> Int {
    let own = ".pantler-\(getpid())-"
    for name in try fixture.state().keys where name.contains(own) {
      let path = fixture.profile(name)
      let other = path.replacingOccurrences(of: own, with: ".pantler-\(process)-")
      try FileManager.default.moveItem(atPath: path, toPath: other)
    }
    let paths = removals.flatMap { ($0.files + $0.databases + $0.remains).map(\.path) }
    let removed = await fixture.driver.removeLeftovers(of: fixture.store, beside: Set(paths))
    #expect(try fixture.state().keys.allSatisfy { !$0.contains(".pantler-") })
    return removed.count
  }

  @Test("FR-16: killed while it removes")
  func removing() async throws {
    let counting = Steps()
    let first = try DataRemovalFixture()
    _ = try await first.driver(counting.faults).remove(
      try await first.removals(Self.isMeant), from: first.store, force: false)
    #expect(counting.all > 20)
    let ended = try Self.endedProcess()
    var leftovers = 0
    for step in 1...counting.all {
      let fixture = try DataRemovalFixture()
      let before = try fixture.state()
      let removals = try await fixture.removals(Self.isMeant)
      let archive = try await fixture.driver.archive(removals, of: fixture.store)
      _ = try? await fixture.driver(Steps(last: step).faults).remove(
        removals, from: fixture.store, force: false)
      leftovers += try await Self.tidy(fixture, removals, as: ended)
      // What was killed has noted nothing of what it left.
      let restored = try await fixture.driver.restore(
        archive: archive, to: fixture.store, expecting: [:], force: false)
      #expect(restored.outcomes.allSatisfy { $0 == .done }, "step \(step): \(restored.outcomes)")
      #expect(try fixture.state() == before, "step \(step)")
    }
    #expect(leftovers > 0)
  }

  @Test("FR-16: killed while it puts back, and asked to once more")
  func restoring() async throws {
    func prepared() async throws -> (
      DataRemovalFixture, [String: String], [DataRemoval], [UInt8], RemovedData
    ) {
      let fixture = try DataRemovalFixture()
      let before = try fixture.state()
      let removals = try await fixture.removals(Self.isMeant)
      let archive = try await fixture.driver.archive(removals, of: fixture.store)
      return (fixture, before, removals, archive, try await fixture.remove(removals))
    }
    let counting = Steps()
    let (first, _, _, archive, removed) = try await prepared()
    _ = try await first.driver(counting.faults).restore(
      archive: archive, to: first.store, expecting: removed.left, force: false)
    #expect(counting.all > 20)
    let ended = try Self.endedProcess()
    for step in 1...counting.all {
      let (fixture, before, removals, archive, removed) = try await prepared()
      _ = try? await fixture.driver(Steps(last: step).faults).restore(
        archive: archive, to: fixture.store, expecting: removed.left, force: false)
      _ = try await Self.tidy(fixture, removals, as: ended)
      let restored = try await fixture.driver.restore(
        archive: archive, to: fixture.store, expecting: removed.left, force: false)
      #expect(restored.outcomes.allSatisfy { $0 == .done }, "step \(step): \(restored.outcomes)")
      #expect(try fixture.state() == before, "step \(step)")
    }
  }

  @Test("what went of an item is told, with what stays and why, and is put back")
  func partly() async throws {
    let fixture = try DataRemovalFixture()
    let before = try fixture.state()
    let removals = try await fixture.removals {
      $0.type == .indexedDBDatabases && Self.isMeant($0)
    }
    let archive = try await fixture.driver.archive(removals, of: fixture.store)
    let calls = Mutex(0)
    let faults = FileFaults { step in
      guard step == .removeData else { return nil }
      let number = calls.withLock { count in
        count += 1
        return count
      }
      return number > 1 ? .error(EACCES) : nil
    }
    let removed = try await fixture.driver(faults).remove(
      removals, from: fixture.store, force: false)
    let files = try #require(removals.first?.files)
    #expect(files.count > 1)
    #expect(
      removed.result.outcomes == [
        .failed(
          .partlyRemoved(
            path: files[files.count - 2].path, gone: 1, left: files.count - 1,
            call: files[files.count - 2].kind == .folder ? "rmdir" : "unlink", code: EACCES))
      ])
    #expect(removed.result.disturbedFiles.isEmpty)
    let restored = try await fixture.driver.restore(
      archive: archive, to: fixture.store, expecting: removed.left, force: false)
    #expect(restored.outcomes == [.done])
    #expect(try fixture.state() == before)
  }
}

@Suite("Nothing outside of a profile is counted or removed by way of a link")
struct LinkedFolderTests {
  let fixture: DataRemovalFixture

  init() throws { fixture = try DataRemovalFixture() }

  /// Moves a folder away and puts a link in its place.
  private func link(_ name: String) throws -> String {
    let place = fixture.profile("elsewhere")
    try FileManager.default.moveItem(atPath: fixture.profile(name), toPath: place)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.profile(name), withDestinationPath: place)
    return place
  }

  @Test(
    "the cache of a profile, or a folder in it, that is a link is named and not followed",
    arguments: ["cache", "cache/WebKitCache", "data/localstorage", "data/storage", "data/itp"])
  func listed(name: String) async throws {
    let all = try await fixture.removals { _ in true }
    let place = try link(name)
    let listing = try await fixture.listing()
    let odd = try #require(listing.unattributed.first { $0.reason != nil })
    #expect(odd.path == fixture.profile(name) && odd.reason == .link(to: place))
    #expect(listing.accountedBytes == listing.totalBytes)
    let gone = all.filter { removal in
      (removal.files + removal.databases).contains {
        $0.path.hasPrefix(fixture.profile(name) + "/")
      }
    }
    #expect(!gone.isEmpty)
    let left = Set(listing.items.map(\.identity))
    #expect(gone.allSatisfy { !left.contains($0.item.identity) })
    let names = try fixture.profile.directory.names("elsewhere")
    // A plan that was made before takes nothing from behind it either.
    let removed = try await fixture.remove(gone)
    #expect(removed.result.outcomes.allSatisfy { $0 == .goneAlready })
    #expect(try fixture.profile.directory.names("elsewhere") == names)
  }

  @Test(
    "nothing is put back behind a link that has come in between", arguments: ["cache", "data/itp"])
  func restored(name: String) async throws {
    let removals = try await fixture.removals {
      $0.type == (name == "cache" ? .diskCache : .resourceLoadStatistics)
    }
    let archive = try await fixture.driver.archive(removals, of: fixture.store)
    let removed = try await fixture.remove(removals)
    let place = try link(name)
    let names = try FileManager.default.subpathsOfDirectory(atPath: place)
    let result = try? await fixture.driver.restore(
      archive: archive, to: fixture.store, expecting: removed.left, force: false)
    #expect(result?.outcomes.contains(.done) != true)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: place) == names)
  }

  @Test("a folder that cannot be looked into is nobody's, and it is said why")
  func closed() async throws {
    let opened = Mutex(0)
    let faults = FileFaults { step in
      guard step == .openFolder else { return nil }
      let number = opened.withLock { count in
        count += 1
        return count
      }
      return number > 1 ? .error(EACCES) : nil
    }
    let listing = try await fixture.driver(faults).websiteData(of: fixture.store)
    let closed = listing.unattributed.compactMap { odd in odd.failure.map { (odd.path, $0) } }
    #expect(closed.count > 3)
    for (path, failure) in closed { #expect(failure == .denied(path: path)) }
    #expect(Set(listing.problems).isSuperset(of: closed.map(\.1)))
    #expect(listing.accountedBytes == listing.totalBytes)
  }
}
