import CookieCore

/// The members that a cookie has in Pantler's JSON, for files and for listings.
///
/// A text that is not UTF-8 stands under its name with `Base64` behind it. Members of the second group are
/// written only where the cookie has them.
enum CookieJSON {
  /// What is told of the value.
  enum Value {
    case whole
    case length
  }

  /// Appends the members, without braces, each but the first behind a comma.
  static func appendMembers(
    of cookie: Cookie, value: Value, httpOnlyIsRecorded: Bool = true, to bytes: inout [UInt8]
  ) {
    append("\"name", cookie.name, to: &bytes)
    appendValue(of: cookie, value, to: &bytes)
    append(",\"domain", cookie.domain, to: &bytes)
    bytes.append(",\"hostOnly\":")
    bytes.appendJSON(cookie.hostOnly)
    append(",\"path", cookie.path, to: &bytes)
    append(",\"expires\":", cookie.expiryTime, to: &bytes)
    append(",\"created\":", cookie.creationTime, to: &bytes)
    append(",\"lastAccessed\":", cookie.lastAccessTime, to: &bytes)
    bytes.append(",\"secure\":")
    bytes.appendJSON(cookie.secure)
    if !cookie.httpOnly, !httpOnlyIsRecorded {
      bytes.append(",\"httpOnly\":null")
    } else {
      bytes.append(",\"httpOnly\":")
      bytes.appendJSON(cookie.httpOnly)
    }
    switch cookie.sameSite {
    case .unspecified: bytes.append(",\"sameSite\":null")
    case .none: bytes.append(",\"sameSite\":\"none\"")
    case .lax: bytes.append(",\"sameSite\":\"lax\"")
    case .strict: bytes.append(",\"sameSite\":\"strict\"")
    }
    append(",\"partition\":", cookie.partition?.topLevelSite, to: &bytes)
    append(",\"container\":", cookie.container, to: &bytes)
  }

  /// Appends the members that few cookies have.
  static func appendRareMembers(of cookie: Cookie, to bytes: inout [UInt8]) {
    if let hasAncestor = cookie.partition?.hasCrossSiteAncestor {
      bytes.append(",\"partitionHasCrossSiteAncestor\":")
      bytes.appendJSON(hasAncestor)
    }
    if let scheme = cookie.sourceScheme {
      append(",\"sourceScheme\":", scheme.rawValue, to: &bytes)
    }
    if let port = cookie.sourcePort { append(",\"sourcePort\":", port, to: &bytes) }
    if let time = cookie.lastUpdateTime { append(",\"lastUpdated\":", time, to: &bytes) }
    if let comment = cookie.comment { append(",\"comment", comment, to: &bytes) }
    if let commentURL = cookie.commentURL { append(",\"commentURL", commentURL, to: &bytes) }
    if let ports = cookie.ports {
      bytes.append(",\"ports\":[")
      for (index, port) in ports.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.appendJSON(port)
      }
      bytes.append(UInt8(ascii: "]"))
    }
    if let version = cookie.version { append(",\"version\":", version, to: &bytes) }
  }

  private static func appendValue(of cookie: Cookie, _ value: Value, to bytes: inout [UInt8]) {
    switch (value, cookie.encryptedValue) {
    case (.whole, nil): append(",\"value", cookie.value, to: &bytes)
    case (.length, nil): append(",\"valueLength\":", cookie.value.count, to: &bytes)
    case (.whole, let encrypted?):
      append(",\"encryptedValueBase64\":", Base64.encode(encrypted), to: &bytes)
    case (.length, let encrypted?): append(",\"encryptedLength\":", encrypted.count, to: &bytes)
    }
  }

  /// The name's closing quote is written here, as what precedes it depends on the text.
  private static func append(_ name: StaticString, _ text: CookieText, to bytes: inout [UInt8]) {
    bytes.append(name)
    if let string = text.utf8String {
      bytes.append("\":")
      bytes.appendJSON(string)
    } else {
      bytes.append("Base64\":")
      bytes.appendJSON(Base64.encode(text.bytes))
    }
  }

  private static func append(_ name: StaticString, _ time: Timestamp?, to bytes: inout [UInt8]) {
    bytes.append(name)
    guard let time else { return bytes.append("null") }
    bytes.append(UInt8(ascii: "\""))
    time.appendRFC3339(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ name: StaticString, _ string: String?, to bytes: inout [UInt8]) {
    bytes.append(name)
    guard let string else { return bytes.append("null") }
    bytes.appendJSON(string)
  }

  private static func append(_ name: StaticString, _ number: Int, to bytes: inout [UInt8]) {
    bytes.append(name)
    bytes.appendJSON(number)
  }
}
