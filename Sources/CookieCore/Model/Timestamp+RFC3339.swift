extension Timestamp {
  /// The time in the form of RFC 3339, in UTC, such as `2033-05-18T03:33:20Z`.
  ///
  /// A fraction of a second has as many digits as it needs, up to six. A year beyond four digits has a sign,
  /// as ISO 8601 allows, so that every time can be written and read back.
  public var rfc3339: String {
    var bytes: [UInt8] = []
    appendRFC3339(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the form of RFC 3339 to bytes.
  public func appendRFC3339(to bytes: inout [UInt8]) {
    let dayNumber = floorDivide(seconds, 86_400)
    let second = seconds - dayNumber * 86_400
    let (year, month, day) = civil(fromDays: dayNumber)
    if !(0...9999).contains(year) { bytes.append(UInt8(ascii: year < 0 ? "-" : "+")) }
    Self.append(year.magnitude, digits: (0...9999).contains(year) ? 4 : 6, to: &bytes)
    for part in [month, day] {
      bytes.append(UInt8(ascii: "-"))
      Self.append(part.magnitude, digits: 2, to: &bytes)
    }
    for (mark, part) in [
      (UInt8(ascii: "T"), second / 3600), (UInt8(ascii: ":"), second / 60 % 60),
      (UInt8(ascii: ":"), second % 60),
    ] {
      bytes.append(mark)
      Self.append(part.magnitude, digits: 2, to: &bytes)
    }
    let fraction = microseconds &- seconds &* 1_000_000
    if fraction != 0 {
      bytes.append(UInt8(ascii: "."))
      Self.append(fraction.magnitude, digits: 6, to: &bytes)
      while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Reads the form of RFC 3339, or of ISO 8601 where it names a date, a time and a zone.
  ///
  /// Digits beyond microseconds are dropped. A text without a zone is read as UTC.
  public init?(rfc3339 text: String) {
    var reader = RFC3339Reader(bytes: Array(text.utf8))
    guard let time = reader.read() else { return nil }
    self = time
  }

  private static func append(_ number: UInt64, digits: Int, to bytes: inout [UInt8]) {
    var divisor: UInt64 = 1
    for _ in 1..<digits { divisor *= 10 }
    var rest = number
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor % 10))
      rest %= divisor
      divisor /= 10
    }
  }
}

/// Reads one date and time from front to back.
private struct RFC3339Reader {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> Timestamp? {
    guard let date = readDate(), let clock = readClock(), let offset = readZone(),
      index == bytes.count
    else { return nil }
    // Before 1970 the whole seconds alone may lie below what 64 bits hold, so a second is moved to the fraction.
    let seconds = date * 86_400 + clock.seconds - offset
    let borrowed: Int64 = seconds < 0 ? 1 : 0
    let (product, productOverflow) = (seconds + borrowed).multipliedReportingOverflow(by: 1_000_000)
    let (sum, sumOverflow) = product.addingReportingOverflow(
      clock.microseconds - borrowed * 1_000_000)
    return productOverflow || sumOverflow ? nil : Timestamp(microseconds: sum)
  }

  private mutating func readDate() -> Int64? {
    let isSigned = peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-")
    let isNegative = peek == UInt8(ascii: "-")
    if isSigned { index += 1 }
    guard let year = number(digits: isSigned ? 4...6 : 4...4), skip("-"),
      let month = number(digits: 2...2), (1...12).contains(month), skip("-"),
      let day = number(digits: 2...2)
    else { return nil }
    let signedYear = isNegative ? -year : year
    guard (1...daysIn(month: month, year: signedYear)).contains(day) else { return nil }
    return days(year: signedYear, month: month, day: day)
  }

  private mutating func readClock() -> (seconds: Int64, microseconds: Int64)? {
    guard skip("T") || skip("t") || skip(" "), let hour = number(digits: 2...2), hour < 24,
      skip(":"), let minute = number(digits: 2...2), minute < 60, skip(":"),
      let second = number(digits: 2...2), second <= 60
    else { return nil }
    var fraction: Int64 = 0
    if skip(".") || skip(",") {
      let start = index
      var unit: Int64 = 100_000
      while let digit = digit(at: index) {
        fraction += digit * unit
        unit /= 10
        index += 1
      }
      guard index > start else { return nil }
    }
    return (hour * 3600 + minute * 60 + second, fraction)
  }

  /// Returns the seconds by which the zone is ahead of UTC.
  private mutating func readZone() -> Int64? {
    if index == bytes.count || skip("Z") || skip("z") { return 0 }
    let isBehind = peek == UInt8(ascii: "-")
    guard skip("+") || skip("-"), let hour = number(digits: 2...2), hour < 24 else { return nil }
    _ = skip(":")
    guard let minute = number(digits: 2...2), minute < 60 else { return nil }
    return (hour * 3600 + minute * 60) * (isBehind ? -1 : 1)
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private func digit(at index: Int) -> Int64? {
    guard index < bytes.count, bytes[index] &- 48 <= 9 else { return nil }
    return Int64(bytes[index] &- 48)
  }

  private mutating func number(digits range: ClosedRange<Int>) -> Int64? {
    let start = index
    var value: Int64 = 0
    while index - start < range.upperBound, let digit = digit(at: index) {
      value = value * 10 + digit
      index += 1
    }
    return index - start >= range.lowerBound ? value : nil
  }
}
