/// A case whose expectation RFC 6265bis contradicts.
struct Contradiction {
  /// The section that decides.
  var section: String
  /// What the section says, against what the case expects.
  var reason: String

  init(_ section: String, _ reason: String) {
    self.section = section
    self.reason = reason
  }

  /// All of them, by suite and id.
  ///
  /// Each is checked to differ still.
  static let table: [String: Contradiction] = {
    let grouped = httpState + others
    return Dictionary(
      uniqueKeysWithValues: grouped.flatMap { decision, ids in ids.map { ($0, decision) } })
  }()

  private static let httpState: [(Contradiction, [String])] = [
    (
      Contradiction("5.6 step 3", "a pair without = is the value of a nameless cookie"),
      [
        "0004", "0023", "0024", "0025", "0028", "CHROMIUM0009", "MOZILLA0012", "MOZILLA0015",
        "MOZILLA0017", "NAME0023", "NAME0031", "NAME0032",
      ]
    ),
    (
      Contradiction("5.6 step 3", "an empty name is kept when there is a value"),
      ["0021", "CHROMIUM0012", "NAME0017", "NAME0025", "NAME0028"]
    ),
    (
      Contradiction("5.6 step 1", "a control character refuses the line and does not cut it"),
      ["DISABLED_CHROMIUM0022", "DISABLED_CHROMIUM0023"]
    ),
    (
      Contradiction("5.1.4", "paths are compared as they are, escapes and all"),
      ["DISABLED_PATH0029"]
    ),
    (
      Contradiction("5.7 step 7", "the last Domain counts, and an empty one means the host"),
      ["OPTIONAL_DOMAIN0042"]
    ),
  ].map { decision, ids in (decision, ids.map { "http-state/parser/" + $0 }) }

  private static let others: [(Contradiction, [String])] = [
    (
      Contradiction("5.7 step 13", "an insecure connection sets no Secure cookie"),
      ["cpython-cookiejar/test_secure/0", "cpython-cookiejar/test_secure/1"]
    ),
    (
      Contradiction("5.1.1", "a date has a time of day with seconds, and a month by name"),
      ["07", "09", "10", "12", "13"].map { "cpython-cookiejar/http-date/ok-" + $0 }
    ),
    (
      Contradiction("5.1.3", "a domain covers its subdomains, with a leading dot or without"),
      ["cpython-cookiejar/domain-match/04"]
    ),
    (
      Contradiction("5.6 step 3", "nameless cookies are kept, and are sent by their value alone"),
      ["cpython-cookiejar/test_ns_parser/0", "tough-cookie/parse/0/31"]
    ),
    (
      Contradiction("5.6 step 3", "the name ends at the first =, be it the first character"),
      ["tough-cookie/parse/0/29"]
    ),
    (
      Contradiction("5.1.2", "a host with a colon is an IPv6 address or no host at all"),
      [
        "tough-cookie/domainMatch/4/19", "tough-cookie/domainMatch/4/20",
        "tough-cookie/domainMatch/4/21", "tough-cookie/domainMatch/4/22",
      ]
    ),
    (
      Contradiction("5.7 step 11", "the default path may be long"),
      ["firefox-testcookie/TestCookie/longpath.net"]
    ),
    (
      Contradiction("5.7 step 21", "__Host- needs a Path attribute"),
      ["firefox-testcookie/TestCookie/prefixed.test"]
    ),
    (
      Contradiction("5.8.3", "a header has no limit, and older cookies go first"),
      ["curl-cookies/test427", "curl-cookies/test442", "curl-cookies/test443"]
    ),
    (
      Contradiction("5.8.3 step 4", "of equal paths the earlier cookie goes first, and no more"),
      ["curl-cookies/test420", "curl-cookies/test1216"]
    ),
    (
      Contradiction("5.6.4", "a path in quotes does not begin with a slash"),
      ["curl-cookies/test8"]
    ),
    (
      Contradiction("5.1.2", "a host has no empty label"),
      ["curl-cookies/test46"]
    ),
    (
      Contradiction("5.1.1", "a date may be of any length"),
      ["curl-cookies/test483"]
    ),
    (
      Contradiction("5.7 step 9", "a public suffix that is the host makes a host-only cookie"),
      ["curl-cookies/test798"]
    ),
    (
      Contradiction("5.7 step 20", "prefixes are compared without case"),
      ["curl-cookies/test2311"]
    ),
    (
      Contradiction("5.7 step 16", "the new path /foo lies under the Secure cookie's path /"),
      ["libsoup-cookies/secure/strict"]
    ),
    (
      Contradiction("5.1.1", "a zone means nothing, so the date is one"),
      ["libsoup-cookies/parse/overflow-4"]
    ),
  ]
}
