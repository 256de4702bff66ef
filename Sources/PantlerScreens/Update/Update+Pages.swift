import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// Compares two marked cookies, or the selected one with its namesakes in other stores.
  mutating func compareRows() -> [Effect] {
    var references = marks.count == 2 ? marks.references : []
    if references.isEmpty, let item = selectedItem {
      references = library.entries.indices.compactMap { slot in
        namesake(of: item.key, inSlot: slot)
      }
    }
    guard references.count > 1 else {
      notice = Notice("No other store has a cookie of this name, domain and path.")
      return []
    }
    return open(comparison(of: references))
  }

  /// The cookie of the same name, domain and path, whatever else its identity has.
  private func namesake(of key: CookieKey, inSlot slot: Int) -> CookieReference? {
    guard let contents = library[slot].contents else { return nil }
    if let exact = contents.position(of: key) { return CookieReference(slot: slot, index: exact) }
    var other = key
    (other.partition, other.container, other.sourceScheme, other.sourcePort) = (nil, nil, nil, nil)
    return contents.position(of: other).map { CookieReference(slot: slot, index: $0) }
  }

  private func comparison(of references: [CookieReference]) -> TextPage {
    let cookies = references.compactMap { library[$0] }
    let all = references.compactMap { facts(of: $0) }
    var lines: [TextPage.Line] = []
    for (number, reference) in references.enumerated() {
      lines.append(.init("\(number + 1)  \(library[Int(reference.slot)].name)", .helpHeading))
    }
    lines.append(.init(""))
    for (position, fact) in (all.first ?? []).enumerated() {
      let texts = all.map { $0[position].text }
      // Masked values that look the same may still differ.
      let differs =
        fact.name == "Value"
        ? Set(cookies.map(\.value)).count > 1 : Set(texts).count > 1
      for (number, text) in texts.enumerated() where differs || number == 0 {
        let label = number == 0 ? fact.name : ""
        let sign = differs ? "~ \(number + 1)" : "=  "
        lines.append(
          .init("\(sign)  \(padded(label, 12)) \(text)", differs ? .changeChanged : .help))
      }
    }
    return TextPage(title: "Compare \(CookieFormat.label(cookies[0].key))", lines: lines)
  }

  func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  mutating func openExpiryChart() -> [Effect] {
    let spans: [(title: String, limit: Int64)] = [
      ("expired", 0), ("1 hour", 3600), ("1 day", 86_400), ("1 week", 604_800),
      ("30 days", 2_592_000), ("1 year", 31_536_000), ("400 days", 34_560_000), ("later", .max),
    ]
    var counts = Array(repeating: 0, count: spans.count)
    var sessions = 0
    for reference in scan.cookies {
      guard let expiry = library[reference]?.expiryTime else {
        sessions += 1
        continue
      }
      let left = expiry.seconds / 1 - asOf.seconds
      counts[spans.firstIndex { left <= $0.limit } ?? spans.count - 1] += 1
    }
    let most = max(sessions, counts.max() ?? 0)
    let rows =
      [(title: "session", count: sessions)]
      + zip(spans, counts).map { (title: $0.title, count: $1) }
    let lines = rows.map { row -> TextPage.Line in
      let bar = Bars.bar(row.count, of: most, width: 40, glyphs: terminal.glyphs)
      let count = AmountText.grouped(row.count)
      return .init(
        padded(row.title, 10) + bar + " " + String(repeating: " ", count: max(0, 9 - count.count))
          + count, .chartBar)
    }
    return open(
      TextPage(title: "When \(AmountText.count(scan.cookies.count, "cookie")) expire", lines: lines)
    )
  }
}

/// One fact of a cookie.
struct CookieFact: Equatable, Sendable {
  var name: String
  var text: String
  var role: Role
}

extension BrowserState {
  /// Everything that is known of a cookie; nil when it is gone.
  func facts(of reference: CookieReference) -> [CookieFact]? {
    library[reference].map {
      CookieFacts.facts(
        of: $0, in: library[Int(reference.slot)], asOf: asOf, unmasked: looks.isUnmasked)
    }
  }
}

