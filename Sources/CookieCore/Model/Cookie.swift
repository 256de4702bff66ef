/// A cookie as a store holds it.
///
/// Every field is what the store says, valid by the rules or not: real stores hold cookies that no
/// browser would accept today, and those must be seen to be deleted. What a header says is a
/// `ParsedSetCookie`; the storage model turns it into one of these.
///
/// Fields that few cookies have are kept in one shared box, so that an ordinary cookie stays small.
public struct Cookie: Hashable, Sendable {
  /// The name.
  public var name: CookieText
  /// The value, which is a secret.
  public var value: CookieText
  /// The host or domain, without a leading dot, spelt as the store spells it.
  public var domain: CookieText
  /// The path.
  public var path: CookieText
  /// Whether only the very host gets the cookie; false for a domain cookie.
  public var hostOnly: Bool
  /// Whether the cookie goes with secure requests only.
  public var secure: Bool
  /// Whether scripts cannot see the cookie.
  public var httpOnly: Bool
  /// The SameSite attribute.
  public var sameSite: SameSite
  /// When the cookie expires; nil for a session cookie.
  public var expiryTime: Timestamp?
  /// When the cookie was first stored; nil where the store does not record it.
  public var creationTime: Timestamp?
  /// When the cookie was last retrieved; nil where the store does not record it.
  public var lastAccessTime: Timestamp?
  private var rare: Rare?

  /// Takes every field as it is.
  public init(
    name: CookieText, value: CookieText, domain: CookieText, hostOnly: Bool, path: CookieText = "/",
    secure: Bool = false, httpOnly: Bool = false, sameSite: SameSite = .unspecified,
    expiryTime: Timestamp? = nil, creationTime: Timestamp? = nil, lastAccessTime: Timestamp? = nil
  ) {
    self.name = name
    self.value = value
    self.domain = domain
    self.hostOnly = hostOnly
    self.path = path
    self.secure = secure
    self.httpOnly = httpOnly
    self.sameSite = sameSite
    self.expiryTime = expiryTime
    self.creationTime = creationTime
    self.lastAccessTime = lastAccessTime
  }

  /// Whether the cookie outlives its session.
  public var isPersistent: Bool { expiryTime != nil }

  /// The identity of the cookie within its store.
  public var key: CookieKey {
    CookieKey(
      name: name, domain: domain, hostOnly: hostOnly, path: path, partition: partition,
      container: container, sourceScheme: sourceScheme, sourcePort: sourcePort)
  }

  /// The number of bytes of name and value together, which RFC 6265bis limits to 4096.
  public var nameAndValueCount: Int { name.count + value.count }
}

extension Cookie {
  /// Fields that few cookies have.
  private final class Rare: Hashable, Sendable {
    let fields: RareFields
    init(_ fields: RareFields) { self.fields = fields }
    static func == (left: Rare, right: Rare) -> Bool { left.fields == right.fields }
    func hash(into hasher: inout Hasher) { hasher.combine(fields) }
  }

  struct RareFields: Hashable, Codable, Sendable {
    var partition: CookiePartition?
    var container: String?
    var sourceScheme: CookieSourceScheme?
    var sourcePort: Int?
    var lastUpdateTime: Timestamp?
    var encryptedValue: [UInt8]?
    var comment: CookieText?
    var commentURL: CookieText?
    var ports: [Int]?
    var version: Int?
  }

  private var rareFields: RareFields {
    get { rare?.fields ?? RareFields() }
    set { rare = newValue == RareFields() ? nil : Rare(newValue) }
  }

  /// The partition; nil for an unpartitioned cookie.
  public var partition: CookiePartition? {
    get { rare?.fields.partition }
    set { rareFields.partition = newValue }
  }

  /// The origin attributes or container of the engine that has them, such as `userContextId=1`.
  public var container: String? {
    get { rare?.fields.container }
    set { rareFields.container = newValue }
  }

  /// The scheme class of the URL that set the cookie, where it is part of the identity.
  public var sourceScheme: CookieSourceScheme? {
    get { rare?.fields.sourceScheme }
    set { rareFields.sourceScheme = newValue }
  }

  /// The port of the URL that set the cookie, where it is part of the identity.
  public var sourcePort: Int? {
    get { rare?.fields.sourcePort }
    set { rareFields.sourcePort = newValue }
  }

