/// A quick digest of texts, by which those are told apart that are certainly different.
///
/// What has equal digests need not be equal. They are others in every run, so that no store can be arranged to have
/// many that are the same, and nothing may be kept or ordered by them.
package struct ByteDigest: Sendable {
  private static let seed = UInt64.random(in: .min ... .max)

  /// The digest of what was added.
  package private(set) var value: UInt64 = seed

  /// Begins an empty digest.
  package init() {}

  /// Goes on from a digest that was made in this run.
  init(resuming value: UInt64) {
    self.value = value
  }

  /// Adds the bytes of a text, and where it ends.
  package mutating func add(_ text: CookieText) {
    var digest = self
    text.withBytes { (bytes: Span<UInt8>) in digest.add(bytes.bytes) }
    self = digest
  }

  /// Adds bytes, and where they end.
  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    add(bytes.span.bytes)
  }

  private mutating func add(_ bytes: RawSpan) {
    var offset = 0
    while offset + 8 <= bytes.byteCount {
      add(bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest = UInt64(bytes.byteCount) << 56
    var shift: UInt64 = 0
    while offset < bytes.byteCount {
      rest ^= UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) << shift
      offset += 1
      shift += 8
    }
    add(rest)
  }

  /// Adds a number.
  package mutating func add(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    value = product.high ^ product.low
  }
}

extension Cookie {
  /// A digest of name, domain and path, which tell most cookies of a store apart.
  ///
  /// The domain counts in lower case, as it does between stores.
  package var digest: UInt64 {
    var digest = ByteDigest()
    digest.add(name)
    digest.add(domain.inLowerCaseASCII)
    digest.add(path)
    return digest.value
  }
}

extension CookieKey {
  /// The digest that a cookie of this identity has.
  package var digest: UInt64 {
    var digest = ByteDigest()
    digest.add(name)
    digest.add(domain.inLowerCaseASCII)
    digest.add(path)
    return digest.value
  }
}

extension CookieText {
  /// The text with ASCII letters in lower case.
  package var inLowerCaseASCII: CookieText {
    let isLower = withBytes { (bytes: Span<UInt8>) -> Bool in
      for index in bytes.indices where (65...90).contains(bytes[index]) { return false }
      return true
    }
    guard !isLower else { return self }
    return CookieText(bytes: bytes.map { (65...90).contains($0) ? $0 + 32 : $0 })
  }
}
