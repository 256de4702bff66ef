public import CookieCore

/// What stands for the value of a cookie in a plan file: it tells whether a value is still the same.
///
/// It is written as `sha256:SALT:DIGEST`, both in lower-case hex.
public struct ValueSeal: Hashable, Codable, Sendable {
  private var salt: String
  private var digest: ValueDigest

  /// Seals the value of a cookie, or what stands for it where it is encrypted.
  ///
  /// - Parameter salt: hex digits that no other plan has.
  public init(of cookie: Cookie, salt: String) {
    self.salt = salt
    digest = ValueDigest(of: cookie, salt: salt)
  }

  /// Reports whether a cookie has the value that was sealed.
  public func fits(_ cookie: Cookie) -> Bool {
    digest == ValueDigest(of: cookie, salt: salt)
  }

  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self)
      .split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == Self.method,
      parts[2].utf8.count == 64, parts[2].utf8.allSatisfy(\.isLowerHexDigit)
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no \(Self.method):SALT:DIGEST")
    }
    salt = parts[1]
    digest = ValueDigest(hex: parts[2])
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(Self.method):\(salt):\(digest.hex)")
  }

  private static let method = "sha256"
}

extension Plan {
  /// The plan with a seal in place of every value, as it is shown and kept in files.
  ///
  /// It is applied like the whole plan: what has another value than the sealed one is left alone.
  ///
  /// - Parameter salt: hex digits that no other plan has.
  public func sealed(salt: String) -> Plan {
    var plan = self
    plan.items = items.map { item in
      var item = item
      item.sealedBefore = item.sealedBefore ?? item.before.map { ValueSeal(of: $0, salt: salt) }
      item.sealedAfter = item.sealedAfter ?? item.after.map { ValueSeal(of: $0, salt: salt) }
      item.before = item.before?.withoutValue
      item.after = item.after?.withoutValue
      item.conflict = item.conflict.map {
        SyncConflict(
          store: $0.store, cookie: $0.cookie?.withoutValue,
          replacement: $0.replacement?.withoutValue)
      }
      return item
    }
    return plan
  }
}

extension PlanItem {
  /// Whether every seal has its cookie, without a value.
  var sealsAreWhole: Bool {
    [(sealedBefore, before), (sealedAfter, after)].allSatisfy { seal, cookie in
      seal == nil || cookie.map { $0 == $0.withoutValue } == true
    }
  }

  /// The cookie that the plan saw, with its value, as far as a present cookie can tell it.
  ///
  /// - Returns: `before` where it is whole; with the value of the present cookie where that is the sealed one;
  ///   nil when there was none, or its value is another one now.
  package func before(comparedWith present: Cookie) -> Cookie? {
    guard let seal = sealedBefore, var cookie = before else { return before }
    guard seal.fits(present) else { return nil }
    cookie.value = present.value
    cookie.encryptedValue = present.encryptedValue
    return cookie
  }
}

extension Cookie {
  /// The cookie with an empty value.
  var withoutValue: Cookie {
    var bare = self
    bare.value = ""
    bare.encryptedValue = nil
    return bare
  }
}

extension UInt8 {
  /// Whether it is the character of a digit of lower-case hex.
  var isLowerHexDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
