/// An IPv4 or IPv6 address of a URL.
public enum IPAddress: Hashable, Sendable {
  /// An IPv4 address.
  case v4(UInt32)
  /// Eight pieces of 16 bits, the first one first.
  case v6([UInt16])

  /// Reads four decimal numbers with dots between, or an IPv6 address with or without brackets.
  ///
  /// Shortened, octal and hexadecimal IPv4 forms are names here; only a URL's host may use them.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    if let address = Self.strictV4(bytes[...]) {
      self = .v4(address)
    } else if let pieces = Self.v6Pieces(Self.withoutBrackets(bytes[...])) {
      self = .v6(pieces)
    } else {
      return nil
    }
  }

  /// Reads the wider IPv4 forms that the URL Standard allows in a URL's host.
  ///
  /// One to four parts, each decimal, octal (`0…`) or hexadecimal (`0x…`); the last fills up.
  /// - Source: URL Standard, "IPv4 parser".
  public init?(looseV4 text: some StringProtocol) {
    var parts = Array(text.utf8).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count > 1, let last = parts.last, last.isEmpty { parts.removeLast() }
    guard !parts.isEmpty, parts.count <= 4 else { return nil }
    var numbers: [UInt64] = []
    for part in parts {
      guard let number = Self.number(part) else { return nil }
      numbers.append(number)
    }
    let last = numbers.removeLast()
    guard numbers.allSatisfy({ $0 < 256 }), last < 1 << (8 * UInt64(4 - numbers.count)) else {
      return nil
    }
    var address = UInt32(last)
    for (index, number) in numbers.enumerated() { address |= UInt32(number) << (24 - 8 * index) }
    self = .v4(address)
  }

  /// The spelling in a URL: dotted decimal, or RFC 5952 in brackets.
  public var name: String {
    switch self {
    case .v4(let address):
      [24, 16, 8, 0].map { String(address >> UInt32($0) & 255) }.joined(separator: ".")
    case .v6(let pieces): "[" + Self.compressed(pieces) + "]"
    }
  }

  private static func compressed(_ pieces: [UInt16]) -> String {
    var best = 0..<0
    var start = 0
    while start < pieces.count {
      var end = start
      while end < pieces.count, pieces[end] == 0 { end += 1 }
      if end - start > max(best.count, 1) { best = start..<end }
      start = max(end, start + 1)
    }
    let groups = pieces.map { String($0, radix: 16) }
    guard !best.isEmpty else { return groups.joined(separator: ":") }
    return groups[..<best.lowerBound].joined(separator: ":") + "::"
      + groups[best.upperBound...].joined(separator: ":")
  }

  private static func withoutBrackets(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count > 1 else {
      return bytes
    }
    return bytes.dropFirst().dropLast()
  }

  private static func strictV4(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.count >= 7, bytes.count <= 15 else { return nil }
    var address: UInt32 = 0
    var parts = 0
    for part in bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard (1...3).contains(part.count), part.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
      guard part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
      let number = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - 48) }
      guard number < 256 else { return nil }
      address = address << 8 | number
      parts += 1
    }
    return parts == 4 ? address : nil
  }

  private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
    var digits = part
    var radix: UInt64 = 10
    if digits.count >= 2, digits.first == UInt8(ascii: "0") {
      let isHexadecimal = digits.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
      radix = isHexadecimal ? 16 : 8
      digits = digits.dropFirst(isHexadecimal ? 2 : 1)
      if digits.isEmpty { return 0 }
    }
    guard !digits.isEmpty else { return nil }
    var number: UInt64 = 0
    for byte in digits {
      guard let digit = hexadecimalDigit(byte), UInt64(digit) < radix else { return nil }
      number = min(number * radix + UInt64(digit), 1 << 40)
    }
    return number
  }

  private static func v6Pieces(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
    guard bytes.count >= 2, bytes.count <= 45, bytes.contains(UInt8(ascii: ":")) else { return nil }
    var groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    // A leading or trailing "::" gives two empty groups; one of them says it all.
    if groups.first?.isEmpty == true {
      guard groups.count > 1, groups[1].isEmpty else { return nil }
      groups.removeFirst()
    }
    if groups.last?.isEmpty == true {
      guard groups.count > 1, groups[groups.count - 2].isEmpty || groups.count == 2 else {
        return nil
      }
      if groups.count > 1, groups[groups.count - 2].isEmpty { groups.removeLast() }
    }
    var pieces: [UInt16] = []
    var gap: Int?
    for (index, group) in groups.enumerated() {
      if group.isEmpty {
        guard gap == nil else { return nil }
        gap = pieces.count
      } else if index == groups.count - 1, let address = strictV4(group) {
        pieces += [UInt16(address >> 16), UInt16(address & 0xffff)]
      } else {
        guard group.count <= 4 else { return nil }
        var piece: UInt16 = 0
        for byte in group {
          guard let digit = hexadecimalDigit(byte) else { return nil }
          piece = piece << 4 | UInt16(digit)
        }
        pieces.append(piece)
      }
    }
    guard let gap else { return pieces.count == 8 ? pieces : nil }
    guard pieces.count < 8 else { return nil }
    pieces.insert(contentsOf: repeatElement(0, count: 8 - pieces.count), at: gap)
    return pieces
  }
}

/// Returns the value of a hexadecimal digit, or nil.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}
