public import CookieCore

/// The head of a plain record of WebKit's HTTP cache, as places in the bytes that it was read from.
///
/// Plain is a record whose strings are ASCII and whose checksum fits, as nearly all are;
/// ``NetworkCacheRecord`` decodes them all.
public struct NetworkCacheHead: Hashable, Sendable {
  /// Where the registrable domain of the top page is.
  public var partition: Range<Int>
  /// Where the type is.
  public var type: Range<Int>
  /// Where the URL without its fragment is.
  public var identifier: Range<Int>
  /// When the record was stored.
  public var time: Timestamp
  /// The bytes of the header.
  public var headerSize: Int
  /// The bytes of the body, wherever it lies.
  public var bodySize: Int
}

/// Reads the heads of many records of WebKit's HTTP cache one after another, without memory for each.
public final class NetworkCacheHeadReader {
  private var digest = RepeatedSHA1()
  private let byteLimit: Int
  private let covered: UnsafeMutableRawPointer

  /// Makes a reader, which one thread at a time may use.
  ///
  /// - Parameter byteLimit: the most bytes that are read of one file.
  public init(byteLimit: Int) {
    self.byteLimit = byteLimit
    // In front of each value stands a number of four bytes, and there are fewer than 32 values.
    covered = .allocate(byteCount: byteLimit + 4 * 32, alignment: 16)
  }

  deinit { covered.deallocate() }

  /// Reads the head at the beginning of a file.
  ///
  /// - Parameter bytes: the beginning of the file, or the whole.
  /// - Returns: nil for a record that is not plain or does not end within the limit, and for what is none.
  public func head(in bytes: UnsafeRawBufferPointer) -> NetworkCacheHead? {
    guard bytes.count <= byteLimit else { return nil }
    var cursor = Cursor(bytes: bytes, covered: covered)
    guard let head = cursor.head(), let checksum = cursor.checksum,
      digest.matches(checksum, of: cursor.coveredBytes)
    else { return nil }
    return head
  }
}

/// A place in a head, and a copy of what its checksum covers up to there.
private struct Cursor {
  let bytes: UnsafeRawBufferPointer
  let covered: UnsafeMutableRawPointer
  var place = 0
  var coveredCount = 0

  var coveredBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: covered, count: coveredCount)
  }

  /// The 20 bytes behind what was read.
  var checksum: UnsafeRawBufferPointer? {
    guard bytes.count - place >= 20 else { return nil }
    return UnsafeRawBufferPointer(rebasing: bytes[place..<(place + 20)])
  }

  mutating func head() -> NetworkCacheHead? {
    guard let version = integer(UInt32.self, salt: 11), (1...64).contains(version),
      let partition = text(), let type = text(), let identifier = text(), text() != nil,
      run(20), run(20), let time = integer(UInt64.self, salt: 29),
      run(20), let header = integer(UInt64.self, salt: 13).flatMap(Int.init(exactly:)),
      run(20), let body = integer(UInt64.self, salt: 13).flatMap(Int.init(exactly:)),
      let isInline = integer(UInt8.self, salt: 3), isInline < 2
    else { return nil }
    return NetworkCacheHead(
      partition: partition, type: type, identifier: identifier,
      time: Timestamp(secondsSince1970: Double(bitPattern: time)), headerSize: header,
      bodySize: body)
  }

  /// Passes a string of ASCII bytes; WebKit's null string is empty here.
  private mutating func text() -> Range<Int>? {
    guard let length = integer(UInt32.self, salt: 11) else { return nil }
    guard length != UInt32.max else { return place..<place }
    guard integer(UInt8.self, salt: 3) == 1 else { return nil }
    let start = place
    guard run(Int(length)) else { return nil }
    var all: UInt8 = 0
    for index in start..<place { all |= bytes[index] }
    return all < 0x80 ? start..<place : nil
  }

  private mutating func run(_ count: Int) -> Bool {
    guard count <= bytes.count - place else { return false }
    cover(salt: 101, count)
    return true
  }

  private mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type, salt: UInt32
  ) -> Value? {
    let size = MemoryLayout<Value>.size
    guard size <= bytes.count - place else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: place, as: type)
    cover(salt: salt, size)
    return Value(littleEndian: value)
  }

  /// Passes a value that is known to be there.
  private mutating func cover(salt: UInt32, _ count: Int) {
    let target = covered + coveredCount
    target.storeBytes(of: salt.littleEndian, as: UInt32.self)
    if count > 0, let base = bytes.baseAddress {
      (target + 4).copyMemory(from: base + place, byteCount: count)
    }
    coveredCount += 4 + count
    place += count
  }
}
