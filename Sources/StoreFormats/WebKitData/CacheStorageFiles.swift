/// The caches that the `cacheslist` file of an origin names.
///
/// - Source: WebKit, `NetworkProcess/storage/CacheStorageManager.cpp`.
public struct CacheList: Hashable, Sendable {
  /// A cache.
  public struct Cache: Hashable, Sendable {
    /// The name that the site gave it.
    public var name: String
    /// The name of the folder of its records.
    public var uniqueName: String

    /// Takes every field as it is.
    public init(name: String, uniqueName: String) {
      self.name = name
      self.uniqueName = uniqueName
    }
  }

  /// The caches in the order of the file.
  public var caches: [Cache]

  /// Decodes the file.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var decoder = PersistentDecoder(bytes)
    let count = try decoder.uint64()
    // A cache takes at least the lengths of two null strings.
    guard count <= UInt64(decoder.remaining / 8) else {
      throw .invalid(field: "count", offset: 0)
    }
    caches = []
    for _ in 0..<Int(count) {
      let name = try decoder.string() ?? ""
      caches.append(Cache(name: name, uniqueName: try decoder.string() ?? ""))
    }
  }

  /// The number of bytes that an `estimatedsize` file names; nil when it names none.
  public static func estimatedSize(_ bytes: [UInt8]) -> UInt64? {
    UInt64(String(decoding: bytes, as: UTF8.self))
  }
}
