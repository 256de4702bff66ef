import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("What another program writes while a file is replaced is not lost")
struct FileDisplacementTests {
  let directory: ScratchDirectory
  let old = Array("old content\n".utf8)
  let new = Array("new content, which is longer\n".utf8)
  let foreign = Array("what another program wrote\n".utf8)

  init() throws {
    directory = try ScratchDirectory()
  }

  /// What another program does with the file.
  enum Act: String, CaseIterable, Sendable {
    case append, rewrite, sameLength, replace, remove, link
  }

  /// A replacement during which something happens before steps.
  private func replacement(
    _ acts: [FileFaults.Step: @Sendable () -> Void], crash: FileFaults.Step? = nil
  ) -> FileReplacement {
    FileReplacement(
      faults: FileFaults { step in
        acts[step]?()
        return step == crash ? .crash : nil
      })
  }

  /// Does as another program does, to the file at a path.
  private static func perform(_ act: Act, _ path: String, _ foreign: [UInt8]) {
    let data = Data(foreign)
    switch act {
    case .append: append(data, to: path)
    case .rewrite, .sameLength:
      let handle = FileHandle(forWritingAtPath: path)
      if act == .rewrite { try? handle?.truncate(atOffset: 0) }
      try? handle?.write(contentsOf: act == .rewrite ? data : Data("odd".utf8))
      try? handle?.close()
    case .replace:
      write(data, to: path + ".tmp")
      rename(path + ".tmp", path)
    case .remove: unlink(path)
    case .link:
      write(data, to: path + ".real")
      unlink(path)
      symlink(path + ".real", path)
    }
  }

  private static func write(_ data: Data, to path: String) {
    do {
      try data.write(to: URL(fileURLWithPath: path))
    } catch {
      Issue.record(error)
    }
  }

  private static func append(_ data: Data, to path: String) {
    let handle = FileHandle(forWritingAtPath: path)
    _ = try? handle?.seekToEnd()
    try? handle?.write(contentsOf: data)
    try? handle?.close()
  }

  private func content(after act: Act) -> [UInt8]? {
    switch act {
    case .append: old + foreign
    case .rewrite, .replace, .link: foreign
    case .sameLength: Array("odd content\n".utf8)
    case .remove: nil
    }
  }

  private func failure(of work: () throws(StoreFailure) -> Void) -> StoreFailure? {
    do throws(StoreFailure) {
      try work()
      return nil
    } catch {
      return error
    }
  }

  /// The temporary names in the directory.
  private func temporaryNames() throws -> [String] {
    try directory.names().filter { $0.contains(".pantler-") }
  }

  @Test("what was written after the last comparison stays", arguments: Act.allCases)
  func afterComparison(act: Act) throws {
    let path = try directory.write("jar", old)
    let found = failure { () throws(StoreFailure) in
      try replacement([.rename: { Self.perform(act, path, foreign) }])
        .replace(path, with: new, expecting: FileFingerprint(of: old))
    }
    #expect(found == .changedMeanwhile(path: path))
    #expect(try temporaryNames() == [])
    if let content = content(after: act) {
      #expect(try directory.read("jar") == content)
    } else {
      #expect(try directory.names() == [])
    }
  }

  @Test("what a program writes to the file that it had open when that was displaced stays")
  func afterExchange() throws {
    let path = try directory.write("jar", old)
    let open = try #require(FileHandle(forWritingAtPath: path))
    try open.seekToEnd()
    let found = failure { () throws(StoreFailure) in
      try replacement([
        .displacedStill: {
          try? open.write(contentsOf: Data(foreign))
          try? open.close()
        }
      ]).replace(path, with: new, expecting: FileFingerprint(of: old))
    }
    #expect(found == .changedMeanwhile(path: path))
    #expect(try directory.read("jar") == old + foreign)
    #expect(try directory.names() == ["jar"])
  }

  @Test("a displaced file that somebody may write to still gets its name back")
  func stillOpen() throws {
    let path = try directory.write("jar", old)
    let found = failure { () throws(StoreFailure) in
      try replacement([:]).replace(path, with: new, expecting: FileFingerprint(of: old)) {
        checked throws(StoreFailure) in
        // The first look is at the file itself, and the last at what has been put back.
        if checked != path, (try? self.directory.read("jar")) == self.new {
          throw .inUse(path: path, by: [])
        }
      }
    }
    #expect(found == .inUse(path: path, by: []))
    #expect(try directory.read("jar") == old)
    #expect(try directory.names() == ["jar"])
  }

