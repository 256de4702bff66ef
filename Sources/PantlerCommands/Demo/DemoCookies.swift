import CookieCore

/// Made-up cookies that look like those of real sites.
struct DemoCookies {
  private var random: DemoRandom
  private let now: Timestamp
  private static let day: Int64 = 86_400

  init(seed: UInt64, now: Timestamp) {
    random = DemoRandom(seed: seed)
    self.now = now
  }

  /// Sites whose cookies are of the usual kind.
  private static let sites = [
    "shop.example", "news.example", "mail.example.org", "video.test", "forum.example.net",
    "bank.example.com", "xn--bcher-kva.example", "wiki.example.org", "maps.test", "user.github.io",
  ]

  /// The cookies that a person has who visited some sites.
  mutating func usual(sites count: Int) -> [Cookie] {
    let start = random.below(Self.sites.count)
    return (0..<count).flatMap { visited(Self.sites[(start + $0) % Self.sites.count]) }
  }

  /// The cookies of one site that somebody is signed in to.
  mutating func visited(_ site: String) -> [Cookie] {
    var cookies = [
      cookie("sid", random.hex(32), site, days: random.number(1...30)) {
        $0.secure = true
        $0.httpOnly = true
        $0.sameSite = .lax
      },
      cookie("csrf", random.hex(16), site, days: nil) {
        $0.secure = true
        $0.hostOnly = true
        $0.sameSite = .strict
      },
      cookie("theme", random.choice(["dark", "light", "auto"]), site, days: 180),
    ]
    if random.below(2) == 0 {
      cookies.append(cookie("lang", random.choice(["de", "en", "ja", "pt-BR"]), site, days: 365))
    }
    if random.below(3) > 0 {
      let visitor = "GA1.2.\(random.number(100_000_000...999_999_999)).\(now.seconds - 86_400)"
      cookies.append(cookie("_ga", visitor, site, days: 730))
    }
    if random.below(3) == 0 {
      cookies.append(
        cookie("cart", "item-\(random.number(1...99))%3A\(random.number(1...5))", site, days: 7) {
          $0.path = "/cart"
        })
    }
    return cookies
  }

  /// Cookies of hosts that have no registrable domain, and of addresses.
  mutating func odd() -> [Cookie] {
    [
      cookie("printer", "tray2", "192.0.2.17", days: 90) { $0.hostOnly = true },
      cookie("v6", "ok", "[2001:db8::7]", days: 9) { $0.hostOnly = true },
      cookie("dev-session", random.hex(24), "localhost", days: nil) { $0.hostOnly = true },
      cookie("ticket", random.hex(40), "intranet", days: 1) { $0.hostOnly = true },
      cookie("tracker", random.hex(16), "github.io", days: 30),
      cookie("設定", "日本語", "shop.example", days: 30),
      cookie("", "nameless", "forum.example.net", days: 2) { $0.hostOnly = true },
    ]
  }

  /// Cookies with something wrong, each with one fault.
  mutating func faulty() -> [Cookie] {
    [
      cookie("promo", "spring", "shop.example", days: -random.number(2...40)),
      cookie("state", random.hex(4300), "bank.example.com", days: 3) { $0.secure = true },
      cookie("embed", random.hex(12), "video.test", days: 20) { $0.sameSite = .none },
      cookie("__Host-auth", random.hex(20), "bank.example.com", days: 5) { $0.secure = true },
      cookie("__Secure-pref", "1", "news.example", days: 100),
    ]
  }

  /// Cookies whose names and values would command a terminal.
  mutating func hostile() -> [Cookie] {
    [
      cookie("clear", "\u{1B}[2J\u{1B}[H", "forum.example.net", days: 5),
      cookie("title\u{1B}]0;owned\u{7}", "x", "forum.example.net", days: 5),
      cookie("\u{202E}gnp.exe", "right to left", "news.example", days: 5),
    ]
  }

  /// Cookies with a partition or a container.
  mutating func partitioned() -> [Cookie] {
    [
      cookie("embed", random.hex(12), "video.test", days: 20) {
        $0.secure = true
        $0.sameSite = .none
        $0.partition = CookiePartition(
          topLevelSite: "https://news.example", hasCrossSiteAncestor: true)
      },
      cookie("embed", random.hex(12), "video.test", days: 20) {
        $0.secure = true
        $0.sameSite = .none
        $0.partition = CookiePartition(
          topLevelSite: "https://shop.example", hasCrossSiteAncestor: true)
      },
      cookie("sid", random.hex(32), "bank.example.com", days: 12) {
        $0.secure = true
        $0.container = "userContextId=2"
      },
    ]
  }

  /// Gives some cookies other values, as after another visit.
  mutating func revisited(_ cookies: [Cookie]) -> [Cookie] {
    cookies.map { cookie in
      guard random.below(4) == 0 else { return cookie }
      var changed = cookie
      changed.value = CookieText(random.hex(24))
      return changed
    }
  }

  /// A cookie that a visit leaves now, for the life of the demo.
  mutating func fresh() -> Cookie {
    let site = random.choice(Self.sites)
    return cookie("visit", random.hex(16), site, days: 1)
  }

  private mutating func cookie(
    _ name: CookieText, _ value: String, _ domain: String, days: Int?,
    _ change: (inout Cookie) -> Void = { _ in }
  ) -> Cookie {
    let age = Int64(random.number(3600...20 * 86_400))
    var cookie = Cookie(
      name: name, value: CookieText(value), domain: CookieText(domain), hostOnly: false,
      expiryTime: days.map { now.adding(seconds: Int64($0) * Self.day + 3600) },
      creationTime: now.adding(seconds: -age),
      lastAccessTime: now.adding(seconds: -age / Int64(random.number(2...40))))
    change(&cookie)
    return cookie
  }
}
