import CookieCore
import Foundation
import StoreModel
import Synchronization
import Testing

@testable import PantlerCommands

/// Runs commands on stores in memory, in a home of its own.
final class Bench: Sendable {
  /// What a command left.
  struct Result {
    var status: Int32
    var output: String
    var errors: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The JSON of the output.
    func json<Value>(_ type: Value.Type) throws -> Value {
      try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? Value)
    }
  }

  static let now = Timestamp(seconds: 1_800_000_000)

  let stores = MemoryStores()
  let pages = ScriptedPages()
  let home: String
  private let lastID = Mutex(0)

  init() throws {
    home = NSTemporaryDirectory() + "pantler-commands-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: home)
  }

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - answers: what a person types; nil when nobody is there.
  ///   - whileAsked: called when an answer is waited for.
  func run(
    _ words: String..., answers: [String]? = nil, output: Output? = nil,
    until: @escaping @Sendable () -> AsyncStream<Int32> = { AsyncStream { _ in } },
    whileAsked: @escaping @Sendable () -> Void = {}
  ) async -> Result {
    await run(words, answers: answers, output: output, until: until, whileAsked: whileAsked)
  }

  /// Runs a command line.
  func run(
    _ words: [String], answers: [String]? = nil, output: Output? = nil,
    environment: [String: String] = [:], showsOutput: Bool = false,
    until: @escaping @Sendable () -> AsyncStream<Int32> = { AsyncStream { _ in } },
    whileAsked: @escaping @Sendable () -> Void = {}
  ) async -> Result {
    let (written, said) = (Collector(), Collector())
    var host = host(
      output: output ?? written.output, said: said, answers: answers, whileAsked: whileAsked,
      environment: environment, until: until)
    host.showsOutput = showsOutput
    let outcome = await CommandRunner(host: host).run(words)
    guard case .exit(let status) = outcome else {
      return Result(status: -1, output: written.text, errors: said.text)
    }
    return Result(status: status.rawValue, output: written.text, errors: said.text)
  }

  /// What the interface needs, on the same stores.
  func support() throws -> InterfaceSupport {
    try InterfaceSupport(host: host(output: Collector().output, said: Collector()))
  }

  private func host(
    output: Output, said: Collector, answers: [String]? = nil,
    whileAsked: @escaping @Sendable () -> Void = {}, environment: [String: String] = [:],
    until: @escaping @Sendable () -> AsyncStream<Int32> = { AsyncStream { _ in } }
  ) -> CommandHost {
    let rest = Mutex(answers ?? [])
    return CommandHost(
      environment: environment.merging(["HOME": home]) { $1 }, output: output,
      errors: said.output,
      canAsk: answers != nil,
      readLine: {
        whileAsked()
        return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      }, now: { Self.now },
      randomID: { [self] in
        String(
          format: "%08x",
          lastID.withLock { last in
            last += 1
            return last
          })
      }, drivers: { [stores] _ in [stores] }, publicSuffixes: .builtin, interruptions: until,
      pages: pages,
      themes: ThemeCatalogue(
        entries: {
          [
            ThemeCatalogue.Entry(
              name: "dark", origin: "built in", roles: [("text", "#fff on #000")], problems: [])
          ]
        },
        check: {
          ThemeCatalogue.Entry(name: $0, origin: $0, roles: [], problems: ["no role “txt”"])
        }),
      keys: KeyCatalogue(
        presets: ["vi"],
        bindings: { _ in
          [KeyCatalogue.Binding(context: "Lists", keys: "j", command: "down", title: "Down")]
        }, problems: { _ in [] }), version: "1", programPath: "/nonexistent")
  }

  /// Writes a file into the home and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let path = home + "/" + name
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }
}

/// Gathers what is written.
final class Collector: Sendable {
  private let bytes = Mutex([UInt8]())

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  var output: Output {
    Output { [self] piece in
      bytes.withLock { $0 += piece }
      return nil
    }
  }
}

/// A cookie of a site.
func cookie(
  _ name: CookieText, _ value: CookieText = "v", domain: CookieText = "shop.example",
  _ change: (inout Cookie) -> Void = { _ in }
) -> Cookie {
  var cookie = Cookie(
    name: name, value: value, domain: domain, hostOnly: true,
    expiryTime: Bench.now.adding(seconds: 86_400), creationTime: Bench.now.adding(seconds: -3600))
  change(&cookie)
  return cookie
}
