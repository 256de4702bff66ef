import CookieCore
import Foundation
import Testing

/// A small generator whose numbers are the same on every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite("What holds for every input")
struct PropertyTests {
  private static let pieces = [
    "=", ";", "; ", ",", " ", "\t", ":", "-", "\u{0}", "\"", "a", "__Host-", "__Secure-", "Path=/",
    "Domain=", ".example", "Expires=", "Max-Age=", "Secure", "HttpOnly", "SameSite=None",
    "Partitioned", "Nov", "06", "2033", "08:49:37", "GMT", "99999999999", "é", "\u{202E}", "co.uk",
  ]

  private static func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...24, using: &generator) {
      if Bool.random(using: &generator) {
        bytes += Array((pieces.randomElement(using: &generator) ?? "").utf8)
      } else {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }

  @Test(
    "random lines are read without a crash, and their parts come from the line", arguments: 1...8)
  func fuzzedLines(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let shop = try url("https://www.shop.example/a/b")
    var storage = CookieStorage()
    for _ in 0..<2000 {
      let line = Self.bytes(&generator)
      let parsed = ParsedSetCookie(bytes: line)
      #expect(parsed.name.count + parsed.value.count <= line.count)
      #expect(parsed.notes.count <= 32)
      let hasControl = line.contains { ($0 < 32 && $0 != 9) || $0 == 127 }
      #expect(parsed.rejections.contains(.controlCharacter) == hasControl)
      let reception = storage.receive(line, from: shop, in: navigation)
      if reception.isAccepted, let cookie = reception.cookie {
        // What the rules let in has nothing wrong with it but its expiry.
        #expect(Set(cookie.issues(now: now)).subtracting([.expired]).isEmpty)
      }
    }
  }

  @Test("random dates are read without a crash, and are dates that exist", arguments: 1...4)
  func fuzzedDates(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let text = String(decoding: Self.bytes(&generator), as: UTF8.self)
      guard let date = CookieDate.parse(text) else { continue }
      #expect(CookieDate.format(date).flatMap(CookieDate.parse) == date)
    }
  }

  @Test("a cookie that is written as a line reads back as itself", arguments: 1...4)
  func writtenLines(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let shop = try url("https://www.shop.example/a/b")
    var written = 0
    for _ in 0..<2000 {
      let reception = CookieStorage().evaluate(
        ParsedSetCookie(bytes: Self.bytes(&generator)), from: shop, in: navigation)
      guard reception.isAccepted, let cookie = reception.cookie,
        let line = cookie.setCookieString
      else { continue }
      written += 1
      let again = CookieStorage().evaluate(ParsedSetCookie(bytes: line), from: shop, in: navigation)
      #expect(again.isAccepted)
      #expect(again.cookie == cookie)
    }
    #expect(written > 100)
  }

  @Test("what a request gets is what the explanation calls sent", arguments: 1...4)
  func consistentVerdicts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let domains: [CookieText] = [
      "shop.example", "www.shop.example", "a.www.shop.example", "other.example", "example",
      ".shop.example", "192.0.2.1", "2.1",
    ]
    let paths: [CookieText] = ["/", "/a", "/a/", "/a/b", "/ab", ""]
    let cookies = (0..<300).map { number in
      Cookie(
        name: CookieText("c\(number)"), value: "1",
        domain: domains.randomElement(using: &generator) ?? "",
        hostOnly: .random(using: &generator), path: paths.randomElement(using: &generator) ?? "",
        secure: .random(using: &generator), httpOnly: .random(using: &generator),
        sameSite: SameSite.allCases.randomElement(using: &generator) ?? .lax,
        creationTime: .random(using: &generator) ? now : nil)
    }
    let storage = CookieStorage(cookies)
    let sites: [CookieContext.SiteForCookies] = [.urlItself, .opaque]
    for host in ["shop.example", "www.shop.example", "x.shop.example", "192.0.2.1", "example"] {
      for (path, scheme) in [("/", "http"), ("/a/b", "https"), ("/abc", "https")] {
        let context = CookieContext(
          time: now, api: .random(using: &generator) ? .http : .script,
          siteForCookies: sites.randomElement(using: &generator) ?? .opaque)
        let asked = try url("\(scheme)://\(host)\(path)")
        let sent = storage.verdicts(for: asked, in: context).filter(\.isSent).map(\.cookie)
        let expected = storage.cookies(for: asked, in: context)
        #expect(names(sent) == names(expected))
      }
    }
  }

  @Test(
    "a megabyte of one thing is read in the time that its length deserves", .tags(.slow),
    arguments: [";", "=", "a;", "1", ",", " ", ":", "jan ", "; Path=", "\u{0}", "é", ".", "-"])
  func megabytes(unit: String) throws {
    func work(_ count: Int) -> UInt64 {
      let text = String(repeating: unit, count: count / unit.utf8.count)
      let start = Self.workOfThread()
      _ = ParsedSetCookie("a=" + text)
      _ = ParsedSetCookie("a=b; Expires=" + text)
      _ = ParsedSetCookie("a=b; Domain=" + text)
      _ = ParsedSetCookie(text)
      _ = CookieDate.parse(text)
      _ = CanonicalHost(text)
      _ = CookieURL("http://" + text)
      _ = CookieURL("http://a/" + text)
      _ = JoinedSetCookie.split(text)
      return Self.workOfThread() - start
    }
    // Sixteen times the length is about sixteen times the work; a square would be 256 times.
    let short = work(1 << 16)
    let long = work(1 << 20)
    #expect(long < max(short, 2_000_000) * 100)
  }

  /// The nanoseconds that this thread worked, whatever else the machine was doing.
  private static func workOfThread() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
