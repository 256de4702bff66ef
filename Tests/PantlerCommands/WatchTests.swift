import CookieCore
import Foundation
import StoreModel
import Synchronization
import Testing

@testable import PantlerCommands

@Suite("The log is written line by line until a signal comes")
struct WatchTests {
  private func watch(_ words: [String], change: @Sendable (inout [Cookie]) -> Void) async throws
    -> [String]
  {
    let bench = try Bench()
    bench.stores.add("jar:a", [cookie("sid", "0123456789-old-value")])
    let (signals, ending) = AsyncStream.makeStream(of: Int32.self)
    let lines = Mutex([String]())
    let output = Output { bytes in
      lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      return nil
    }
    async let result = bench.run(["watch"] + words, output: output) { signals }
    while !lines.withLock({ $0.contains { $0.contains("bserver") } }) { await Task.yield() }
    bench.stores.change("jar:a", change)
    while !lines.withLock({ $0.contains { $0.contains("sid@") || $0.contains("\"sid\"") } }) {
      await Task.yield()
    }
    ending.yield(2)
    #expect(await result.status == 0)
    return lines.withLock { $0 }
  }

  @Test("each event is a line of its own, masked")
  func plain() async throws {
    let lines = try await watch([]) { $0[0].value = "9876543210-new-value" }
    let line = try #require(lines.first { $0.contains("sid@") })
    #expect(line.hasSuffix("\n") && line.split(separator: "\n").count == 1)
    #expect(line.contains("changed") && line.contains("value 012… → 987…"))
    #expect(line.contains("by another process"))
    #expect(!lines.joined().contains("old-value"))
  }

  @Test(
    "FR-39: what a cookie says never gets out as a control sequence",
    arguments: ["\u{1B}[2J", "\u{1B}]0;x\u{7}", "a\rb\u{8}\u{0}\u{7F}", "\u{9B}31m", "\u{202E}x"])
  func hostile(text: String) async throws {
    let lines = try await watch(["--values"]) { cookies in
      var hostile = cookie("sid", CookieText(text)) { $0.path = CookieText("/" + text) }
      hostile.domain = CookieText(text)
      cookies.append(hostile)
    }
    #expect(lines.contains { $0.contains("added") && $0.contains("sid@") })
    for scalar in lines.joined().unicodeScalars {
      #expect(
        scalar == "\n"
          || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
            && scalar.value != 0x202E)
      )
    }
  }

  @Test("FR-53: the log file gets every event, masked, behind what is there")
  func logFile() async throws {
    let bench = try Bench()
    let path = try bench.write("before\n", to: "log.jsonl")
    let (events, continuation) = AsyncStream.makeStream(of: StoreEvent.self)
    let file = try LogFile(path: path, publicSuffixes: .builtin)
    async let failure = file.follow(events)
    for number in 1...20_000 where number != 7 {
      continuation.yield(
        StoreEvent(
          sequence: UInt64(number), time: Bench.now, store: StoreID(rawValue: "jar:a"),
          kind: .added, after: cookie("sid", "0123456789-TOPSECRET"), cause: .otherProcess))
    }
    continuation.finish()
    #expect(await failure == nil)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.first == "before")
    #expect(lines.count == 20_001)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    #expect(lines[7] == "{\"kind\":\"dropped\",\"count\":1}")
    #expect(!text.contains("TOPSECRET"))
    #expect(throws: FileFailure.self) {
      try LogFile(path: bench.home + "/none/log", publicSuffixes: .builtin)
    }
  }

  @Test("with --jsonl each event is an object")
  func jsonLines() async throws {
    let lines = try await watch(["--jsonl", "--values"]) { $0[0].value = "ne\u{1}w" }
    let line = try #require(lines.first { $0.contains("\"sid\"") })
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["kind"] as? String == "changed")
    #expect(object["differences"] as? [String] == ["value"])
    #expect((object["before"] as? [String: Any])?["value"] as? String == "0123456789-old-value")
    let after = try #require(object["after"] as? [String: Any])
    #expect(after["value"] as? String == "ne\u{1}w")
    #expect(after["issues"] as? [String] == ["controlCharacter"])
  }

  @Test func refusals() async throws {
    let bench = try Bench()
    #expect(await bench.run("watch").status == 4)
    #expect(await bench.run("watch", "--level", "loud").status == 2)
  }
}
