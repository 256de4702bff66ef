internal import CCrypto

/// The SHA-1 of bytes, which WebKit names and checks its files by.
public enum SHA1Digest {
  /// The 20 bytes of the digest.
  public static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    let finished = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil) == 1
    // libcrypto fails here only without memory, or when a policy of the system forbids SHA-1.
    precondition(finished, "libcrypto has no SHA-1")
    return digest
  }

  /// The digest in upper-case hex, as WebKit spells file names.
  public static func upperHex(of bytes: [UInt8]) -> String {
    SHA256Digest.hex(ofDigest: self.bytes(of: bytes)).uppercased()
  }
}
