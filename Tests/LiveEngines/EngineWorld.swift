import CookieCore
import StoreModel
import Synchronization

@testable import LiveEngines

/// Keeps the cookies of persistent stores in memory, and counts how often it was written.
final class MemoryKeeping: LiveCookieKeeping {
  private let files = Mutex<[LiveStore.Kind: [Cookie]]>([:])
  private let writeCount = Mutex(0)
  let failure: StoreFailure?

  init(failure: StoreFailure? = nil) {
    self.failure = failure
  }

  var stores: Set<LiveStore.Kind> { files.withLock { Set($0.keys) } }
  var writes: Int { writeCount.withLock { $0 } }

  func path(of store: LiveStore.Kind) -> String { "/kept/\(store)" }

  func read(_ store: LiveStore.Kind) throws(StoreFailure) -> [Cookie] {
    files.withLock { $0[store] ?? [] }
  }

  func write(_ cookies: [Cookie], of store: LiveStore.Kind) throws(StoreFailure) {
    if let failure { throw failure }
    writeCount.withLock { $0 += 1 }
    files.withLock { $0[store] = cookies }
  }
}

/// Counts what it is told.
final class CountingObserver: HTTPCookieStoreObserver {
  private let told = Mutex(0)
  var count: Int { told.withLock { $0 } }

  func cookiesDidChange(in store: HTTPCookieStore) {
    told.withLock { $0 += 1 }
  }
}

enum World {
  static let now = Timestamp(seconds: 1_800_000_000)

  /// An app whose pages are scripted, and in which nothing happens by itself after a while.
  @EngineActor static func app(
    _ era: EngineEra = .ios15, _ answers: [String: TransportResponse] = [:],
    keeping: MemoryKeeping? = nil, now: @escaping @Sendable () -> Timestamp = { World.now },
    transport: (any PageTransport)? = nil,
    change: (inout EmbeddedApp.Surroundings) -> Void = { _ in }
  ) -> EmbeddedApp {
    var surroundings = EmbeddedApp.Surroundings(
      era: era, keeping: keeping, publicSuffixes: .builtin, now: now)
    surroundings.writeDelay = .seconds(3600)
    surroundings.holdLimit = .seconds(3600)
    change(&surroundings)
    return EmbeddedApp(
      surroundings,
      loader: PageLoader(transport: transport ?? ScriptedTransport(answers), now: now))
  }

  static func cookie(
    _ name: String, _ value: String = "v", _ domain: String = "shop.test", days: Int64? = nil
  ) -> Cookie {
    Cookie(
      name: CookieText(name), value: CookieText(value), domain: CookieText(domain), hostOnly: true,
      expiryTime: days.map { now.adding(seconds: $0 * 86_400) })
  }

  /// A cookie that the rules refuse: it is SameSite=None and not Secure.
  static func refusedCookie() -> Cookie {
    var cookie = cookie("refused")
    cookie.sameSite = .none
    return cookie
  }

  /// A request that a user makes.
  static func page(_ url: String) -> PageRequest {
    guard let url = CookieURL(url) else { preconditionFailure("no URL") }
    return PageRequest(url: url)
  }

  @EngineActor static func view(
    _ app: EmbeddedApp, pool: LiveEngines.ProcessPool? = nil, store: WebsiteDataStore? = nil
  ) throws -> WebView {
    let configuration = try WebViewConfiguration(in: app)
    if let pool { configuration.processPool = pool }
    if let store { configuration.websiteDataStore = store }
    return WebView(configuration: configuration)
  }
}

extension LiveNavigation {
  /// The names of the cookies that each hop sent.
  var sentNames: [[String]] { hops.map { ($0.sent ?? []).map(\.name.text) } }
}
