import Foundation
import StoreModel
import Synchronization
import Testing

@testable import StoreDrivers

@Suite("Watching a store's file survives whatever happens to it", .timeLimit(.minutes(15)))
struct FileWatcherTests {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  /// A watcher whose slow look comes too late to help.
  private var deafWatcher: FileWatcher {
    FileWatcher(intervals: .init(pollMilliseconds: 3_600_000, netMilliseconds: 3_600_000))
  }

  @Test(
    "FR-49: five replacements, a deleted and re-made directory, and a write in place are seven changes"
  )
  func replacedFile() async throws {
    let path = try directory.write("store/cookies.txt", "0")
    var hints = HintReader(deafWatcher.hints(path: path))
    #expect(await hints.next() == .attached(.inotify))
    for number in 1...5 {
      try directory.write("store/.temporary", "\(number)")
      #expect(rename(directory("store/.temporary"), path) == 0)
      #expect(await hints.wait(forContent: "\(number)", of: directory("store/cookies.txt")))
    }
    try FileManager.default.removeItem(atPath: directory("store"))
    #expect(await hints.wait(for: .missing))
    try directory.write("store/cookies.txt", "6")
    #expect(await hints.wait(forContent: "6", of: directory("store/cookies.txt")))
    try directory.write("store/cookies.txt", "7")
    #expect(await hints.wait(forContent: "7", of: directory("store/cookies.txt")))
  }

  @Test(
    "a file that isn't there yet is missing once and seen when it comes, directories above it included"
  )
  func missingFile() async throws {
    let path = directory("a/b/c/jar")
    var hints = HintReader(deafWatcher.hints(path: path))
    #expect(await hints.next() == .attached(.inotify))
    #expect(await hints.next() == .missing)
    try directory.write("a/unrelated", "1")
    try directory.makeDirectory("a/b")
    try directory.write("a/b/c/jar", "1")
    #expect(await hints.wait(forContent: "1", of: directory("a/b/c/jar")))
  }

  @Test("the write-ahead log and the journal belong to the store; other neighbours don't")
  func sideFiles() async throws {
    let path = try directory.write("cookies.sqlite", "0")
    var hints = HintReader(deafWatcher.hints(path: path))
    #expect(await hints.next() == .attached(.inotify))
    for side in ["-wal", "-journal"] {
      try directory.write("cookies.sqlite" + side, "1")
      #expect(await hints.next() == .mayHaveChanged)
      try FileManager.default.removeItem(atPath: path + side)
      #expect(await hints.wait(for: .mayHaveChanged))
    }
    try directory.write("cookies.sqlite.bak", "1")
    try directory.write("hsts-storage.sqlite", "1")
  }

  @Test("a change of the target of a symbolic link is seen")
  func link() async throws {
    try directory.write("real/jar", "0")
    try directory.link("jar", to: "real/jar")
    var hints = HintReader(deafWatcher.hints(path: directory("jar")))
    #expect(await hints.next() == .attached(.inotify))
    try directory.write("real/other", "1")
    #expect(rename(directory("real/other"), directory("real/jar")) == 0)
    #expect(await hints.wait(forContent: "1", of: directory("jar")))
    try directory.write("real/jar", "2")
    #expect(await hints.wait(forContent: "2", of: directory("jar")))
  }

  @Test("FR-51: reading the file, again and again, is no change")
  func readingIsNoChange() async throws {
    let path = try directory.write("cookies.sqlite", "0")
    try directory.write("cookies.sqlite-wal", "0")
    var hints = HintReader(deafWatcher.hints(path: path))
    #expect(await hints.next() == .attached(.inotify))
    for _ in 0..<20 {
      _ = try DatabaseReader().read(path)
      _ = ProcessTable().holders(of: [path])
    }
    // Events come in order: had reading caused one, it would stand before this one.
    #expect(unlink(path) == 0)
    #expect(await hints.next() == .missing)
  }

  @Test(
    "FR-50: with no watches left the store is looked at regularly, and the setting is named",
    arguments: [
      (failsInstance: false, code: ENOSPC, setting: "fs.inotify.max_user_watches"),
      (failsInstance: true, code: EMFILE, setting: "fs.inotify.max_user_instances"),
    ])
  func noWatchesLeft(failsInstance: Bool, code: Int32, setting: String) async throws {
    var calls = WatchCalls.system
    if failsInstance {
      calls.makeInstance = { -code }
    } else {
      calls.addWatch = { _, _, _ in -code }
    }
    let watcher = FileWatcher(
      calls: calls, intervals: .init(pollMilliseconds: 10, netMilliseconds: 3_600_000))
    for number in 1...4 {
      let path = try directory.write("jar\(number)", "0")
      var hints = HintReader(watcher.hints(path: path))
      #expect(await hints.next() == .limited(setting: setting))
      #expect(await hints.next() == .attached(.polling))
      try directory.write("jar\(number)", "content")
      #expect(await hints.wait(forContent: "content", of: directory("jar\(number)")))
      #expect(unlink(path) == 0)
      #expect(await hints.wait(for: .missing))
    }
  }

  @Test("FR-50: when watches are to be had again they are used again")
  func watchesComeBack() async throws {
    let isUsedUp = Mutex(true)
    var calls = WatchCalls.system
    let add = calls.addWatch
    calls.addWatch = { instance, path, mask in
      isUsedUp.withLock { $0 } ? -ENOSPC : add(instance, path, mask)
    }
    let watcher = FileWatcher(
      calls: calls, intervals: .init(pollMilliseconds: 10, netMilliseconds: 3_600_000))
    let path = try directory.write("jar", "0")
    var hints = HintReader(watcher.hints(path: path))
    #expect(await hints.wait(for: .attached(.polling)))
    isUsedUp.withLock { $0 = false }
    #expect(await hints.wait(for: .attached(.inotify)))
  }

  @Test("the slow look finds what the kernel doesn't report")
  func slowLook() async throws {
    var calls = WatchCalls.system
    // Watches on another directory say nothing about this one.
    let elsewhere = try ScratchDirectory()
    let add = calls.addWatch
    calls.addWatch = { instance, _, _ in add(instance, elsewhere.path, 0x100) }
    let watcher = FileWatcher(
      calls: calls, intervals: .init(pollMilliseconds: 3_600_000, netMilliseconds: 10))
    let path = try directory.write("jar", "0")
    var hints = HintReader(watcher.hints(path: path))
    #expect(await hints.next() == .attached(.inotify))
    try directory.write("jar", "content")
    #expect(await hints.wait(forContent: "content", of: directory("jar")))
  }

  @Test("the thread runs only while something is observed")
  func threadLifetime() async throws {
    let watcher = deafWatcher
    #expect(watcher.threadState.startCount == 0)
    let path = try directory.write("jar", "0")
    for round in 1...2 {
      do {
        var hints = HintReader(watcher.hints(path: path))
        #expect(await hints.next() == .attached(.inotify))
        #expect(watcher.threadState == (true, round))
      }
      while watcher.threadState.isRunning { await Task.yield() }
    }
  }

  @Test("one directory serves many stores, and letting go of one leaves the others")
  func manyStores() async throws {
    let watcher = deafWatcher
    let first = try directory.write("first", "0")
    let second = try directory.write("second", "0")
    var kept = HintReader(watcher.hints(path: second))
    #expect(await kept.next() == .attached(.inotify))
    do {
      var dropped = HintReader(watcher.hints(path: first))
      #expect(await dropped.next() == .attached(.inotify))
    }
    for number in 1...3 {
      try directory.write("second", "\(number)")
      #expect(await kept.wait(forContent: "\(number)", of: directory("second")))
    }
  }
}
