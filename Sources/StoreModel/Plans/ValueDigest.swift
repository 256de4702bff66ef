public import CookieCore

/// Tells whether two secrets are the same without keeping either.
///
/// This is SHA-256 over a salt and the secret. The module imports no C library, so it is written out here.
public struct ValueDigest: Hashable, Codable, Sendable {
  /// The digest in lower-case hex.
  public var hex: String

  /// Digests the value of a cookie, or what stands for it where it is encrypted.
  ///
  /// - Parameter salt: what makes the digests of one link unlike those of another.
  /// - Complexity: O(*n*) in the bytes of the value.
  public init(of cookie: Cookie, salt: String) {
    let mark: [UInt8] = cookie.encryptedValue == nil ? [0] : [1]
    let secret = cookie.encryptedValue ?? cookie.value.bytes
    hex = Self.sha256(Array(salt.utf8) + mark + secret)
  }

  /// Takes a digest that was made before.
  init(hex: String) { self.hex = hex }

  /// Reads the hex digits.
  public init(from decoder: any Decoder) throws {
    hex = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the hex digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}

extension ValueDigest {
  /// The 32 bytes of the digest; nil when it does not have so many.
  package var bytes: [UInt8]? {
    let digits = hex.utf8.compactMap { digit -> UInt8? in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard digits.count == 64, hex.utf8.count == 64 else { return nil }
    return (0..<32).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
  }

  /// Takes the bytes of a digest.
  package init(bytes: some Sequence<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    hex = String(decoding: text, as: UTF8.self)
  }
}

extension ValueDigest {
  /// The digest of bytes in lower-case hex.
  ///
  /// - Source: FIPS 180-4, 5.1.1 and 6.2.
  package static func sha256(_ message: [UInt8]) -> String {
    var bytes = message + [0x80]
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    let bitCount = UInt64(message.count) * 8
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
    var hash: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    var schedule = [UInt32](repeating: 0, count: 64)
    for start in stride(from: 0, to: bytes.count, by: 64) {
      mix(bytes, from: start, into: &hash, &schedule)
    }
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for word in hash {
      for shift in stride(from: 28, through: 0, by: -4) {
        text.append(digits[Int(word >> UInt32(shift) & 15)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Mixes one block of 64 bytes into the hash.
  ///
  /// - Parameter schedule: room for 64 words, used again for every block.
  private static func mix(
    _ bytes: [UInt8], from start: Int, into hash: inout [UInt32], _ schedule: inout [UInt32]
  ) {
    for index in 0..<16 {
      let place = start + 4 * index
      schedule[index] =
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
        | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
    }
    for index in 16..<64 {
      let (near, far) = (schedule[index - 15], schedule[index - 2])
      let first = turned(near, 7) ^ turned(near, 18) ^ near >> 3
      let second = turned(far, 17) ^ turned(far, 19) ^ far >> 10
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    for index in 0..<64 {
      let choice = e & f ^ ~e & g
      let one = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice
      let first = one &+ constants[index] &+ schedule[index]
      let majority = a & b ^ a & c ^ b & c
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    hash[0] &+= a
    hash[1] &+= b
    hash[2] &+= c
    hash[3] &+= d
    hash[4] &+= e
    hash[5] &+= f
    hash[6] &+= g
    hash[7] &+= h
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