/// Everything that is known of a cookie, always in the same order.
enum CookieFacts {
  static func facts(
    of cookie: Cookie, in entry: StoreEntry, asOf now: Timestamp, unmasked: Bool
  ) -> [CookieFact] {
    [
      fact("Name", CookieFormat.name(cookie.name), .cookieName),
      fact(
        "Value",
        CookieFormat.value(cookie, unmasked: unmasked)
          + " (\(AmountText.count(cookie.value.count, "byte")))",
        unmasked ? .value : .valueMasked),
      fact("Domain", CookieFormat.domainInFull(cookie.key), .cookieDomain),
      fact("Host only", cookie.hostOnly ? "yes" : "no", .text),
      fact("Path", cookie.path.text, .cookiePath),
      fact("Expires", expiry(cookie.expiryTime, asOf: now), role(of: cookie.expiryTime, now)),
      fact("Secure", cookie.secure ? "yes" : "no", .cookieSecure),
      fact("HttpOnly", cookie.httpOnly ? "yes" : "no", .cookieHTTPOnly),
      fact("SameSite", CookieFormat.sameSiteWords(cookie, in: entry), .cookieSameSite),
      fact("Partition", CookieFormat.partition(cookie), .cookiePartitioned),
      fact("Container", cookie.container ?? "–", .text),
      fact("Created", time(cookie.creationTime, asOf: now), .time),
      fact("Last used", time(cookie.lastAccessTime, asOf: now), .time),
      fact("Size", AmountText.count(cookie.nameAndValueCount, "byte"), .number),
    ]
  }

  private static func fact(_ name: String, _ text: String, _ role: Role) -> CookieFact {
    CookieFact(name: name, text: text, role: role)
  }

  private static func expiry(_ time: Timestamp?, asOf now: Timestamp) -> String {
    guard let time else { return "with the session" }
    return TimeText.full(time) + " (" + TimeText.expiry(time, asOf: now) + ")"
  }

  private static func role(of expiry: Timestamp?, _ now: Timestamp) -> Role {
    guard let expiry else { return .cookieSession }
    return expiry <= now
      ? .cookieExpired : expiry < now.adding(seconds: 86_400) ? .cookieExpiresSoon : .time
  }

  private static func time(_ time: Timestamp?, asOf now: Timestamp) -> String {
    guard let time else { return "? (this store does not record it)" }
    return TimeText.full(time) + " (" + TimeText.age(time, asOf: now) + ")"
  }
}

/// With which requests a cookie is sent, in sentences.
enum CookieSending {
  static func rules(of cookie: Cookie, asOf now: Timestamp) -> [String] {
    var rules: [String] = []
    if let expiry = cookie.expiryTime, expiry <= now {
      rules.append("It has expired and is not sent at all.")
    }
    let host = CanonicalHost.displayName(of: cookie.domain.text)
    rules.append(
      cookie.hostOnly
        ? "To \(host) only, not to hosts below it." : "To \(host) and every host below it.")
    rules.append(
      cookie.path == "/" ? "For every path." : "For \(cookie.path.text) and paths below it.")
    rules.append(
      cookie.secure ? "Over HTTPS only." : "Over HTTP, too: anyone on the way can read it.")
    switch cookie.sameSite {
    case .strict: rules.append("Only from pages of the same site (SameSite=Strict).")
    case .lax, .unspecified:
      let how = cookie.sameSite == .lax ? "SameSite=Lax" : "no SameSite, so Lax by default"
      rules.append("From other sites only when a link is followed (\(how)).")
    case .none: rules.append("From every site (SameSite=None).")
    }
    rules.append(cookie.httpOnly ? "Scripts cannot read it." : "Scripts can read it.")
    if let partition = cookie.partition {
      rules.append("Only in pages under \(partition.topLevelSite) (partitioned).")
    }
    return rules
  }
}
