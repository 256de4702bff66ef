import CookieCore
import Foundation
import StoreManager
import StoreModel
import Testing

@testable import PantlerCommands

@Suite(
  "What stands in the place of a file is refused at once, and named", .timeLimit(.minutes(15)))
struct NoPlainFileTests {
  /// What can stand in the place of a file.
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case pipe = "it is a pipe, not a file"
    case folder = "it is a folder"
    case socket = "it is a socket, not a file"
    case device = "it is a device, not a file"

    var testDescription: String { rawValue }

    func make(at path: String) throws {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      switch self {
      case .pipe: try #require(mkfifo(path, 0o600) == 0)
      case .folder: try #require(mkdir(path, 0o700) == 0)
      case .device: try #require(symlink("/dev/zero", path) == 0)
      case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
      }
    }
  }

  @Test(
    "in place of the settings, the saved filters and the guards", arguments: Kind.allCases,
    ["config.json5", "filters.json", "guards.json"])
  func settings(kind: Kind, name: String) async throws {
    let bench = try Bench()
    bench.stores.add("jar:a", [cookie("sid")])
    let path = bench.home + "/.config/pantler/" + name
    try kind.make(at: path)
    let result = await bench.run("rm", "jar:a", "--all", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains(path))
    // Private files are not followed through links.
    if kind != .device || name != "guards.json" {
      #expect(result.errors.contains(kind.rawValue), "\(result.errors)")
    }
    #expect(bench.stores.names("jar:a") == ["sid"])
  }

  @Test("where a plain file is read", arguments: Kind.allCases)
  func plain(kind: Kind) throws {
    let bench = try Bench()
    let path = bench.home + "/x"
    try kind.make(at: path)
    let failure = #expect(throws: FileFailure.self) { try FileBytes.readPlain(path) }
    #expect(failure.map { SystemText.text(for: $0.code) } == kind.rawValue)
    let written = try bench.write(String(repeating: "a", count: 100_000), to: "plain")
    #expect(try FileBytes.readPlain(written).count == 100_000)
    #expect(try !FileBytes.readPlain("/proc/self/status").isEmpty)
  }
}
