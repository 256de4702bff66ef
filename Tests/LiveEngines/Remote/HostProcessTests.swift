import Foundation
import Testing

@testable import LiveEngines

@Suite("A host's process is started, talked to and ended")
struct HostProcessTests {
  private func launch(_ script: String) throws -> any EngineConnection {
    try HostLauncher(
      name: "test", command: ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"]
    ).launch()
  }

  @Test("Bytes go there and back")
  func echo() async throws {
    let host = try launch("cat")
    host.send(Array("one\n".utf8))
    #expect(await host.read() == Array("one\n".utf8))
    #expect(await host.close() == "it ended with status 0")
    #expect(await host.read() == nil)
  }

  @Test("Its status and the last line of its complaints are told")
  func complaint() async throws {
    let host = try launch("echo first >&2; echo 'no display' >&2; exit 7")
    #expect(await host.read() == nil)
    #expect(await host.close() == "it ended with status 7: no display")
  }

  @Test("Sending to one that is gone does nothing")
  func gone() async throws {
    let host = try launch("exit 0")
    #expect(await host.read() == nil)
    for _ in 0..<100 { host.send([UInt8](repeating: 0x41, count: 10_000)) }
    #expect(await host.close() == "it ended with status 0")
  }

  @Test("A signal is told, and one that does not end when asked is killed")
  func killed() async throws {
    let host = try launch("trap '' TERM; exec sleep 1000")
    #expect(await host.close() == "it was ended by signal 9")
  }

  @Test("What a host started goes with it, and does not hold up its end")
  func children() async throws {
    let host = try launch("trap '' TERM; sleep 1000 & echo $!; wait; sleep 1000")
    let line = try #require(await host.read())
    let child = try #require(
      Int32(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)))
    #expect(await host.close() == "it was ended by signal 9")
    // Nobody may have taken note of its end yet, but it runs no more.
    let stat = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
    #expect(stat.map { $0.contains(") Z ") || $0.contains(") X ") } ?? true)
  }

  @Test("A program that is not there is named")
  func missing() {
    #expect(throws: LaunchFailure.notFound(program: "/nowhere/host")) {
      try HostLauncher(name: "test", command: ["/nowhere/host"], environment: [:]).launch()
    }
  }

  @Test("The host of WebKitGTK is looked for beside this program, then on the search path")
  func webKit() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["own/pantler-webkit", "bin/pantler-webkit"] {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      #expect(
        FileManager.default.createFile(
          atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o755]))
    }
    let bin = folder.appending(path: "bin").path
    let own = folder.appending(path: "own").path
    func command(_ beside: String, _ environment: [String: String]) -> [String] {
      HostLauncher.webKit(beside: beside, environment: environment).command
    }
    #expect(command(own, ["PATH": bin, "DISPLAY": ":0"]) == [own + "/pantler-webkit"])
    #expect(command("/nowhere", ["PATH": bin, "DISPLAY": ":0"]) == [bin + "/pantler-webkit"])
    #expect(command("/nowhere", [:]) == ["/nowhere/pantler-webkit"])
  }
}
