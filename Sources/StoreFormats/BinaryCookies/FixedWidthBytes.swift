extension [UInt8] {
  /// Appends a 32-bit number, most significant byte first.
  mutating func appendBigEndian(_ number: UInt32) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends a number, least significant byte first.
  mutating func appendLittleEndian(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Reads a 32-bit number, most significant byte first; the caller has checked the bounds.
  @inline(__always)
  func bigEndian(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Reads a 32-bit number, least significant byte first; the caller has checked the bounds.
  @inline(__always)
  func littleEndian(at offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Reads a 64-bit floating-point number, least significant byte first, within checked bounds.
  @inline(__always)
  func double(at offset: Int) -> Double {
    let bits = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return Double(bitPattern: UInt64(littleEndian: bits))
  }
}
