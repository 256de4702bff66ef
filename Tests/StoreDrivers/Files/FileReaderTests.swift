import CookieCore
import Foundation
import StoreModel
import Synchronization
import Testing

@testable import StoreDrivers

@Suite("Reading changes nothing and waits for writers")
struct FileReaderTests {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  @Test("the access time stays")
  func accessTime() throws {
    let path = try directory.write("jar", "content")
    var times = [timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 2000, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, &times, 0)
    _ = try FileReader().read(path)
    _ = FileReader().beginning(of: path, count: 3)
    var status = stat()
    stat(path, &status)
    #expect(status.st_atim.tv_sec == 1000)
    #expect(status.st_mtim.tv_sec == 2000)
  }

  @Test("a file that was just emptied to be rewritten is read when it has its content")
  func emptiedFile() throws {
    let path = try directory.write("jar", "")
    let reader = FileReader(
      budget: RetryBudget(attempts: 5) { _ in
        _ = try? directory.write("jar", "content")
      })
    #expect(try reader.read(path).bytes == Array("content".utf8))
  }

  @Test(
    "a file that was emptied or cut just now is waited for, an old one is not",
    arguments: ["", "# Netscape HTTP Cookie File\n.shop.te"])
  func rewrittenFile(beginning: String) throws {
    let path = try directory.write("jar", beginning)
    let pauses = Mutex(0)
    var reader = FileReader(
      budget: RetryBudget(attempts: 5) { _ in
        let count = pauses.withLock { count in
          count += 1
          return count
        }
        guard count == 6 else { return }
        _ = try? directory.write("jar", "# whole\n")
      })
    let changed = try FileStatus(path: path).contentChange
    reader.now = { changed + 3_000_000_000 }
    #expect(try reader.read(path).bytes == Array(beginning.utf8))
    #expect(pauses.withLock { $0 } < 6)
    pauses.withLock { $0 = 0 }
    reader.now = { changed + 1_000_000_000 }
    #expect(try reader.read(path).bytes == Array("# whole\n".utf8))
  }

  @Test("a file that keeps changing is locked after a bounded number of tries")
  func changingFile() throws {
    let path = try directory.write("jar", "")
    let pauses = Mutex(0)
    let reader = FileReader(
      budget: RetryBudget(attempts: 4) { _ in
        let count = pauses.withLock { count in
          count += 1
          return count
        }
        var times = [timespec(tv_sec: count, tv_nsec: 0), timespec(tv_sec: count, tv_nsec: 0)]
        utimensat(AT_FDCWD, path, &times, 0)
      })
    let failure = #expect(throws: StoreFailure.self) { try reader.read(path) }
    #expect(failure == .locked(path: path))
    // One pause for each look at the empty file, and one between two tries.
    #expect(pauses.withLock { $0 } == 7)
  }

  @Test("the standard budget is about two seconds")
  func standardBudget() {
    let budget = RetryBudget()
    #expect((1500...2500).contains(budget.attempts * budget.pauseMilliseconds))
  }

  @Test("a missing file is gone, and one behind a file too")
  func missingFile() throws {
    try directory.write("jar", "content")
    for name in ["none", "none/jar", "jar/jar"] {
      let failure = #expect(throws: StoreFailure.self) { try FileReader().read(directory(name)) }
      #expect(failure == .gone(path: directory(name)))
    }
  }

  @Test("a file beyond the limit is an error, not an allocation")
  func longFile() throws {
    let path = try directory.write("jar", [UInt8](repeating: 1, count: 5000))
    let failure = #expect(throws: StoreFailure.self) {
      try FileReader(byteLimit: 4999).read(path)
    }
    #expect(failure == refusal(path, "0 MiB"))
    #expect(try FileReader(byteLimit: 5000).read(path).bytes.count == 5000)
  }

  private func refusal(_ path: String, _ size: String) -> StoreFailure {
    .unsupported(
      path: path,
      reason: "It has more than \(size), which no store has. Nothing of it was read.")
  }

  @Test("a hole of many gigabytes is refused before it is read, and so is one in a log")
  func hole() throws {
    let path = try directory.write("jar", "# Netscape HTTP Cookie File\n")
    try #require(truncate(path, 40 << 30) == 0)
    let refusal = refusal(path, "512 MiB")
    let text = #expect(throws: StoreFailure.self) { try FileReader().read(path) }
    #expect(text == refusal)
    let database = #expect(throws: StoreFailure.self) { try DatabaseReader().read(path) }
    #expect(database == refusal)
  }
}

@Suite("One writer at a time, and no copy outlives its process")
struct LockAndCopyTests {
  @Test("the lock of a store is taken once, and again after it was given back")
  func storeLock() throws {
    let directory = try ScratchDirectory()
    let budget = RetryBudget(attempts: 2) { _ in }
    func take(_ name: String) throws(StoreFailure) -> StoreLock {
      try StoreLock(path: name, directory: directory("locks"), budget: budget)
    }
    do {
      let first = try take("/a")
      let other = try take("/b")
      let failure = #expect(throws: StoreFailure.self) { _ = try take("/a") }
      #expect(failure == .locked(path: "/a"))
      _ = consume first
      _ = consume other
    }
    _ = try take("/a")
    #expect(try directory.mode("locks") == 0o700)
  }

  @Test("programs with different places for what is temporary meet at the same locks")
  func lockPlace() {
    let directories = [["TMPDIR": "/a"], ["TMPDIR": "/b"], ["XDG_RUNTIME_DIR": "/run/user/1"]]
      .map { variables in
        StoreAccess(
          surroundings: Surroundings(
            environment: variables.merging(["HOME": "/home/me"]) { $1 }, userID: 1)
        ) { Timestamp(seconds: 0) }.lockDirectory
      }
    #expect(Set(directories) == ["/home/me/.local/state/pantler/locks"])
  }

  @Test("a copy is private and goes away after use; what dead processes left is removed")
  func copies() throws {
    let directory = try ScratchDirectory()
    let copies = TemporaryCopies(base: directory("base"))
    let place = try copies.withCopy(of: ["jar": [1, 2], "jar-wal": [3]]) { place in
      #expect(
        (try? FileManager.default.contentsOfDirectory(atPath: place).sorted()) == [
          "jar", "jar-wal",
        ])
      #expect((try? directory.mode("base")) == 0o700)
      return place
    }
    #expect(!FileManager.default.fileExists(atPath: place))
    try directory.write("base/999999999-5/x/jar", "secret")
    try directory.write("base/1-5/jar", "the id was used again")
    try directory.write("base/unrelated/jar", "not ours")
    #expect(copies.removeStaleOnes() == 2)
    copies.removeAll()
    #expect(try directory.names("base") == ["unrelated"])
  }
}
