public import CookieCore
public import StoreModel

/// Cookies read from what some program exported.
///
/// Entries that are no cookies are told one by one and left out; the others are there.
public struct CookieImport: Sendable {
  /// What format the bytes have.
  public let format: ImportFormat
  /// The cookies in the order of the file.
  public let cookies: [Cookie]
  /// What was left out or read in an unexpected way; no values.
  public let notices: [StoreNotice]

  /// Circumstances that a file does not tell.
  public struct Options: Sendable {
    /// The URL that `Set-Cookie` lines came from.
    public var url: CookieURL?
    /// Whether `Set-Cookie` lines are several cookies joined by commas.
    public var isJoined = false
    /// The present time, for `Max-Age` and expiry.
    public var now: Timestamp
    /// The list by which domains are checked.
    public var publicSuffixes: PublicSuffixes

    /// Takes the time and the public suffix list.
    public init(
      now: Timestamp, url: CookieURL? = nil, publicSuffixes: PublicSuffixes = .system
    ) {
      self.now = now
      self.url = url
      self.publicSuffixes = publicSuffixes
    }
  }

  /// Recognises the format of bytes and reads the cookies.
  public init(_ bytes: [UInt8], options: Options) throws(ImportFailure) {
    var reader = ImportReader(bytes, options: options)
    try reader.read()
    guard let format = reader.format else { throw .unknownFormat }
    self.format = format
    cookies = reader.cookies
    notices = reader.notices.notices
  }

  /// Recognises the format of bytes, or returns nil.
  public static func detect(_ bytes: [UInt8]) -> ImportFormat? {
    if bytes.starts(with: BinaryCookieLayout.magic) { return .binarycookies }
    let start = ImportReader.start(of: bytes)
    switch start.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let value = try? JSONReader.value(of: bytes) else {
        return ListingLines.isListing(bytes) ? .listing : nil
      }
      return ImportReader.format(of: value)
    case UInt8(ascii: "<"):
      return (try? FoundationCookieFile(decoding: bytes)).map { _ in .foundation }
    case nil: return nil
    default:
      if SetCookieLines.hasHeaders(bytes) { return .setCookie }
      if let jar = try? NetscapeJar(decoding: bytes), !jar.lines.isEmpty { return .netscape }
      return SetCookieLines.isPlain(bytes) ? .setCookie : nil
    }
  }
}
