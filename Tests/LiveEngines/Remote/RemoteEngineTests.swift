import CookieCore
import EngineProtocol
import StoreModel
import Testing

@testable import LiveEngines

@Suite("A host that misbehaves is a failure of what was asked, and never more")
struct RemoteEngineTests {
  /// Limits that no busy machine reaches; a test shortens the one that it is about.
  private static func limits(
    hello: Duration = .seconds(3600), answer: Duration = .seconds(3600),
    load: Duration = .seconds(3600), garbage: Int = 100
  ) -> RemoteEngine.Limits {
    RemoteEngine.Limits(
      hello: hello, answer: answer, removal: .seconds(3600), load: load, end: .seconds(3600),
      garbage: garbage, line: 4096)
  }

  private let cookie = Cookie(name: "sid", value: "1", domain: "shop.test", hostOnly: true)

  private func started(
    _ host: ScriptedHost, limits: RemoteEngine.Limits = limits()
  ) async throws -> RemoteEngine {
    let engine = RemoteEngine(launcher: ScriptedLauncher(host), limits: limits)
    try await engine.start()
    return engine
  }

  private func death(in stream: AsyncStream<LiveNotification>) async -> String? {
    for await case .processDied(let process) in stream where process.role == .host {
      return process.reason
    }
    return nil
  }

  @Test("An answer is that of its request, whatever came between")
  func answers() async throws {
    let cookie = cookie
    let host = ScriptedHost { request in
      switch request {
      case .allCookies(let store) where store == "gone": .failure(.noSuchStore(id: store))
      case .allCookies: .message(.cookies(cookies: [cookie]))
      default: .message(.done)
      }
    }
    let engine = try await started(host)
    host.write(Array("{\"reply\":{\"done\":{}},\"id\":77}\nnonsense\n{\"dance\":1}\n".utf8))
    #expect(try await engine.allCookies(in: "default") == [cookie])
    await #expect(throws: LiveFailure.noSuchStore(id: "gone")) {
      try await engine.allCookies(in: "gone")
    }
    try await engine.closeView("v1")
    #expect(
      host.requests == [
        .allCookies(store: "default"), .allCookies(store: "gone"), .closeView(view: "v1"),
      ])
  }

  @Test("An answer of another kind is named")
  func wrongKind() async throws {
    let engine = try await started(ScriptedHost { _ in .message(.done) })
    await #expect(throws: LiveFailure.badReply(expected: "cookies")) {
      try await engine.allCookies(in: "default")
    }
    await #expect(throws: LiveFailure.badReply(expected: "1 outcomes")) {
      try await engine.setCookies([cookie], in: "default")
    }
  }

  @Test("Nothing is asked before a host was started, and it says so")
  func notStarted() async {
    let engine = RemoteEngine(launcher: ScriptedLauncher())
    await #expect(throws: LiveFailure.hostGone(reason: "it was not started")) {
      try await engine.stores()
    }
    await #expect(throws: LiveFailure.hostGone(reason: "there is no program /usr/lib/none")) {
      try await engine.start()
    }
  }

  @Test("A host that dies fails what waits, is told of, and can be started again")
  func death() async throws {
    let second = ScriptedHost { _ in .message(.stores(stores: [])) }
    let engine = RemoteEngine(
      launcher: ScriptedLauncher(ScriptedHost { _ in .death }, second))
    try await engine.start()
    let notifications = await engine.notifications()
    let gone = LiveFailure.hostGone(reason: "it ended with status 3")
    await #expect(throws: gone) { try await engine.stores() }
    #expect(await death(in: notifications) == "it ended with status 3")
    #expect(await engine.state == .gone(reason: "it ended with status 3"))
    await #expect(throws: gone) { try await engine.stores() }
    try await engine.start()
    #expect(try await engine.stores() == [])
  }

  @Test("A host that does not answer does not hold anybody up, and its late answer is dropped")
  func silence() async throws {
    let engine = try await started(
      ScriptedHost { _ in .silence }, limits: Self.limits(answer: .milliseconds(20)))
    await #expect(throws: LiveFailure.timedOut(milliseconds: 20)) { try await engine.stores() }
    #expect(await engine.state == .running)
  }

  @Test("A load that never ends is called off")
  func endlessLoad() async throws {
    let host = ScriptedHost { request in
      if case .load = request { .silence } else { .message(.done) }
    }
    let engine = try await started(host, limits: Self.limits(load: .milliseconds(20)))
    await #expect(throws: LiveFailure.timedOut(milliseconds: 20)) {
      try await engine.load(LiveAddress(url: "http://shop.test/"), in: "v1")
    }
    #expect(host.requests.last == .stop(view: "v1"))
  }

  @Test("A host that says no hello, or speaks another version, is not talked to")
  func hello() async {
    let silent = ScriptedHost(hello: nil) { _ in .message(.done) }
    await #expect(throws: LiveFailure.hostGone(reason: "it did not say hello")) {
      try await RemoteEngine(
        launcher: ScriptedLauncher(silent), limits: Self.limits(hello: .milliseconds(20))
      ).start()
    }
    let newer = ScriptedHost(hello: EngineHello(engine: "x", version: 9, oldestVersion: 8)) { _ in
      .message(.done)
    }
    await #expect(throws: LiveFailure.hostGone(reason: "it speaks version 9 of the protocol")) {
      try await RemoteEngine(launcher: ScriptedLauncher(newer), limits: Self.limits()).start()
    }
    #expect(newer.requests.isEmpty)
  }

  @Test("Garbage is passed over, up to a limit", arguments: [3, 4])
  func garbage(lines: Int) async throws {
    let host = ScriptedHost { _ in .message(.stores(stores: [])) }
    let engine = try await started(host, limits: Self.limits(garbage: 3))
    let notifications = await engine.notifications()
    // One line is longer than what is taken.
    host.write([UInt8](repeating: 0x41, count: 5000) + [0x0A])
    for _ in 1..<lines { host.write(Array("}{\n".utf8)) }
    if lines == 3 {
      #expect(try await engine.stores() == [])
    } else {
      #expect(await death(in: notifications) == "it wrote what is no message of an engine")
      await #expect(
        throws: LiveFailure.hostGone(reason: "it wrote what is no message of an engine")
      ) { try await engine.stores() }
    }
  }

  @Test("A flood of notifications does not keep answers from coming")
  func flood() async throws {
    let host = ScriptedHost { _ in .message(.stores(stores: [])) }
    let engine = try await started(host)
    let notifications = await engine.notifications()
    for sequence in 1...6000 {
      host.write(
        .notification(
          .cookiesChanged(
            store: "default", sequence: UInt64(sequence), count: 1, view: nil, cause: .script)))
    }
    #expect(try await engine.stores() == [])
    // What was dropped shows in the numbers: the newest are kept.
    await engine.shutDown()
    var first: UInt64?
    var last: UInt64?
    for await case .cookiesChanged(_, let sequence, _, _, _) in notifications {
      first = first ?? sequence
      last = sequence
      if sequence == 6000 { break }
    }
    #expect(last == 6000)
    #expect((first ?? 0) > 1)
  }

  @Test("A host is asked to end before it is made to")
  func ending() async throws {
    let host = ScriptedHost { _ in .message(.done) }
    let engine = try await started(host)
    await engine.shutDown()
    #expect(host.requests == [.shutDown])
    #expect(host.isClosed)
    await #expect(throws: LiveFailure.self) { try await engine.stores() }
  }
}
