import Foundation
import StoreModel
import Synchronization
import Testing

@testable import StoreDrivers

@Suite("A path holds all of the old or all of the new content at every moment")
struct FileReplacementTests {
  let directory: ScratchDirectory
  let old = Array("old content\n".utf8)
  let new = Array("new content, which is longer\n".utf8)

  init() throws {
    directory = try ScratchDirectory()
  }

  private func replacement(
    _ step: FileFaults.Step? = nil, _ fault: FileFaults.Fault = .error(ENOSPC)
  ) -> FileReplacement {
    FileReplacement(faults: FileFaults { $0 == step ? fault : nil })
  }

  @Test("a new file has mode 0600")
  func newFile() throws {
    try replacement().replace(directory("jar"), with: new, expecting: nil)
    #expect(try directory.read("jar") == new)
    #expect(try directory.mode("jar") == 0o600)
  }

  @Test("the mode of an old file is kept", arguments: [0o600, 0o640, 0o644, 0o664])
  func keptMode(mode: Int) throws {
    let path = try directory.write("jar", old, mode: mode)
    try replacement().replace(path, with: new, expecting: FileFingerprint(of: old))
    #expect(try directory.read("jar") == new)
    #expect(try directory.mode("jar") == mode)
  }

  @Test("FR-16: an export has mode 0600, over a readable file too")
  func exportMode() throws {
    let path = try directory.write("jar", old, mode: 0o644)
    try replacement().export(new, to: path)
    try replacement().export(new, to: directory("other"))
    #expect(try directory.mode("jar") == 0o600)
    #expect(try directory.mode("other") == 0o600)
    #expect(try directory.read("jar") == new)
  }

  @Test("FR-16: a symbolic link stays and its target is replaced")
  func link() throws {
    try directory.write("real/jar", old, mode: 0o640)
    try directory.link("first", to: "real/second")
    try directory.link("real/second", to: directory("real/jar"))
    try replacement().replace(directory("first"), with: new, expecting: FileFingerprint(of: old))
    #expect(try directory.read("real/jar") == new)
    #expect(try directory.mode("real/jar") == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: directory("first"))
        == "real/second")
  }

  @Test("a link to nothing gets its target made; a loop of links is an error")
  func danglingLink() throws {
    try directory.link("link", to: "target")
    try replacement().replace(directory("link"), with: new, expecting: nil)
    #expect(try directory.read("target") == new)
    try directory.link("a", to: "b")
    try directory.link("b", to: "a")
    #expect(throws: StoreFailure.self) { try replacement().export(new, to: directory("a")) }
  }

  @Test(
    "FR-16: on a full disk the old file is intact and no temporary file remains",
    arguments: [
      FileFaults.Step.createTemporary, .write, .setAttributes, .synchronize, .compare, .rename,
    ])
  func fullDisk(step: FileFaults.Step) throws {
    let path = try directory.write("jar", old)
    let failure = #expect(throws: StoreFailure.self) {
      try replacement(step).replace(path, with: new, expecting: FileFingerprint(of: old))
    }
    #expect(failure == .system(path: path, call: step.rawValue, code: ENOSPC))
    #expect(try directory.read("jar") == old)
    #expect(try directory.names() == ["jar"])
  }

  @Test(
    "FR-16: killed at any step, the path holds the old or the new content",
    arguments: FileFaults.Step.allCases)
  func killed(step: FileFaults.Step) throws {
    let path = try directory.write("jar", old)
    _ = try? replacement(step, .crash).replace(path, with: new, expecting: FileFingerprint(of: old))
    let content = try directory.read("jar")
    #expect(content == old || content == new)
  }

  @Test(
    "what a crash left is removed by the next replacement, but not what a living process writes")
  func staleTemporaryFile() throws {
    let path = try directory.write("jar", old)
    let ended = try Child("/bin/true", [])
    ended.end()
    var status: Int32 = 0
    waitpid(ended.id, &status, 0)
    try directory.write(".jar.pantler-\(ended.id)-abc", "secret")
    try directory.write(".jar.pantler-1-abc", "at work")
    try replacement().replace(path, with: new, expecting: FileFingerprint(of: old))
    #expect(try directory.names() == [".jar.pantler-1-abc", "jar"])
  }

  @Test("FR-19: the content is on the disk before it takes the old one's place, and the name after")
  func orderOfSteps() throws {
    let path = try directory.write("jar", old)
    let steps = Mutex<[FileFaults.Step]>([])
    let faults = FileFaults { step in
      steps.withLock { steps in
        if steps.last != step { steps.append(step) }
      }
      return nil
    }
    try FileReplacement(faults: faults).replace(
      path, with: new, expecting: FileFingerprint(of: old))
    #expect(
      steps.withLock { $0 }
        == FileFaults.Step.allCases.filter {
          ![.lock, .takeBack, .readBack, .removeData, .restoreData, .openFolder].contains($0)
        })
  }

  @Test("a file that changed, appeared or went away is left alone")
  func changedOriginal() throws {
    let path = try directory.write("jar", old)
    let other = FileFingerprint(of: Array("something else".utf8))
    for expected in [other, nil] {
      let failure = #expect(throws: StoreFailure.self) {
        try replacement().replace(path, with: new, expecting: expected)
      }
      #expect(failure == .changedMeanwhile(path: path))
    }
    let failure = #expect(throws: StoreFailure.self) {
      try replacement().replace(directory("gone"), with: new, expecting: other)
    }
    #expect(failure == .changedMeanwhile(path: directory("gone")))
    #expect(try directory.read("jar") == old)
    #expect(try directory.names() == ["jar"])
  }

  @Test("what nobody may write is refused, by the superuser too")
  func readOnly() throws {
    let file = try directory.write("jar", old, mode: 0o444)
    try directory.write("closed/jar", old, mode: 0o644)
    try directory.setMode("closed", 0o555)
    for path in [file, directory("closed/jar"), directory("closed/new")] {
      let failure = #expect(throws: StoreFailure.self) {
        try replacement().export(new, to: path)
      }
      #expect(failure == .denied(path: path))
    }
    try directory.setMode("closed", 0o755)
    #expect(try directory.names("closed") == ["jar"])
  }

  @Test("a directory or a pipe is no file")
  func otherKinds() throws {
    try directory.makeDirectory("folder")
    mkfifo(directory("pipe"), 0o600)
    for name in ["folder", "pipe"] {
      #expect(throws: StoreFailure.self) { try replacement().export(new, to: directory(name)) }
      #expect(throws: StoreFailure.self) { try FileReader().read(directory(name)) }
    }
  }
}
