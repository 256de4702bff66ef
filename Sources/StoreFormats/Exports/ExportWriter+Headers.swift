import CookieCore
import StoreModel

extension ExportWriter {
  /// Writes the header that carries all the cookies, in the order that browsers send them.
  ///
  /// - Source: RFC 6265bis 5.8.3.
  mutating func writeHeader(_ cookies: [Cookie]) {
    let sendable = cookies.filter { cookie in
      guard Self.isSendable(cookie.name), Self.isSendable(cookie.value) else {
        leaveOut(cookie, "a header cannot hold its characters")
        return false
      }
      return true
    }
    // Sorting keeps the order of equals.
    let ordered = sendable.sorted { left, right in
      guard left.path.count == right.path.count else { return left.path.count > right.path.count }
      guard let first = left.creationTime, let second = right.creationTime else { return false }
      return first < second
    }
    count = ordered.count
    guard !ordered.isEmpty else { return }
    bytes.append("Cookie: ")
    for (index, cookie) in ordered.enumerated() {
      if index > 0 { bytes.append("; ") }
      if !cookie.name.isEmpty {
        bytes += cookie.name.bytes
        bytes.append(UInt8(ascii: "="))
      }
      bytes += cookie.value.bytes
    }
    bytes.append(UInt8(ascii: "\n"))
    notices.add(.information, "A header carries names and values and nothing else.")
    let hosts = Set(ordered.map(\.domain)).count
    if hosts > 1 {
      notices.add(.warning, "The header mixes cookies of \(hosts) hosts; no request would.")
    }
  }

  /// Writes one header line for each cookie.
  mutating func writeSetCookies(_ cookies: [Cookie]) {
    var exported: [Cookie] = []
    for cookie in cookies {
      var dated = cookie
      if let time = cookie.expiryTime, time > Self.lastDate {
        dated.expiryTime = Self.lastDate
        notices.add(.warning, "The expiry of \(CookieLabel.label(cookie)) is cut to the year 9999.")
      }
      guard let line = dated.setCookieString else {
        leaveOut(cookie, "a header cannot hold its characters")
        continue
      }
      bytes.append("Set-Cookie: ")
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
      exported.append(cookie)
    }
    count = exported.count
    noteLosses(of: exported)
  }

  /// The last second that a date in a header can name.
  private static let lastDate = Timestamp(seconds: 253_402_300_799)

  private static func isSendable(_ text: CookieText) -> Bool {
    !text.bytes.contains { $0 == 0x3B || ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
  }
}
