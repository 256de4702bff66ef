import CookieCore
import Foundation
import LiveEngines
import StoreModel
import Testing

@Suite(
  "Without a display WebKitGTK removes what single sites keep in another process",
  .enabled(if: endToEnd), .onOwnThreads, .serialized)
struct HeadlessRemovalTests {
  let home: Home
  private static let types: [DataType] = [.fetchCache, .indexedDBDatabases, .localStorage]

  init() throws {
    home = try Home()
  }

  /// Has a page of each of two sites keep something in the default store.
  private func fill() async throws {
    let server = try LocalServer("site_server.py")
    defer { server.stop() }
    let host = try await WebKitHost(in: home, display: true)
    let store = try await host.engine.makeStore(.default, named: nil).id
    let view = try await host.engine.openView(LiveConfiguration(store: store)).id
    for name in ["localhost", "127.0.0.1"] {
      let url = "http://\(name):\(server.port)/page"
      _ = try await host.engine.load(LiveAddress(url: url), in: view)
      _ = try await host.first { event -> Bool? in
        if case .viewChanged(let view) = event, view.title == "done", view.url == url {
          true
        } else {
          nil
        }
      }
    }
    await host.engine.shutDown()
  }

  private func cookie(_ name: CookieText, _ domain: CookieText) -> Cookie {
    Cookie(name: name, value: "v", domain: domain, hostOnly: true)
  }

  private func kept(
    _ engine: RemoteEngine, in store: LiveStore.ID
  ) async throws -> [String: [DataType]] {
    let records = try await engine.records(of: Self.types, in: store)
    return Dictionary(uniqueKeysWithValues: records.map { ($0.displayName, $0.types) })
  }

  private func failure(
    of types: [DataType], in store: LiveStore.ID, _ engine: RemoteEngine
  ) async -> LiveFailure? {
    do throws(LiveFailure) {
      _ = try await engine.removeRecords(of: types, named: ["localhost"], since: nil, in: store)
      return nil
    } catch {
      return error
    }
  }

  @Test("One site's data goes; the other's stays, and so do session cookies and memory stores")
  func removal() async throws {
    try await fill()
    let host = try await WebKitHost(in: home, display: false)
    let engine = host.engine
    #expect(try await engine.describe().allows(.removeRecords))
    let store = try await engine.makeStore(.default, named: nil).id
    let memory = try await engine.makeStore(.nonPersistent, named: nil).id
    let session = [cookie("here", "localhost"), cookie("there", "127.0.0.1")]
    for each in [store, memory] {
      #expect(try await engine.setCookies(session, in: each) == [.done, .done])
    }
    #expect(try await kept(engine, in: store)["localhost"] == Self.types)
    let network = try WebKitHost.networkProcess(in: home)

    let left = try await engine.removeRecords(
      of: [.cookies, .localStorage, .indexedDBDatabases], named: ["localhost"], since: nil,
      in: store)
    #expect(left == [])
    let after = try await kept(engine, in: store)
    #expect(after["localhost"] == [.fetchCache])
    #expect(after["127.0.0.1"] == Self.types)
    let names = Set(try await engine.allCookies(in: store).map(\.key.domain))
    #expect(names == ["127.0.0.1"])
    #expect(
      try await engine.allCookies(in: store).contains {
        $0.name == "there" && !$0.isPersistent
      })
    #expect(try await engine.allCookies(in: memory).count == 2)
    // The store is observed as before.
    #expect(try await engine.setCookies([cookie("after", "localhost")], in: store) == [.done])
    _ = try await host.first { event -> Bool? in
      if case .cookiesChanged(store, _, _, _, .api) = event { true } else { nil }
    }
    #expect(try WebKitHost.networkProcess(in: home) == network)
    await engine.shutDown()
  }

  @Test("Calls that are under way when it begins are answered, and what they set stays")
  func calls() async throws {
    try await fill()
    let host = try await WebKitHost(in: home, display: false)
    let engine = host.engine
    let store = try await engine.makeStore(.default, named: nil).id
    let session = (0..<300).map { cookie(CookieText("c\($0)"), "localhost") }
    try await withThrowingTaskGroup(of: [LiveOutcome].self) { group in
      // One call that goes on for long, and many short ones.
      group.addTask { try await engine.setCookies(Array(session.dropLast(20)), in: store) }
      for cookie in session.suffix(20) {
        group.addTask { try await engine.setCookies([cookie], in: store) }
        group.addTask {
          _ = try await engine.allCookies(in: store)
          return []
        }
      }
      for name in ["localhost", "127.0.0.1"] {
        group.addTask {
          _ = try await engine.removeRecords(
            of: [.localStorage], named: [name], since: nil, in: store)
          return []
        }
      }
      for try await outcomes in group { #expect(outcomes.allSatisfy { $0 == .done }) }
    }
    let names = Set(try await engine.allCookies(in: store).map(\.name.text))
    #expect(names.isSuperset(of: session.map(\.name.text)))
    #expect(!(try await kept(engine, in: store).values.joined().contains(.localStorage)))
    await engine.shutDown()
  }

  @Test("In memory cookies go, and the rest is refused with the reason, before anything is done")
  func memory() async throws {
    let host = try await WebKitHost(in: home, display: false)
    let store = try await host.engine.makeStore(.nonPersistent, named: nil).id
    let set = [cookie("sid", "localhost")]
    #expect(try await host.engine.setCookies(set, in: store) == [.done])
    let failure = await failure(
      of: [.cookies, .localStorage], in: store, host.engine)
    guard case .unsupported(.removeRecords, let reason)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason.contains("install Xvfb"))
    #expect(try await host.engine.allCookies(in: store).map(\.name) == ["sid"])
    let left = try await host.engine.removeRecords(
      of: [.cookies], named: ["localhost"], since: nil, in: store)
    #expect(left == [])
    #expect(try await host.engine.allCookies(in: store) == [])
    await host.engine.shutDown()
  }

  @Test("Where the engine ends the process that removes, the session goes on and says so")
  func crash() async throws {
    try await fill()
    // As it does where it makes ready to draw.
    let host = try await WebKitHost(
      in: home, display: false,
      environment: [
        "WEBKIT_DISABLE_COMPOSITING_MODE": "0", "WEBKIT_DISABLE_DMABUF_RENDERER": "0",
      ])
    let store = try await host.engine.makeStore(.default, named: nil).id
    let session = cookie("here", "localhost")
    #expect(try await host.engine.setCookies([session], in: store) == [.done])
    let failure = await failure(of: [.localStorage], in: store, host.engine)
    guard case .engine(let message)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(message.contains("ended the process that removes by signal 11"), "\(message)")
    #expect(try await kept(host.engine, in: store)["localhost"] == Self.types)
    #expect(try await host.engine.allCookies(in: store).contains { $0.key == session.key })
    await host.engine.shutDown()
  }
}