  /// When the cookie was last changed, where the store records it.
  public var lastUpdateTime: Timestamp? {
    get { rare?.fields.lastUpdateTime }
    set { rareFields.lastUpdateTime = newValue }
  }

  /// The encrypted bytes of a value that could not be read; `value` is then empty.
  public var encryptedValue: [UInt8]? {
    get { rare?.fields.encryptedValue }
    set { rareFields.encryptedValue = newValue }
  }

  /// The comment of an RFC 2109 cookie.
  public var comment: CookieText? {
    get { rare?.fields.comment }
    set { rareFields.comment = newValue }
  }

  /// The comment URL of an RFC 2965 cookie.
  public var commentURL: CookieText? {
    get { rare?.fields.commentURL }
    set { rareFields.commentURL = newValue }
  }

  /// The ports that an RFC 2965 cookie is limited to; nil when it is not.
  public var ports: [Int]? {
    get { rare?.fields.ports }
    set { rareFields.ports = newValue }
  }

  /// The cookie version, where the store records one other than 0.
  public var version: Int? {
    get { rare?.fields.version }
    set { rareFields.version = newValue }
  }
}

extension Cookie {
  /// A digest of the whole identity; equal keys have equal digests within one run.
  ///
  /// - Parameter digest: that of name, domain and path.
  package func identityDigest(from digest: UInt64) -> UInt64 {
    var digest = ByteDigest(resuming: digest)
    digest.add(hostOnly ? 1 : 0)
    guard let fields = rare?.fields,
      fields.partition != nil || fields.container != nil || fields.sourceScheme != nil
        || fields.sourcePort != nil
    else { return digest.value }
    var hasher = Hasher()
    hasher.combine(fields.partition)
    hasher.combine(fields.container)
    hasher.combine(fields.sourceScheme)
    hasher.combine(fields.sourcePort)
    digest.add(UInt64(bitPattern: Int64(hasher.finalize())))
    return digest.value
  }
}

extension Cookie: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, value, domain, hostOnly, path, secure, httpOnly, sameSite
    case expiryTime, creationTime, lastAccessTime, rare
  }

  /// Reads the lossless form of the journal and of plans.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(CookieText.self, forKey: .name),
      value: try container.decode(CookieText.self, forKey: .value),
      domain: try container.decode(CookieText.self, forKey: .domain),
      hostOnly: try container.decode(Bool.self, forKey: .hostOnly),
      path: try container.decode(CookieText.self, forKey: .path),
      secure: try container.decode(Bool.self, forKey: .secure),
      httpOnly: try container.decode(Bool.self, forKey: .httpOnly),
      sameSite: try container.decode(SameSite.self, forKey: .sameSite),
      expiryTime: try container.decodeIfPresent(Timestamp.self, forKey: .expiryTime),
      creationTime: try container.decodeIfPresent(Timestamp.self, forKey: .creationTime),
      lastAccessTime: try container.decodeIfPresent(Timestamp.self, forKey: .lastAccessTime))
    if let fields = try container.decodeIfPresent(RareFields.self, forKey: .rare) {
      rareFields = fields
    }
  }

  /// Writes the lossless form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
    try container.encode(domain, forKey: .domain)
    try container.encode(hostOnly, forKey: .hostOnly)
    try container.encode(path, forKey: .path)
    try container.encode(secure, forKey: .secure)
    try container.encode(httpOnly, forKey: .httpOnly)
    try container.encode(sameSite, forKey: .sameSite)
    try container.encodeIfPresent(expiryTime, forKey: .expiryTime)
    try container.encodeIfPresent(creationTime, forKey: .creationTime)
    try container.encodeIfPresent(lastAccessTime, forKey: .lastAccessTime)
    if rare != nil { try container.encode(rareFields, forKey: .rare) }
  }
}

/// Redacted: the value is a secret.
extension Cookie: CustomStringConvertible {
  /// A redacted form for debugging.
  public var description: String { "Cookie(\(name.count)+\(value.count) bytes)" }
}

/// The class of scheme that set a cookie.
public enum CookieSourceScheme: String, Codable, Hashable, Sendable {
  /// A scheme without protection, such as `http`.
  case nonSecure
  /// A scheme with protection, such as `https`.
  case secure
}
