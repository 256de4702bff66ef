import CookieCore
import FoundationEssentials

/// Plays the cases that set cookies and ask for them.
struct JarCases {
  let outside: OutsideCase
  var storage = CookieStorage()
  let time: Timestamp
  private var failures: [String] = []

  /// The clock of cases that name none.
  static let defaultTime = Timestamp(seconds: 1_780_000_000)

  private init(_ outside: OutsideCase) {
    self.outside = outside
    let date = outside.now.flatMap { try? Date($0, strategy: .iso8601) }
    time = date.map { Timestamp(secondsSince1970: $0.timeIntervalSince1970) } ?? Self.defaultTime
  }

  /// Returns what differs from the expectation, without any cookie's value.
  static func failures(of outside: OutsideCase) -> [String] {
    var cases = JarCases(outside)
    if outside.kind == "jar-roundtrip" { cases.playRoundTrip() } else { cases.playScript() }
    return cases.failures
  }

  private mutating func playRoundTrip() {
    guard let setURL = outside.setURL, let getURL = outside.getURL else { return fail("no URL") }
    let api: CookieContext.API = outside.via == "dom" ? .script : .http
    for line in outside.setCookie ?? [] { set(line, url: setURL, api: api, firstParty: nil) }
    let header = get(getURL, api: outside.getAs == "script" ? .script : .http)
    if let pairs = outside.expectCookies {
      let expected = pairs.map { $0[0].isEmpty ? $0[1] : $0[0] + "=" + $0[1] }
      if header != bytes(expected.joined(separator: "; ")) { fail("other cookies are sent") }
    } else if let expected = outside.expectCookieString, header != bytes(expected) {
      // What an HTTP parser may refuse as a whole leaves no cookie.
      if outside.mayRejectResponse == true, header.isEmpty { return }
      fail("another cookie string is made")
    }
  }

  private mutating func playScript() {
    loadFiles()
    for (index, step) in (outside.steps ?? []).enumerated() {
      switch step.op {
      case "set":
        for line in step.setCookie ?? [] {
          set(line, url: step.url ?? "", api: .http, firstParty: step.firstParty)
        }
      case "get":
        let header = get(step.url ?? "", api: step.as == "script" ? .script : .http)
        check(withCommandCookies(header, for: step.url ?? ""), step, at: index)
      case "count":
        if Double(storage.count) != step.expect?.number { fail("step \(index): another count") }
      case "policy": storage.policy.accept = Self.policies[step.value ?? ""] ?? .always
      case "reopen": storage = CookieStorage(storage.cookies, policy: storage.policy)
      default: fail("step \(index): unknown operation")
      }
    }
    checkFilesLeft()
  }

  private static let policies: [String: CookiePolicy.Accept] = [
    "accept-always": .always, "no-third-party": .noThirdParty,
    "grandfathered-third-party": .grandfatheredThirdParty,
  ]

  private mutating func set(
    _ line: String, url: String, api: CookieContext.API, firstParty: String?
  ) {
    guard outside.engine != false else { return }
    guard let url = CookieURL(url) else { return fail("a URL cannot be read") }
    var context = CookieContext(time: time, api: api)
    if let page = firstParty.flatMap({ SchemefulSite($0) }) { context.siteForCookies = .site(page) }
    storage.receive(bytes(line), from: url, in: context)
  }

  private mutating func get(_ url: String, api: CookieContext.API) -> [UInt8] {
    guard let url = CookieURL(url) else {
      fail("a URL cannot be read")
      return []
    }
    let context = CookieContext(time: time, api: api)
    var expected = storage.cookies(for: url, in: context)
    let sent = storage.verdicts(for: url, in: context).filter(\.isSent).map(\.cookie)
    if sent != expected { fail("the explanation differs from the retrieval") }
    expected = storage.retrieveCookies(for: url, in: context)
    return expected.cookieHeader
  }

  private mutating func check(_ header: [UInt8], _ step: OutsideCase.Step, at index: Int) {
    let text = String(decoding: header, as: UTF8.self)
    for rule in step.expect?.array ?? [] {
      let parts = rule.array ?? []
      let operand = parts.dropFirst().first?.string ?? ""
      let holds: Bool? =
        switch parts.first?.string {
        case "empty": header.isEmpty
        case "equals": header == bytes(operand)
        case "not_equals": header != bytes(operand)
        case "contains": text.contains(operand)
        case "not_contains": !text.contains(operand)
        default: nil
        }
      if holds != true { fail("step \(index): \(parts.first?.string ?? "rule") does not hold") }
    }
  }

  /// In some suites one character is one byte.
  func bytes(_ text: String) -> [UInt8] {
    guard outside.suite == "curl-cookies" else { return Array(text.utf8) }
    return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  mutating func fail(_ message: String) { failures.append(message) }
}
