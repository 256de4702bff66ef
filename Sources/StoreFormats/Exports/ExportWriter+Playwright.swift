import CookieCore
import StoreModel

extension ExportWriter {
  /// Writes the storage state that Playwright loads into a new context.
  ///
  /// An unspecified SameSite is not written, which Playwright allows; `None` would be another thing.
  mutating func writePlaywright(_ cookies: [Cookie]) {
    bytes.append("{\n  \"cookies\": [")
    var exported: [Cookie] = []
    for cookie in cookies {
      let texts = [cookie.name, cookie.value, cookie.domain, cookie.path]
      guard texts.allSatisfy({ $0.utf8String != nil }) else {
        leaveOut(cookie, "JSON holds no bytes that are not UTF-8")
        continue
      }
      bytes.append(exported.isEmpty ? "\n    {" : ",\n    {")
      append(cookie)
      bytes.append("\n    }")
      exported.append(cookie)
    }
    bytes.append(exported.isEmpty ? "],\n  \"origins\": []\n}\n" : "\n  ],\n  \"origins\": []\n}\n")
    count = exported.count
    noteLosses(of: exported)
  }

  private mutating func append(_ cookie: Cookie) {
    member("\n      \"name\": ", cookie.name.text)
    member(",\n      \"value\": ", cookie.value.text)
    member(",\n      \"domain\": ", (cookie.hostOnly ? "" : ".") + cookie.domain.text)
    member(",\n      \"path\": ", cookie.path.text)
    bytes.append(",\n      \"expires\": ")
    bytes += Self.expiry(of: cookie).utf8
    bytes.append(",\n      \"httpOnly\": ")
    bytes.appendJSON(cookie.httpOnly)
    bytes.append(",\n      \"secure\": ")
    bytes.appendJSON(cookie.secure)
    switch cookie.sameSite {
    case .unspecified: break
    case .none: bytes.append(",\n      \"sameSite\": \"None\"")
    case .lax: bytes.append(",\n      \"sameSite\": \"Lax\"")
    case .strict: bytes.append(",\n      \"sameSite\": \"Strict\"")
    }
    guard let partition = cookie.partition else { return }
    member(",\n      \"partitionKey\": ", partition.topLevelSite)
    guard let hasAncestor = partition.hasCrossSiteAncestor else { return }
    bytes.append(",\n      \"_crHasCrossSiteAncestor\": ")
    bytes.appendJSON(hasAncestor)
  }

  private mutating func member(_ name: StaticString, _ text: String) {
    bytes.append(name)
    bytes.appendJSON(text)
  }

  /// Seconds since 1970, or -1 for a session cookie; a time before 1970 is 1, which has passed as well.
  private static func expiry(of cookie: Cookie) -> String {
    guard let time = cookie.expiryTime else { return "-1" }
    let digits = String(max(time.secondsSince1970, 1))
    return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }
}
