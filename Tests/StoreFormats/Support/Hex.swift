/// Bytes spelt in hex, with spaces between where they help.
func bytes(hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(digits[$0] << 4 | digits[$0 + 1])
  }
}

/// The lower-case hex of bytes.
func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Changes single bits in a fixed, scattered order.
func flippedBits(of bytes: [UInt8], limit: Int) -> [[UInt8]] {
  let bits = bytes.count * 8
  return (0..<min(bits, limit)).map { step in
    // 7919 is prime, so the walk meets every bit of a file that is no multiple of it.
    let bit = bits <= limit ? step : step * 7919 % bits
    var copy = bytes
    copy[bit / 8] ^= 1 << UInt8(bit % 8)
    return copy
  }
}
