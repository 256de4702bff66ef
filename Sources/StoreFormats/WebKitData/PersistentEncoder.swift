/// Writes WebKit's persistence encoding, which `PersistentDecoder` reads.
public struct PersistentEncoder: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []
  private var checksummed: [UInt8] = []

  /// Begins with nothing.
  public init() {}

  /// Writes a flag in one byte.
  public mutating func write(_ flag: Bool) {
    write([flag ? 1 : 0], salt: 3)
  }

  /// Writes a number in two bytes.
  public mutating func write(_ number: UInt16) {
    write(number, salt: 7)
  }

  /// Writes a number in four bytes.
  public mutating func write(_ number: UInt32) {
    write(number, salt: 11)
  }

  /// Writes a number in eight bytes.
  public mutating func write(_ number: UInt64) {
    write(number, salt: 13)
  }

  /// Writes a floating-point number in eight bytes.
  public mutating func write(_ number: Double) {
    write(number.bitPattern, salt: 29)
  }

  /// Writes a run of bytes without its length.
  public mutating func write(_ run: [UInt8]) {
    write(run, salt: 101)
  }

  /// Writes a string; nil is WebKit's null string.
  public mutating func write(_ text: String?) {
    guard let text else { return write(UInt32.max) }
    let isLatin = text.unicodeScalars.allSatisfy { $0.value <= 0xFF }
    write(UInt32(isLatin ? text.unicodeScalars.count : text.utf16.count))
    write(isLatin)
    write(
      isLatin
        ? text.unicodeScalars.map { UInt8($0.value) }
        : text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
  }

  /// Writes the checksum of all that was written since the last one.
  public mutating func writeChecksum() {
    bytes += SHA1Digest.bytes(of: checksummed)
    checksummed = []
  }

  private mutating func write(_ number: some FixedWidthInteger, salt: UInt32) {
    write(withUnsafeBytes(of: number.littleEndian) { Array($0) }, salt: salt)
  }

  private mutating func write(_ part: [UInt8], salt: UInt32) {
    withUnsafeBytes(of: salt.littleEndian) { checksummed.append(contentsOf: $0) }
    checksummed += part
    bytes += part
  }
}

extension WebOriginPair {
  /// The bytes of an `origin` file.
  public var encoded: [UInt8] {
    var encoder = PersistentEncoder()
    for origin in [top, client] {
      encoder.write(origin.scheme)
      encoder.write(origin.host)
      encoder.write(origin.port != nil)
      if let port = origin.port { encoder.write(port) }
    }
    return encoder.bytes
  }
}

extension CacheList {
  /// The bytes of a `cacheslist` file.
  public static func encoded(_ caches: [Cache]) -> [UInt8] {
    var encoder = PersistentEncoder()
    encoder.write(UInt64(caches.count))
    for cache in caches {
      encoder.write(cache.name)
      encoder.write(cache.uniqueName)
    }
    return encoder.bytes
  }
}
