import CookieCore
import StoreModel

extension BinaryCookieRecord {
  /// Says what keeps a cookie from being written, or returns nil.
  ///
  /// - Parameter replacesSession: whether a session cookie already stands in its place.
  static func obstacle(to cookie: Cookie, replacesSession: Bool) -> CookieAttribute? {
    if cookie.partition != nil { return .partition }
    if cookie.container != nil { return .container }
    // No program is known to read session cookies back from such a file.
    if cookie.expiryTime == nil, !replacesSession { return .session }
    if let ports = cookie.ports,
      ports.count > 1 || ports.contains(where: { UInt16(exactly: $0) == nil })
    {
      return .ports
    }
    if let version = cookie.version, UInt32(exactly: version) == nil { return .version }
    let texts = [
      cookie.name, cookie.value, cookie.domain, cookie.path, cookie.comment, cookie.commentURL,
    ]
    let holdsNUL = texts.contains { $0?.withBytes { $0.contains(0) } ?? false }
    // A host that began with a dot would be read back as a domain.
    let isAmbiguous = cookie.hostOnly && cookie.domain.bytes.first == UInt8(ascii: ".")
    return holdsNUL || isAmbiguous ? .arbitraryBytes : nil
  }

  /// Reduces a cookie to what a record holds.
  static func representable(_ cookie: Cookie) -> Cookie {
    var reduced = cookie
    reduced.lastAccessTime = nil
    reduced.lastUpdateTime = nil
    reduced.sourceScheme = nil
    reduced.sourcePort = nil
    reduced.encryptedValue = nil
    if reduced.ports == [] { reduced.ports = nil }
    if reduced.version == 0 { reduced.version = nil }
    return reduced
  }

  /// Builds a record; what the cookie does not say is taken over from the record it replaces.
  static func bytes(of cookie: Cookie, replacing old: (cookie: Cookie, bytes: [UInt8])?) -> [UInt8]
  {
    let port = cookie.ports?.first.flatMap { UInt16(exactly: $0) }
    let start = headerCount + (port == nil ? 0 : 2)
    let domain = (cookie.hostOnly ? [] : [UInt8(ascii: ".")]) + cookie.domain.bytes
    // The order of newer systems: comment, comment URL, domain, name, path, value.
    let strings: [(field: Int, bytes: [UInt8]?)] = [
      (32, cookie.comment?.bytes), (36, cookie.commentURL?.bytes), (16, domain),
      (20, cookie.name.bytes), (24, cookie.path.bytes), (28, cookie.value.bytes),
    ]
    var offsets = [Int: Int]()
    var body: [UInt8] = []
    for (field, bytes) in strings {
      guard let bytes else { continue }
      offsets[field] = start + body.count
      body += bytes
      body.append(0)
    }
    body += old.map { tail(of: $0.bytes) } ?? []
    var record: [UInt8] = []
    record.reserveCapacity(start + body.count)
    record.appendLittleEndian(UInt32(start + body.count))
    record.appendLittleEndian(UInt32(exactly: cookie.version ?? 0) ?? 0)
    record.appendLittleEndian(flags(of: cookie, replacing: old))
    record.appendLittleEndian(UInt32(port == nil ? 0 : 1))
    for field in stride(from: 16, to: 40, by: 4) {
      record.appendLittleEndian(UInt32(offsets[field] ?? 0))
    }
    record.appendLittleEndian(
      bits(of: cookie.expiryTime, replacing: old, was: old?.cookie.expiryTime, at: 40))
    record.appendLittleEndian(
      bits(of: cookie.creationTime, replacing: old, was: old?.cookie.creationTime, at: 48))
    if let port { record.appendLittleEndian(port) }
    return record + body
  }

  private static func flags(
    of cookie: Cookie, replacing old: (cookie: Cookie, bytes: [UInt8])?
  ) -> UInt32 {
    var flags = old.map { $0.bytes.withUnsafeBytes { Self.flags(of: $0) } } ?? 0
    flags &= ~(Flag.secure | Flag.httpOnly)
    if cookie.secure { flags |= Flag.secure }
    if cookie.httpOnly { flags |= Flag.httpOnly }
    if cookie.expiryTime != nil { flags &= ~Flag.sessionOnly }
    if let old, old.cookie.sameSite == cookie.sameSite { return flags }
    flags &= ~(Flag.sameSiteMask | Flag.hostOnly)
    switch cookie.sameSite {
    case .unspecified: return flags
    case .none: return flags | Flag.hostOnly
    case .lax: return flags | Flag.lax | (cookie.hostOnly ? Flag.hostOnly : 0)
    case .strict: return flags | Flag.strict | (cookie.hostOnly ? Flag.hostOnly : 0)
    }
  }

  /// A time that did not change keeps every bit, also those beyond microseconds.
  private static func bits(
    of time: Timestamp?, replacing old: (cookie: Cookie, bytes: [UInt8])?, was: Timestamp?,
    at offset: Int
  ) -> UInt64 {
    if let old, was == time {
      return old.bytes.withUnsafeBytes { $0.double(at: offset) }.bitPattern
    }
    return (time.map(seconds) ?? 0).bitPattern
  }

  /// The blob behind the last string.
  private static func tail(of record: [UInt8]) -> ArraySlice<UInt8> {
    record.withUnsafeBytes { bytes in
      let ends = stride(from: 16, to: 40, by: 4).compactMap { field in
        string(in: bytes, field: field).map { Int(bytes.littleEndian(at: field)) + $0.count + 1 }
      }
      return record[(ends.max() ?? record.count)...]
    }
  }
}
