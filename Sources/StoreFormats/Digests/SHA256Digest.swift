internal import CCrypto

/// The SHA-256 of bytes that may come in pieces.
///
/// It is fed and finished by one owner, so it cannot be copied.
public struct SHA256Digest: ~Copyable {
  private let context: OpaquePointer?
  private var isSound: Bool

  /// Begins an empty digest.
  public init() {
    context = EVP_MD_CTX_new()
    isSound = EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Adds bytes to what is digested.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Adds bytes to what is digested.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    isSound = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 && isSound
  }

  /// Ends the digest and returns its 32 bytes.
  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    let finished = EVP_DigestFinal_ex(context, &digest, nil) == 1
    // libcrypto fails here only without memory, or when a policy of the system forbids SHA-256.
    precondition(isSound && finished, "libcrypto has no SHA-256")
    return digest
  }

  /// The SHA-256 of bytes.
  public static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256Digest()
    digest.update(bytes)
    return digest.finish()
  }

  /// The SHA-256 of bytes in lower-case hex.
  public static func hex(of bytes: [UInt8]) -> String {
    hex(ofDigest: self.bytes(of: bytes))
  }

  /// Spells a finished digest in lower-case hex.
  public static func hex(ofDigest digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(digest.count * 2)
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
