/// Takes a Set-Cookie line apart.
///
/// Source: RFC 6265bis 5.6. Works on bytes in one pass over the line and one over each attribute.
struct SetCookieParser {
  private let line: UnsafeBufferPointer<UInt8>
  private var result = ParsedSetCookie()
  /// One bit for each attribute that was there.
  private var seen: UInt8 = 0

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private enum Attribute: UInt8 {
    case expires, maxAge, domain, path, secure, httpOnly, sameSite, partitioned
  }

  /// The number of notes after which no more are taken, so that a hostile line costs no memory.
  private static let mostNotes = 32

  private init(_ line: UnsafeBufferPointer<UInt8>) {
    self.line = line
  }

  /// Reads one line.
  static func parse(_ line: UnsafeBufferPointer<UInt8>) -> ParsedSetCookie {
    var parser = SetCookieParser(line)
    parser.run()
    return parser.result
  }

  private mutating func run() {
    var pairEnd = line.count
    var hasControl = false
    // Steps 1 and 2 of the first algorithm: control characters, and where the attributes begin.
    for index in 0..<line.count {
      let byte = line[index]
      if byte < 0x20 {
        if byte != 0x09 { hasControl = true }
      } else if byte == 0x7F {
        hasControl = true
      } else if byte == 0x3B, pairEnd == line.count {
        pairEnd = index
      }
    }
    if hasControl { result.rejections.insert(.controlCharacter) }
    takePair(slice(0, pairEnd))
    var start = pairEnd + 1
    while start <= line.count {
      var end = start
      var equals = -1
      while end < line.count, line[end] != 0x3B {
        if line[end] == 0x3D, equals < 0 { equals = end }
        end += 1
      }
      if end > start { takeAttribute(from: start, to: end, equals: equals) }
      start = end + 1
    }
    if result.maxAge != nil, result.expires != nil { note(.maxAgeOverridesExpires) }
  }

  /// Steps 3 to 6 of the first algorithm.
  private mutating func takePair(_ pair: Bytes) {
    if let equals = pair.firstIndex(of: 0x3D) {
      result.name = CookieText(buffer: trimmed(pair, 0, equals))
      result.value = CookieText(buffer: trimmed(pair, equals + 1, pair.count))
    } else {
      result.value = CookieText(buffer: trimmed(pair, 0, pair.count))
    }
    let nameCount = result.name.count
    let count = nameCount + result.value.count
    if count > CookieLimits.nameAndValue { result.rejections.insert(.tooLarge) }
    // 5.7 step 2.
    if count == 0 { result.rejections.insert(.nameAndValueEmpty) }
    guard nameCount == 0, count > 0 else { return }
    note(.namelessCookie)
    // 5.7 step 22: a server could not tell it from a cookie that has the name.
    if CookiePrefix(result.value) != nil { result.rejections.insert(.namelessWithPrefix) }
  }

  /// Steps 4 to 7 of the second algorithm.
  private mutating func takeAttribute(from start: Int, to end: Int, equals: Int) {
    let name = trimmed(line, start, equals < 0 ? end : equals)
    let value = equals < 0 ? slice(end, end) : trimmed(line, equals + 1, end)
    guard value.count <= CookieLimits.attributeValue else {
      note(.attributeTooLong, name)
      return
    }
    guard let attribute = Self.attribute(name) else {
      if name.count + value.count > 0 { note(.attributeUnknown, trimmed(line, start, end)) }
      return
    }
    let bit: UInt8 = 1 << attribute.rawValue
    if seen & bit != 0 { note(.attributeRepeated, name) }
    seen |= bit
    switch attribute {
    case .expires: takeExpires(value)
    case .maxAge: takeMaxAge(value)
    case .domain: takeDomain(value)
    case .path: takePath(value)
    case .secure: result.secure = true
    case .httpOnly: result.httpOnly = true
    case .sameSite: takeSameSite(value)
    case .partitioned: result.partitioned = true
    }
  }

  /// 5.6.1.
  private mutating func takeExpires(_ value: Bytes) {
    if let date = CookieDate.parse(value) {
      result.expires = date
    } else {
      note(.dateNotUnderstood, value)
    }
  }

