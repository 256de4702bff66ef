import CookieCore
import StoreModel

/// A page that is loaded in a view of a live engine, with cookies in a store in memory that is filled first.
struct LivePage {
  /// What the page did to the cookies that it began with.
  enum Change {
    case stored(Cookie)
    case replaced(Cookie)
    case removed(CookieKey)
  }

  /// How it went.
  let navigation: LiveNavigation
  /// What the page changed, in the order of the keys.
  let changes: [Change]
  /// The cookies that the engine did not take, so that the page never saw them.
  let refused: [CookieKey]

  /// Fills a store, reads it back, and loads the page only then.
  init(
    _ address: LiveAddress, with cookies: [Cookie], in engine: any LiveEngine, now: Timestamp
  ) async throws(LiveFailure) {
    // An expired cookie stays where it is: no engine takes one.
    let given = cookies.filter { $0.expiryTime.map { $0 > now } ?? true }
    let store = try await engine.makeStore(.nonPersistent, named: nil).id
    let outcomes = try await engine.setCookies(given, in: store)
    let before = try await engine.allCookies(in: store)
    let held = Set(before.map(\.key))
    refused = zip(given, outcomes).filter { !held.contains($0.0.key) }.map(\.0.key)
    let view = try await engine.openView(LiveConfiguration(store: store)).id
    navigation = try await Self.load(address, in: view, of: engine)
    changes = Self.changes(from: before, to: try await engine.allCookies(in: store))
  }

  /// A page that has no end is called off; what it set until then counts.
  private static func load(
    _ address: LiveAddress, in view: LiveView.ID, of engine: any LiveEngine
  ) async throws(LiveFailure) -> LiveNavigation {
    do {
      return try await engine.load(address, in: view)
    } catch {
      guard case .timedOut(let milliseconds) = error else { throw error }
      return LiveNavigation(
        id: "", view: view, hops: [LiveHop(url: address.url, method: address.method)],
        outcome: .failed(failure: .timedOut(seconds: milliseconds / 1000)))
    }
  }

  /// The cookies after the load: those given, with what the page changed.
  ///
  /// What the page did not touch stays as it was, with all that the engine has no place for.
  func cookies(from given: [Cookie]) -> [Cookie] {
    var touched: Set<CookieKey> = []
    var written: [Cookie] = []
    for change in changes {
      switch change {
      case .removed(let key): touched.insert(key)
      case .stored(let cookie), .replaced(let cookie):
        touched.insert(cookie.key)
        written.append(cookie)
      }
    }
    return given.filter { !touched.contains($0.key) } + written
  }

  private static func changes(from before: [Cookie], to after: [Cookie]) -> [Change] {
    let old = Dictionary(before.map { ($0.key, $0) }) { $1 }
    let new = Dictionary(after.map { ($0.key, $0) }) { $1 }
    return Set(old.keys).union(new.keys).sorted().compactMap { key in
      switch (old[key], new[key]) {
      case (_?, nil): .removed(key)
      case (nil, let cookie?): .stored(cookie)
      case (let former?, let cookie?) where former != cookie: .replaced(cookie)
      default: nil
      }
    }
  }
}
