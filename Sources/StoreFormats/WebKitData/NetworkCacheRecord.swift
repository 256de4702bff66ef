public import CookieCore

/// The head of a record of WebKit's HTTP cache or cache storage.
///
/// - Source: WebKit, `NetworkProcess/cache/NetworkCacheStorage.cpp` and `NetworkCacheKey.cpp`.
public struct NetworkCacheRecord: Hashable, Sendable {
  /// The format version: 16 or 17.
  public var version: Int
  /// The registrable domain of the top page; empty on GTK and WPE.
  public var partition: String
  /// `Resource` or `SubResources`; `record` in cache storage.
  public var type: String
  /// The URL without its fragment; in cache storage the id of the record.
  public var identifier: String
  /// The range of bytes asked for; nil for the whole.
  public var range: String?
  /// When the record was stored.
  public var time: Timestamp
  /// The bytes of the header.
  public var headerSize: Int
  /// The bytes of the body, wherever it lies.
  public var bodySize: Int
  /// Whether the body follows the header in the same file.
  public var isBodyInline: Bool
  /// The offset of the header.
  public var headerOffset: Int
  /// Whether the head's own checksum fits.
  public var checksumIsRight: Bool

  /// Decodes the head of a record file; the rest need not be there.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var decoder = PersistentDecoder(bytes)
    version = Int(try decoder.uint32())
    guard (1...64).contains(version) else { throw .unsupportedVersion(version) }
    partition = try decoder.string() ?? ""
    type = try decoder.string() ?? ""
    identifier = try decoder.string() ?? ""
    range = try decoder.string()
    _ = try decoder.run(20)
    _ = try decoder.run(20)
    time = Timestamp(secondsSince1970: try decoder.double())
    _ = try decoder.run(20)
    headerSize = try Self.size(&decoder)
    _ = try decoder.run(20)
    bodySize = try Self.size(&decoder)
    isBodyInline = try decoder.bool()
    checksumIsRight = try decoder.checksumIsRight()
    headerOffset = decoder.offset
  }

  private static func size(_ decoder: inout PersistentDecoder) throws(DecodingFailure) -> Int {
    let offset = decoder.offset
    guard let size = Int(exactly: try decoder.uint64()) else {
      throw .invalid(field: "size", offset: offset)
    }
    return size
  }
}
