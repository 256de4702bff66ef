import CookieCore
import Glibc
import StoreModel

/// One record: a header of 56 bytes, a port in some, strings, and in newer files a blob.
enum BinaryCookieRecord {
  static let headerCount = 56

  /// The bits of the flag word.
  ///
  /// Bits 3 and 4 hold SameSite: 1 Lax, 3 Strict. Bit 5 is set in every host-only record, and in no other, that
  /// systems since iOS 17 wrote; readers that know domain cookies only took it for SameSite=None. Bit 6 is
  /// set where a script made the cookie. The rest is unknown and kept.
  enum Flag {
    static let secure: UInt32 = 0x01
    static let sessionOnly: UInt32 = 0x02
    static let httpOnly: UInt32 = 0x04
    static let sameSiteMask: UInt32 = 0x18
    static let lax: UInt32 = 0x08
    static let strict: UInt32 = 0x18
    static let hostOnly: UInt32 = 0x20
  }

  /// Reads the flag word of a record.
  static func flags(of record: UnsafeRawBufferPointer) -> UInt32 { record.littleEndian(at: 8) }

  /// Reads SameSite from the flag word.
  ///
  /// A domain cookie with bit 5 alone is what some writers make of SameSite=None. Host-only cookies carry the
  /// bit for another reason, so there it says nothing.
  static func sameSite(flags: UInt32, hostOnly: Bool) -> SameSite {
    switch flags & Flag.sameSiteMask {
    case Flag.lax: .lax
    case Flag.strict: .strict
    case 0 where flags & Flag.hostOnly != 0 && !hostOnly: .none
    default: .unspecified
    }
  }

  /// Reads a cookie, or returns nil when an offset or a string leaves the record.
  @inline(__always)
  static func cookie(
    from record: UnsafeRawBufferPointer, texts: inout BinaryCookieTexts
  ) -> Cookie? {
    let flags = flags(of: record)
    guard let domain = string(in: record, field: 16), let name = string(in: record, field: 20),
      let path = string(in: record, field: 24), let value = string(in: record, field: 28)
    else { return nil }
    let hostOnly = domain.first != UInt8(ascii: ".")
    let expiry = record.double(at: 40)
    let creation = record.double(at: 48)
    let isSession = flags & Flag.sessionOnly != 0 && expiry == 0
    var cookie = Cookie(
      name: CookieText(buffer: name), value: CookieText(buffer: value),
      domain: texts.domain(hostOnly ? domain : UnsafeBufferPointer(rebasing: domain.dropFirst())),
      hostOnly: hostOnly, path: texts.path(path), secure: flags & Flag.secure != 0,
      httpOnly: flags & Flag.httpOnly != 0, sameSite: sameSite(flags: flags, hostOnly: hostOnly),
      expiryTime: isSession ? nil : time(expiry),
      creationTime: creation == 0 ? nil : time(creation))
    guard hasRareFields(record) else { return cookie }
    return readRareFields(of: record, into: &cookie) ? cookie : nil
  }

  /// Reads back a record that was made, so that a document shows what its bytes say.
  static func cookie(from record: [UInt8]) -> Cookie? {
    var texts = BinaryCookieTexts()
    return record.withUnsafeBytes { cookie(from: $0, texts: &texts) }
  }

  /// Turns seconds since 2001 into a time.
  static func time(_ seconds: Double) -> Timestamp {
    Timestamp(secondsSince1970: seconds + BinaryCookieLayout.epoch)
  }

  /// Turns a time into seconds since 2001.
  static func seconds(_ time: Timestamp) -> Double {
    let (shifted, overflow) = time.microseconds.subtractingReportingOverflow(978_307_200_000_000)
    return Double(overflow ? .min : shifted) / 1_000_000
  }

  /// Finds the string that a field of the header points at, or nil when it is not within the record.
  @inline(__always)
  static func string(
    in record: UnsafeRawBufferPointer, field: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    let offset = Int(record.littleEndian(at: field))
    guard offset >= headerCount, offset < record.count else { return nil }
    guard let start = record.baseAddress?.advanced(by: offset),
      // The search ends with the record, whatever the bytes are.
      let end = memchr(start, 0, record.count - offset)
    else { return nil }
    return UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: UnsafeRawPointer(end) - start)
  }

  private static func hasRareFields(_ record: UnsafeRawBufferPointer) -> Bool {
    record.littleEndian(at: 4) | record.littleEndian(at: 12) | record.littleEndian(at: 32)
      | record.littleEndian(at: 36) != 0
  }

  private static func readRareFields(
    of record: UnsafeRawBufferPointer, into cookie: inout Cookie
  ) -> Bool {
    let version = record.littleEndian(at: 4)
    if version != 0 { cookie.version = Int(version) }
    if record.littleEndian(at: 12) != 0 {
      guard record.count >= headerCount + 2 else { return false }
      let port = record.loadUnaligned(fromByteOffset: headerCount, as: UInt16.self)
      cookie.ports = [Int(UInt16(littleEndian: port))]
    }
    if record.littleEndian(at: 32) != 0 {
      guard let comment = string(in: record, field: 32) else { return false }
      cookie.comment = CookieText(buffer: comment)
    }
    if record.littleEndian(at: 36) != 0 {
      guard let commentURL = string(in: record, field: 36) else { return false }
      cookie.commentURL = CookieText(buffer: commentURL)
    }
    return true
  }
}

/// Shares the texts that neighbours have in common: a page is made of one domain, and most paths are `/`.
struct BinaryCookieTexts {
  private var lastDomain: CookieText = ""
  private var lastDomainBytes: UnsafeBufferPointer<UInt8>?
  private let rootPath: CookieText = "/"

  /// Makes the text of a domain; the bytes must stay valid until the next call.
  mutating func domain(_ bytes: UnsafeBufferPointer<UInt8>) -> CookieText {
    if let lastDomainBytes,
      UnsafeRawBufferPointer(lastDomainBytes).hasSameBytes(as: UnsafeRawBufferPointer(bytes))
    {
      return lastDomain
    }
    lastDomain = CookieText(buffer: bytes)
    lastDomainBytes = bytes
    return lastDomain
  }

  /// Makes the text of a path.
  func path(_ bytes: UnsafeBufferPointer<UInt8>) -> CookieText {
    bytes.count == 1 && bytes[0] == UInt8(ascii: "/") ? rootPath : CookieText(buffer: bytes)
  }
}
