public import CookieCore

extension NetworkCacheRecord {
  /// What a record is found by; a string that is nil goes into no hash.
  public struct Key: Hashable, Sendable {
    /// The registrable domain of the top page; empty on GTK and WPE.
    public var partition: String
    /// `Resource` or `SubResources`; the name of a cache in cache storage.
    public var type: String
    /// The URL without its fragment; in cache storage the id of the record.
    public var identifier: String

    /// Takes every field as it is.
    public init(partition: String = "", type: String = "Resource", identifier: String) {
      self.partition = partition
      self.type = type
      self.identifier = identifier
    }

    /// The name of the record's file.
    public func fileName(salt: [UInt8]) -> String {
      WebKitNames.key(
        partition: partition, type: type, identifier: identifier, range: nil, salt: salt,
        hash: .plain)
    }
  }

  /// The bytes of a record file.
  ///
  /// - Parameters:
  ///   - key: what it is found by; hashed with `keySalt`.
  ///   - header: the bytes of the header, whatever they say.
  ///   - body: the bytes of the body; part of the file when it is inline.
  ///   - salt: the salt of header and body, in the folder of the version.
  public static func file(
    version: UInt32, key: Key, time: Timestamp, header: [UInt8], body: [UInt8],
    isBodyInline: Bool, keySalt: [UInt8], salt: [UInt8]
  ) -> [UInt8] {
    func digest(_ texts: [String], _ salt: [UInt8]) -> [UInt8] {
      SHA1Digest.bytes(of: salt + texts.flatMap { Array($0.utf8) })
    }
    var encoder = PersistentEncoder()
    encoder.write(version)
    for text in [key.partition, key.type, key.identifier, nil] { encoder.write(text) }
    encoder.write(digest([key.partition, key.type, key.identifier], keySalt))
    encoder.write(digest([key.partition], keySalt))
    encoder.write(Double(time.microseconds) / 1_000_000)
    encoder.write(SHA1Digest.bytes(of: salt + header))
    encoder.write(UInt64(header.count))
    encoder.write(SHA1Digest.bytes(of: salt + body))
    encoder.write(UInt64(body.count))
    encoder.write(isBodyInline)
    encoder.writeChecksum()
    return encoder.bytes + header + (isBodyInline ? body : [])
  }
}
