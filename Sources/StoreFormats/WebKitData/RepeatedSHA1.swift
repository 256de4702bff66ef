internal import CCrypto

/// Computes one SHA-1 after another in the same memory.
struct RepeatedSHA1: ~Copyable {
  private let context: OpaquePointer

  init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("there is no memory") }
    // libcrypto fails here only without memory, or when a policy of the system forbids SHA-1.
    precondition(EVP_DigestInit_ex(context, EVP_sha1(), nil) == 1, "libcrypto has no SHA-1")
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Reports whether 20 bytes are the digest of others.
  mutating func matches(_ expected: UnsafeRawBufferPointer, of bytes: UnsafeRawBufferPointer)
    -> Bool
  {
    withUnsafeTemporaryAllocation(byteCount: 20, alignment: 8) { computed in
      // Without a name the algorithm from before is used again, which spares a search for it.
      guard EVP_DigestInit_ex(context, nil, nil) == 1,
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1,
        EVP_DigestFinal_ex(context, computed.baseAddress, nil) == 1
      else { return false }
      return computed.elementsEqual(expected)
    }
  }
}
