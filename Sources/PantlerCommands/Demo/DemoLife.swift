import CookieCore
import StoreFormats
import StoreModel

/// Changes the stores of a demo now and then, as the programs that own them would.
struct DemoLife {
  private let home: DemoHome
  private var random: DemoRandom
  private var cookies: DemoCookies
  private let now: @Sendable () -> Timestamp

  init(home: DemoHome, seed: UInt64, now: @escaping @Sendable () -> Timestamp) {
    self.home = home
    self.now = now
    random = DemoRandom(seed: seed ^ 0x6C69_6665)
    cookies = DemoCookies(seed: seed &+ 1, now: now())
  }

  /// Lives until cancelled.
  mutating func run() async {
    while (try? await Task.sleep(for: .milliseconds(random.number(1500...4000)))) != nil {
      step()
    }
  }

  /// Makes one change in one store; a store that is gone stays away.
  mutating func step() {
    switch random.below(5) {
    case 0: change(home.curlJar, NetscapeJar.self)
    case 1: change(home.webKitStore, LibsoupDatabase.self)
    case 2: change(home.foundationStore, FoundationCookieFile.self)
    case 3: change(home.defaultStore, BinaryCookies.self)
    default: change(home.lossless, PantlerJSON.self)
    }
  }

  private mutating func change<Document: CookieDocument>(_ path: String, _ type: Document.Type) {
    let path = home.directory + "/" + path
    guard let bytes = try? FileBytes.readPlain(path), var document = try? Document(decoding: bytes),
      !document.isDamaged
    else { return }
    _ = document.apply([event(in: document.cookies)])
    try? PrivateFileWriter.write(document.encoded(), to: path)
  }

  /// A visit, a new value, or a cookie that goes.
  private mutating func event(in held: [Cookie]) -> StoreChange {
    let kind = random.below(6)
    let visits = held.filter { $0.name == "visit" }
    if kind == 0 || held.isEmpty { return .put(cookies.fresh()) }
    if kind == 1, let old = visits.first { return .remove(old.key) }
    var cookie = random.choice(held)
    cookie.value = CookieText(random.hex(24))
    cookie.lastAccessTime = cookie.lastAccessTime.map { _ in now() }
    return .put(cookie)
  }
}
