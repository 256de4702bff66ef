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
