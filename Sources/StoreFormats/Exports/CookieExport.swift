public import CookieCore
public import StoreModel

/// Cookies in the form of another program, with what was lost on the way.
public struct CookieExport: Sendable {
  /// The bytes of the file; the last line has its end.
  public let bytes: [UInt8]
  /// What was left out, each cookie by name, and what the format does not carry.
  public let notices: [StoreNotice]
  /// How many cookies the file has.
  public let count: Int

  /// Exports cookies.
  ///
  /// A cookie whose value could not be decrypted is left out, except from Pantler's own file, which keeps the
  /// encrypted bytes. Both are told.
  public init(_ cookies: [Cookie], as format: ExportFormat) {
    var writer = ExportWriter(format)
    let readable = writer.separateEncrypted(cookies)
    switch format {
    case .json: writer.write(readable, as: PantlerJSON.self)
    case .netscape: writer.writeLines(readable)
    case .binarycookies: writer.write(readable, as: BinaryCookies.self)
    case .playwright: writer.writePlaywright(readable)
    case .header: writer.writeHeader(readable)
    case .setCookie: writer.writeSetCookies(readable)
    }
    bytes = writer.bytes
    notices = writer.notices.notices
    count = writer.count
  }
}

/// Collects what becomes of each cookie of an export.
struct ExportWriter {
  var bytes: [UInt8] = []
  var notices = NoticeList()
  var count = 0
  let format: ExportFormat

  /// Begins an export.
  init(_ format: ExportFormat) {
    self.format = format
  }

  /// Takes out cookies whose value is encrypted, unless the format holds them.
  mutating func separateEncrypted(_ cookies: [Cookie]) -> [Cookie] {
    cookies.filter { cookie in
      guard cookie.encryptedValue != nil else { return true }
      let label = CookieLabel.label(cookie)
      if format == .json {
        notices.add(.warning, "The value of \(label) is exported as it was found, encrypted.")
        return true
      }
      leaveOut(cookie, "its value is encrypted")
      return false
    }
  }

  /// Tells that a cookie is not exported.
  mutating func leaveOut(_ cookie: Cookie, _ reason: String) {
    notices.add(.warning, "The cookie \(CookieLabel.label(cookie)) is left out: \(reason).")
  }

  /// Tells which attributes the exported cookies lose.
  ///
  /// - Parameter further: finds what a cookie lost beyond what the format never carries.
  mutating func noteLosses(
    of cookies: [Cookie], further: (Cookie) -> Set<CookieAttribute> = { _ in [] }
  ) {
    var counts: [CookieAttribute: Int] = [:]
    for cookie in cookies {
      let lost = cookie.losses(lacking: format.losses).union(further(cookie))
      for attribute in lost { counts[attribute, default: 0] += 1 }
    }
    for attribute in CookieAttribute.allCases {
      guard let count = counts[attribute], let subject = Self.subject(attribute) else { continue }
      let isBookkeeping: Set<CookieAttribute> = [.creationTime, .lastAccessTime, .lastUpdateTime]
      notices.add(
        isBookkeeping.contains(attribute) ? .information : .warning,
        "\(subject) of \(count == 1 ? "1 cookie" : "\(count) cookies") is not carried.")
    }
  }

  /// What is lost, as the beginning of a sentence; nil for what leaves a cookie out or is told elsewhere.
  private static func subject(_ attribute: CookieAttribute) -> String? {
    switch attribute {
    case .secure: "Secure"
    case .httpOnly: "HttpOnly"
    case .sameSite: "SameSite"
    case .hostOnly: "The host"
    case .path: "The path"
    case .partition: "The partition"
    case .container: "The container"
    case .creationTime: "The creation time"
    case .lastAccessTime: "The time of last access"
    case .lastUpdateTime: "The time of last update"
    case .sourceScheme: "The source scheme or port"
    case .comment: "The comment"
    case .ports: "The list of ports"
    case .version: "The version"
    case .lateExpiry: "The exact expiry"
    case .session, .arbitraryBytes: nil
    }
  }
}