  /// 5.6.2.
  private mutating func takeMaxAge(_ value: Bytes) {
    let isNegative = value.first == 0x2D
    let digits = isNegative ? Bytes(rebasing: value.dropFirst()) : value
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- 48 <= 9 }) else {
      note(.maxAgeNotUnderstood, value)
      return
    }
    var seconds: Int64 = 0
    for digit in digits {
      let (product, overflow) = seconds.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(digit &- 48))
      seconds = overflow || carry ? .max : sum
      if seconds == .max { break }
    }
    result.maxAge = isNegative ? -seconds : seconds
  }

  /// 5.6.3.
  private mutating func takeDomain(_ value: Bytes) {
    if value.isEmpty { note(.domainEmpty) }
    let hasDot = value.first == 0x2E
    let domain = hasDot ? Bytes(rebasing: value.dropFirst()) : value
    result.domainIsRoot = hasDot && domain.isEmpty
    if domain.contains(where: { $0 &- 0x41 <= 25 }) {
      result.domain = CookieText(bytes: domain.map { $0 &- 0x41 <= 25 ? $0 | 0x20 : $0 })
    } else {
      result.domain = CookieText(buffer: domain)
    }
  }

  /// 5.6.4.
  private mutating func takePath(_ value: Bytes) {
    result.hasPathAttribute = true
    if value.first == 0x2F {
      result.path = CookieText(buffer: value)
    } else {
      result.path = nil
      if !value.isEmpty { note(.pathNotAbsolute, value) }
    }
  }

  /// 5.6.7.
  private mutating func takeSameSite(_ value: Bytes) {
    switch Self.word(value) {
    case 0x6E6F_6E65: result.sameSite = .none
    case 0x6C61_78: result.sameSite = .lax
    case 0x7374_7269_6374: result.sameSite = .strict
    default:
      result.sameSite = .unspecified
      note(.sameSiteNotUnderstood, value)
    }
  }

  private mutating func note(_ kind: SetCookieNote.Kind) {
    if result.notes.count < Self.mostNotes { result.notes.append(SetCookieNote(kind)) }
  }

  private mutating func note(_ kind: SetCookieNote.Kind, _ text: Bytes) {
    guard result.notes.count < Self.mostNotes else { return }
    guard result.notes.count < Self.mostNotes - 1 else { return note(.moreNotesOmitted) }
    let cut = Bytes(rebasing: text.prefix(CookieLimits.attributeValue))
    result.notes.append(SetCookieNote(kind, text: CookieText(buffer: cut)))
  }

  /// The attribute of a name, compared without case.
  private static func attribute(_ name: Bytes) -> Attribute? {
    switch word(name) {
    case 0x7061_7468: .path  // path
    case 0x646F_6D61_696E: .domain
    case 0x7365_6375_7265: .secure
    case 0x6578_7069_7265_73: .expires
    case 0x6D61_782D_6167_65: .maxAge
    case 0x6874_7470_6F6E_6C79: .httpOnly
    case 0x7361_6D65_7369_7465: .sameSite
    default: startsIgnoringCase(name, with: "partitioned") && name.count == 11 ? .partitioned : nil
    }
  }

  /// Up to eight bytes, letters in lower case, as one big-endian number; 0 for what is longer.
  private static func word(_ bytes: Bytes) -> UInt64 {
    guard bytes.count <= 8 else { return 0 }
    var word: UInt64 = 0
    for byte in bytes { word = word << 8 | UInt64(byte &- 0x41 <= 25 ? byte | 0x20 : byte) }
    return word
  }

  private func slice(_ start: Int, _ end: Int) -> Bytes { Bytes(rebasing: line[start..<end]) }

  /// Takes off spaces and tabs at both ends.
  private func trimmed(_ bytes: Bytes, _ from: Int, _ to: Int) -> Bytes {
    var start = from
    var end = to
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return Bytes(rebasing: bytes[start..<end])
  }
}

/// Reports whether bytes begin with a text in lower case, letters compared without case.
func startsIgnoringCase(_ bytes: UnsafeBufferPointer<UInt8>, with prefix: StaticString) -> Bool {
  guard bytes.count >= prefix.utf8CodeUnitCount else { return false }
  return prefix.withUTF8Buffer { prefix in
    for index in 0..<prefix.count {
      let byte = bytes[index]
      guard (byte &- 0x41 <= 25 ? byte | 0x20 : byte) == prefix[index] else { return false }
    }
    return true
  }
}
