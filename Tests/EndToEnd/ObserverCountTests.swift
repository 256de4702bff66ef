import CookieCore
import Foundation
import LiveEngines
import StoreModel
import Testing

@Suite("The embedded engine's observers, with a real server", .enabled(if: endToEnd))
struct ObserverCountTests {
  private func cookie(_ name: CookieText, _ domain: CookieText, hostOnly: Bool = true) -> Cookie {
    Cookie(name: name, value: "v", domain: domain, hostOnly: hostOnly)
  }

  @Test("Two observers hear of every change once, and of nothing that did not happen")
  func observers() async throws {
    let server = try RunningProgram(
      "/usr/bin/python3",
      [
        URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "Programs/cookie_server.py").path
      ])
    defer { server.stop() }
    let port = try #require(server.line())
    let engine = await EmbeddedEngine(
      EmbeddedApp.Surroundings(
        era: .ios15, keeping: nil, publicSuffixes: .system,
        now: { Timestamp(secondsSince1970: Date().timeIntervalSince1970) }))
    let streams = [await engine.notifications(), await engine.notifications()]
    let store = try await engine.makeStore(.nonPersistent, named: nil).id
    let view = try await engine.openView(LiveConfiguration(store: store)).id
    let fields = (1...11).map { "c=n\($0)=v" }.joined(separator: "&")
    // Eleven by a response.
    _ = try await engine.load(
      LiveAddress(url: "http://localhost:\(port)/set?\(fields)"), in: view)
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
      #expect(counts == [.response: 11, .api: 2, .removal: 12])
    }
    // What comes next is counted on from there, so nothing was heard that was not expected.
    #expect(try await engine.setCookies([own], in: store) == [.done])
    #expect(try await engine.stores().first { $0.id == store }?.sequence == UInt64(expected + 1))
    await engine.shutDown()
  }
}
