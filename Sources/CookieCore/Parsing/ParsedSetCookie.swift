/// What a Set-Cookie line says.
///
/// Reading is tolerant: every line has a reading, and `rejections` tells which of the rules that need nothing but the
/// line already refuse it. What a store may hold is a `Cookie`; only the storage model makes one of the other.
///
/// Source: RFC 6265bis 5.6.
public struct ParsedSetCookie: Hashable, Sendable {
  /// The name, which may be empty.
  public var name: CookieText = ""
  /// The value, which is a secret.
  public var value: CookieText = ""
  /// The last Expires attribute that is a date.
  public var expires: Timestamp?
  /// The last Max-Age attribute that is a whole number of seconds, clamped to 64 bits.
  public var maxAge: Int64?
  /// The last Domain attribute in lower case without one leading dot; nil when there is none.
  public var domain: CookieText?
  /// Whether the last Domain attribute is a lone dot, the root of all names; `domain` is empty then.
  public var domainIsRoot = false
  /// The last Path attribute; nil when there is none, or when it is to be the default path.
  public var path: CookieText?
  /// Whether there is a Path attribute, be it one that means the default path.
  public var hasPathAttribute = false
  /// Whether there is a Secure attribute.
  public var secure = false
  /// Whether there is an HttpOnly attribute.
  public var httpOnly = false
  /// Whether there is a Partitioned attribute.
  public var partitioned = false
  /// The last SameSite attribute; unspecified where its value is unknown.
  public var sameSite = SameSite.unspecified
  /// The rules that refuse the line whatever the circumstances.
  public var rejections: Set<CookieRejection> = []
  /// What was ignored, changed or read in an unexpected way, in the order of the line.
  public var notes: [SetCookieNote] = []

  init() {}

  /// Reads the value of one Set-Cookie field.
  public init(_ text: String) {
    var text = text
    self = text.withUTF8 { SetCookieParser.parse($0) }
  }

  /// Reads the value of one Set-Cookie field, which need not be UTF-8.
  public init(bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { SetCookieParser.parse($0) }
  }

  /// Reads the value of one Set-Cookie field from a part of a larger text.
  public init(bytes: ArraySlice<UInt8>) {
    self = bytes.withUnsafeBufferPointer { SetCookieParser.parse($0) }
  }
}

/// Redacted: the value is a secret.
extension ParsedSetCookie: CustomStringConvertible {
  /// The sizes of name and value.
  public var description: String { "ParsedSetCookie(\(name.count)+\(value.count) bytes)" }
}
