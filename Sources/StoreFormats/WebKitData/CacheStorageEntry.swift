public import CookieCore

/// The beginning of a record of cache storage: what was asked for, and how large the answer is.
///
/// - Source: WebKit, `NetworkProcess/storage/CacheStorageDiskStore.cpp`.
public struct CacheStorageEntry: Hashable, Sendable {
  /// The folder name of the cache, as `cacheslist` has it.
  public var cache: String
  /// The URL that was asked for.
  public var url: String
  /// When it was stored.
  public var time: Timestamp
  /// The bytes of the answer's body.
  public var bodySize: Int

  /// Decodes the beginning of a record file; what follows the URL need not be there.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    let record = try NetworkCacheRecord(decoding: bytes)
    guard record.checksumIsRight else { throw .invalid(field: "checksum", offset: 0) }
    var header = PersistentDecoder(bytes, from: record.headerOffset)
    // The time once more, a size, and who may see the headers.
    _ = try header.run(24)
    guard let url = try header.string() else {
      throw .invalid(field: "url", offset: record.headerOffset)
    }
    self.url = url
    cache = record.type
    time = record.time
    bodySize = record.bodySize
  }
}
