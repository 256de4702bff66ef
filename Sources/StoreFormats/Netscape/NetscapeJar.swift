public import CookieCore
public import StoreModel

/// A text jar of the `cookies.txt` family.
///
/// One record a line, seven columns between tabs: domain, whether subdomains get it, path, secure,
/// expiry in Unix seconds, name, value. The programs that write such files differ in the details, which
/// `Dialect` names; a changed or added record is written as the file's own program would write it.
///
/// - Unmodified, a document encodes to the very bytes it was decoded from. After a change every other
///   line keeps its bytes, its ending and its place: comments, blank lines, and lines that are no cookie.
/// - The column decides whether subdomains get a cookie. Where the leading dot says otherwise there is a
///   notice, and the record is consistent once it is written again.
/// - An expiry of 0 or nothing is a session cookie, but in libsoup's files, where 0 lies in the past.
/// - Of records with one identity every program of the family uses the last.
/// - libsoup writes `None` for a cookie without a SameSite attribute, so that word is read as unspecified.
/// - Expiry is written in whole seconds, unless the file has fractions elsewhere. A time at or before 0 is
///   written as 1, so that an expired cookie does not become a session cookie.
public struct NetscapeJar: CookieDocument {
  /// The attributes that at least one dialect cannot keep; `losses` tells for one file.
  public static let unrepresentable: Set<CookieAttribute> =
    Dialect.allCases.reduce(into: []) { $0.formUnion($1.losses) }

  /// Whose habits the file follows.
  public let dialect: Dialect
  var style: NetscapeStyle
  var lines: [NetscapeLine]
  /// Whether the header comes with the first record, because the file was found empty.
  var isHeaderDue: Bool
  /// Whether the file begins with a header of the family.
  var hasHeader: Bool

  /// Makes an empty document as curl begins one.
  public init() {
    self.init(dialect: .curl)
  }

  /// Makes an empty document as a new file of the dialect begins.
  public init(dialect: Dialect) {
    self.dialect = dialect
    style = NetscapeStyle()
    lines = NetscapeLine.comments(dialect.header)
    isHeaderDue = false
    hasHeader = dialect != .plain
  }

  /// Decodes a file of any dialect.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    try self.init(decoding: bytes, assuming: nil)
  }

  /// Decodes a file whose owner may be known.
  ///
  /// - Parameter owner: the dialect of a file that does not show it, such as one without a header.
  /// - Throws: when the bytes have neither a known header nor a single record, and more than comments.
  public init(decoding bytes: [UInt8], assuming owner: Dialect?) throws(DecodingFailure) {
    let ranges = NetscapeLine.split(bytes)
    let evidence = NetscapeEvidence(bytes: bytes, lines: ranges, assuming: owner)
    let reader = NetscapeLineReader(dialect: evidence.dialect)
    lines = ranges.map { range in
      let content = reader.content(of: bytes[range.content])
      return NetscapeLine(bytes: bytes[range.whole], content: content)
    }
    dialect = evidence.dialect
    style = NetscapeStyle(lines: lines, writesEmptySession: evidence.isPython)
    isHeaderDue = bytes.isEmpty
    hasHeader = evidence.hasHeader
    guard !evidence.isForeign else {
      throw .badSignature(offset: 0, found: Array(bytes.prefix(4)))
    }
    guard evidence.hasHeader || lines.contains(where: \.isRecord) else {
      guard let offset = lines.first(where: \.isBad)?.bytes.startIndex else { return }
      throw .invalid(field: "record", offset: offset)
    }
  }

  /// Whether the first line says that the file is a jar, as it has to where there is no cookie to show it.
  package var hasTitle: Bool {
    guard var first = lines.first?.text else { return false }
    if first.starts(with: NetscapeLine.byteOrderMark) {
      first = first.dropFirst(NetscapeLine.byteOrderMark.count)
    }
    let title = String(decoding: first.prefix(40), as: UTF8.self).lowercased()
    return ["# http cookie file", "# netscape http cookie file", "#libsoup"]
      .contains(where: title.hasPrefix)
  }

  /// Every record in file order, duplicates included.
  public var cookies: [Cookie] {
    lines.compactMap(\.cookie)
  }

  /// The records that the owning program would use, in file order: the last of each identity.
  public var effectiveCookies: [Cookie] {
    var seen: Set<CookieKey> = []
    return Array(cookies.reversed().filter { seen.insert($0.key).inserted }.reversed())
  }

  /// Whether reading lost something; never, as lines that are no cookie are kept.
  public var isDamaged: Bool { false }

  /// The bytes of the file.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.bytes.count })
    for line in lines { bytes += line.bytes }
    return bytes
  }
}
