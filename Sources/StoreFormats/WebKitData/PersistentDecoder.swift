/// Reads WebKit's persistence encoding: little-endian, unaligned, without tags.
///
/// While it reads, it keeps what the trailing checksum covers, so that a file's own checksum can be compared.
///
/// - Source: WebKit, `WTF/wtf/persistence/PersistentDecoder.h` and `PersistentCoders.h`.
public struct PersistentDecoder: Sendable {
  /// The bytes that are read.
  public let bytes: [UInt8]
  /// The offset of the next byte.
  public private(set) var offset: Int
  private var checksummed: [UInt8] = []

  /// Begins at an offset of bytes.
  public init(_ bytes: [UInt8], from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
    checksummed.reserveCapacity(512)
  }

  /// The number of bytes that are left.
  public var remaining: Int { bytes.count - offset }

  /// Reads one byte that holds 0 or 1.
  public mutating func bool() throws(DecodingFailure) -> Bool {
    let start = offset
    let value = try integer(UInt8.self, salt: 3)
    guard value < 2 else { throw .invalid(field: "bool", offset: start) }
    return value == 1
  }

  /// Reads one byte.
  public mutating func uint8() throws(DecodingFailure) -> UInt8 {
    try integer(UInt8.self, salt: 5)
  }

  /// Reads two bytes.
  public mutating func uint16() throws(DecodingFailure) -> UInt16 {
    try integer(UInt16.self, salt: 7)
  }

  /// Reads four bytes.
  public mutating func uint32() throws(DecodingFailure) -> UInt32 {
    try integer(UInt32.self, salt: 11)
  }

  /// Reads eight bytes; enumerations are written so.
  public mutating func uint64() throws(DecodingFailure) -> UInt64 {
    try integer(UInt64.self, salt: 13)
  }

  /// Reads four bytes with a sign.
  public mutating func int32() throws(DecodingFailure) -> Int32 {
    Int32(bitPattern: try integer(UInt32.self, salt: 17))
  }

  /// Reads eight bytes with a sign.
  public mutating func int64() throws(DecodingFailure) -> Int64 {
    Int64(bitPattern: try integer(UInt64.self, salt: 19))
  }

  /// Reads an eight-byte floating-point number.
  public mutating func double() throws(DecodingFailure) -> Double {
    Double(bitPattern: try integer(UInt64.self, salt: 29))
  }

  /// Reads a run of bytes.
  public mutating func run(_ count: Int) throws(DecodingFailure) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else {
      throw .truncated(offset: offset, needed: count)
    }
    let run = bytes[offset..<(offset + count)]
    cover(salt: 101, run)
    offset += count
    return run
  }

  /// Reads a string; nil is WebKit's null string.
  ///
  /// Latin-1 and UTF-16 bytes become UTF-8; unpaired surrogates become U+FFFD.
  public mutating func string() throws(DecodingFailure) -> String? {
    let length = try uint32()
    guard length != UInt32.max else { return nil }
    if try bool() {
      let run = try run(Int(length))
      // Of most there is nothing to convert.
      if run.allSatisfy({ $0 < 0x80 }) { return String(decoding: run, as: UTF8.self) }
      return String(String.UnicodeScalarView(run.map { Unicode.Scalar($0) }))
    }
    let (count, overflow) = Int(length).multipliedReportingOverflow(by: 2)
    guard !overflow else { throw .truncated(offset: offset, needed: .max) }
    let run = Array(try run(count))
    let units = stride(from: 0, to: run.count, by: 2).map { index in
      UInt16(run[index]) | UInt16(run[index + 1]) << 8
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Reads a flag and, when it is set, a value.
  public mutating func optional<Value>(
    _ value: (inout PersistentDecoder) throws(DecodingFailure) -> Value
  ) throws(DecodingFailure) -> Value? {
    try bool() ? try value(&self) : nil
  }

  /// Reads the 20 bytes of a trailing checksum and reports whether they fit what was read.
  public mutating func checksumIsRight() throws(DecodingFailure) -> Bool {
    let computed = SHA1Digest.bytes(of: checksummed)
    guard remaining >= 20 else { throw .truncated(offset: offset, needed: 20) }
    let stored = bytes[offset..<(offset + 20)]
    offset += 20
    return stored.elementsEqual(computed)
  }

  private mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(
    _ type: Value.Type, salt: UInt32
  ) throws(DecodingFailure) -> Value {
    let size = Value.bitWidth / 8
    guard size <= remaining else { throw .truncated(offset: offset, needed: size) }
    var value: Value = 0
    for place in 0..<size { value |= Value(bytes[offset + place]) << Value(8 * place) }
    cover(salt: salt, bytes[offset..<(offset + size)])
    offset += size
    return value
  }

  private mutating func cover(salt: UInt32, _ slice: ArraySlice<UInt8>) {
    withUnsafeBytes(of: salt.littleEndian) { checksummed.append(contentsOf: $0) }
    checksummed.append(contentsOf: slice)
  }
}
