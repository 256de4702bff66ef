import CookieCore
import Foundation
import LiveEngines
import StoreModel
import Testing

/// An engine of either kind, with the cause that it gives for what a response changes.
struct ObservedEngine: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let responseCause: LiveNotification.ChangeCause
  let start: @Sendable (Home) async throws -> any LiveEngine

  static let both = [
    ObservedEngine(testDescription: "embedded", responseCause: .response) { _ in
      await EmbeddedEngine(
        EmbeddedApp.Surroundings(
          era: .ios15, keeping: nil, publicSuffixes: .system,
          now: { Timestamp(secondsSince1970: Date().timeIntervalSince1970) }))
    },
    // WebKitGTK does not say what made a cookie change.
    ObservedEngine(testDescription: "webkit", responseCause: .unknown) { home in
      try await WebKitHost(in: home, display: true).engine
    },
  ]
}

@Suite(
  "The observers of an engine, with a real server", .enabled(if: endToEnd), .onOwnThreads,
  .serialized)
struct ObserverCountTests {
  let home: Home

  init() throws {
    home = try Home()
  }

  private func cookie(_ name: CookieText, _ domain: CookieText, hostOnly: Bool = true) -> Cookie {
    Cookie(name: name, value: "v", domain: domain, hostOnly: hostOnly)
  }

  @Test(
    "Two observers hear of every change once, and of nothing that did not happen",
    arguments: ObservedEngine.both)
  func observers(observed: ObservedEngine) async throws {
    let server = try LocalServer()
    defer { server.stop() }
    let engine = try await observed.start(home)
    let streams = [await engine.notifications(), await engine.notifications()]
    let store = try await engine.makeStore(.nonPersistent, named: nil).id
    let view = try await engine.openView(LiveConfiguration(store: store)).id
    let fields = (1...11).map { "c=n\($0)=v" }.joined(separator: "&")
    // Eleven by a response.
    _ = try await engine.load(
      LiveAddress(url: "http://localhost:\(server.port)/set?\(fields)"), in: view)
    let own = cookie("own", "localhost")
    // One, then the very same again; none for what is refused and for what is not there.
    #expect(try await engine.setCookies([own], in: store) == [.done])
    #expect(try await engine.setCookies([own], in: store) == [.done])
    let refused = try await engine.setCookies([cookie("b", "co.uk", hostOnly: false)], in: store)
    guard case .refused = refused.first else {
      Issue.record("\(refused)")
      return
    }
    #expect(
      try await engine.deleteCookies([cookie("none", "localhost").key], in: store)
        == [.goneAlready])
    // One for each that is cleared.
    #expect(
      try await engine.removeRecords(of: [.cookies], named: nil, since: nil, in: store) == [])
    let expected = 11 + 1 + 1 + 12
    for stream in streams {
      var counts: [LiveNotification.ChangeCause: Int] = [:]
      for await notification in stream {
        guard case .cookiesChanged(store, let sequence, let count, _, let cause) = notification
        else { continue }
        counts[cause, default: 0] += count
        if sequence >= expected { break }
      }
      #expect(counts == [observed.responseCause: 11, .api: 2, .removal: 12])
    }
    // What comes next is counted on from there, so nothing was heard that was not expected.
    #expect(try await engine.setCookies([own], in: store) == [.done])
    #expect(try await engine.stores().first { $0.id == store }?.sequence == UInt64(expected + 1))
    await engine.shutDown()
  }
}