  @Test("of two programs that write at once before and after the exchange, both contents are kept")
  func twoOthers() throws {
    let path = try directory.write("jar", old)
    let second = Data("the second\n".utf8)
    let found = failure { () throws(StoreFailure) in
      try replacement([
        .rename: { Self.perform(.rewrite, path, foreign) },
        .takeBack: { Self.append(second, to: path) },
      ]).replace(path, with: new, expecting: FileFingerprint(of: old))
    }
    guard case .keptAside(path, let other) = found else {
      Issue.record("another failure: \(String(describing: found))")
      return
    }
    #expect(try directory.read("jar") == foreign)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data(new) + second)
    #expect(try directory.names().count == 2)
    #expect(try temporaryNames() == [])
  }

  @Test("a file that somebody else makes in the meantime is not written over")
  func appeared() throws {
    let path = directory("jar")
    let found = failure { () throws(StoreFailure) in
      try replacement([.rename: { Self.write(Data(foreign), to: path) }])
        .replace(path, with: new, expecting: nil)
    }
    #expect(found == .changedMeanwhile(path: path))
    #expect(try directory.read("jar") == foreign)
    #expect(try directory.names() == ["jar"])
  }

  @Test(
    "what was written to a file that is being removed stays",
    arguments: [FileFaults.Step.rename, .displaced, .displacedStill])
  func removal(step: FileFaults.Step) throws {
    let path = try directory.write("jar", old)
    let open = try #require(FileHandle(forWritingAtPath: path))
    try open.seekToEnd()
    let found = failure { () throws(StoreFailure) in
      try replacement([step: { try? open.write(contentsOf: Data(foreign)) }])
        .remove(path, expecting: FileFingerprint(of: old))
    }
    #expect(found == .changedMeanwhile(path: path))
    #expect(try directory.read("jar") == old + foreign)
    #expect(try directory.names() == ["jar"])
  }

  @Test(
    "killed after the exchange, the file is wholly new, or what another program wrote",
    arguments: [FileFaults.Step.displaced, .displacedStill, .takeBack], [false, true])
  func killed(step: FileFaults.Step, isDisturbed: Bool) throws {
    let path = try directory.write("jar", old)
    let acts: [FileFaults.Step: @Sendable () -> Void] =
      isDisturbed ? [.rename: { Self.perform(.append, path, foreign) }] : [:]
    _ = try? replacement(acts, crash: step)
      .replace(path, with: new, expecting: FileFingerprint(of: old))
    try recover(path)
    #expect(try directory.read("jar") == (isDisturbed ? old + foreign : new))
    #expect(try directory.names() == ["jar"])
  }

  @Test("killed while it removes a file, what another program wrote to that comes back")
  func killedRemoval() throws {
    let path = try directory.write("jar", old)
    _ = try? replacement(
      [.rename: { Self.perform(.append, path, foreign) }], crash: .displaced
    ).remove(path, expecting: FileFingerprint(of: old))
    #expect(try directory.names() != ["jar"])
    try recover(path)
    #expect(try directory.read("jar") == old + foreign)
    #expect(try directory.names() == ["jar"])
  }

  @Test("killed, and both files written to since: neither content goes away")
  func killedAndGoneOn() throws {
    let path = try directory.write("jar", old)
    _ = try? replacement(
      [.rename: { Self.perform(.append, path, foreign) }], crash: .displaced
    ).replace(path, with: new, expecting: FileFingerprint(of: old))
    Self.append(Data(foreign), to: path)
    try recover(path)
    #expect(try directory.read("jar") == new + foreign)
    let kept = try #require(try temporaryNames().first)
    #expect(try directory.read(kept) == old + foreign)
  }

  /// Cleans up as the next run does, when the one that was stopped has ended.
  private func recover(_ path: String) throws {
    let ended = try Child("/bin/true", [])
    ended.end()
    var status: Int32 = 0
    waitpid(ended.id, &status, 0)
    for name in try temporaryNames() {
      let other = name.replacingOccurrences(
        of: ".pantler-\(getpid())-", with: ".pantler-\(ended.id)-")
      #expect(rename(directory(name), directory(other)) == 0)
    }
    _ = TemporarySibling.removeStaleOnes(beside: [path])
  }
}
