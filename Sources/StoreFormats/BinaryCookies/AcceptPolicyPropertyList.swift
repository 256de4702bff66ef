/// The binary property list of the trailer, a dictionary of one number.
enum AcceptPolicyPropertyList {
  /// Cookies from the main document's domain only, as systems begin with.
  static let standardPolicy = 2

  /// The property list that systems write for the standard policy.
  static let standard: [UInt8] =
    Array("bplist00".utf8) + [0xD1, 0x01, 0x02, 0x5F, 0x10, 0x18] + key
    + [
      0x10, UInt8(standardPolicy), 0x08, 0x0B, 0x26, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 3,
    ]
    + [UInt8](repeating: 0, count: 15) + [0x28]

  private static let key = Array("NSHTTPCookieAcceptPolicy".utf8)

  /// Reads the policy, or returns nil when the list is not of the expected form.
  static func policy(in list: ArraySlice<UInt8>) -> Int? {
    guard let reader = BinaryPropertyListReader(Array(list)) else { return nil }
    return reader.integer(forKey: key)
  }
}

/// Reads single entries of a binary property list whose root is a dictionary.
private struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let root: Int
  private let table: Int

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40, bytes.starts(with: Array("bplist".utf8)) else { return nil }
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let objectCount = Self.number(bytes, trailer + 8, 8),
      let root = Self.number(bytes, trailer + 16, 8),
      let table = Self.number(bytes, trailer + 24, 8),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      objectCount <= bytes.count, table <= trailer, objectCount * offsetSize <= trailer - table
    else { return nil }
    self.objectCount = objectCount
    self.root = root
    self.table = table
  }

  /// Finds a whole number of the root dictionary.
  func integer(forKey key: [UInt8]) -> Int? {
    guard let start = offset(of: root), let (kind, count, body) = header(at: start), kind == 0xD
    else { return nil }
    for index in 0..<min(count, bytes.count) {
      guard let keyReference = reference(body, index),
        let valueReference = reference(body, count + index)
      else { return nil }
      if string(keyReference) == key { return integer(valueReference) }
    }
    return nil
  }

  private func string(_ reference: Int) -> [UInt8]? {
    guard let start = offset(of: reference), let (kind, count, body) = header(at: start),
      kind == 0x5,
      count <= bytes.count - body
    else { return nil }
    return Array(bytes[body..<body + count])
  }

  private func integer(_ reference: Int) -> Int? {
    guard let start = offset(of: reference), start < bytes.count, bytes[start] & 0xF0 == 0x10,
      bytes[start] & 0x0F <= 3
    else { return nil }
    return Self.number(bytes, start + 1, 1 << Int(bytes[start] & 0x0F))
  }

  /// Reads an object's kind, its count and where its content begins.
  private func header(at start: Int) -> (kind: UInt8, count: Int, body: Int)? {
    guard start < bytes.count else { return nil }
    let kind = bytes[start] >> 4
    let count = Int(bytes[start] & 0x0F)
    guard count == 0x0F else { return (kind, count, start + 1) }
    guard start + 1 < bytes.count, bytes[start + 1] & 0xF0 == 0x10, bytes[start + 1] & 0x0F <= 3
    else { return nil }
    let size = 1 << Int(bytes[start + 1] & 0x0F)
    guard let long = Self.number(bytes, start + 2, size), long <= bytes.count else { return nil }
    return (kind, long, start + 2 + size)
  }

  private func reference(_ body: Int, _ index: Int) -> Int? {
    Self.number(bytes, body + index * referenceSize, referenceSize)
  }

  private func offset(of object: Int) -> Int? {
    guard object >= 0, object < objectCount else { return nil }
    return Self.number(bytes, table + object * offsetSize, offsetSize)
  }

  /// Reads a whole number, most significant byte first, when it is there and not too large.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
    let number = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: number)
  }
}
