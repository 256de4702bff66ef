/// Dates as the Expires attribute carries them.
///
/// Source: RFC 6265bis 5.1.1. No locale, no time zone: a zone in the text is a token like any other and means nothing.
public enum CookieDate {
  /// Reads a date, or returns nil for what is none.
  ///
  /// - Complexity: O(*n*).
  public static func parse(_ text: String) -> Timestamp? {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  /// Reads a date from bytes, or returns nil for what is none.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    var fields = Fields()
    var index = 0
    while index < bytes.count {
      // Step 1: a token runs to the next delimiter.
      guard !isDelimiter(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, !isDelimiter(bytes[index]) { index += 1 }
      fields.take(UnsafeBufferPointer(rebasing: bytes[start..<index]))
    }
    return fields.timestamp
  }

  /// Writes a date in the form servers are told to use, or returns nil for a year that has not four digits.
  ///
  /// - Source: RFC 9110 5.6.7, IMF-fixdate.
  public static func format(_ time: Timestamp) -> String? {
    let days = floorDivide(time.seconds, 86_400)
    let second = time.seconds - days * 86_400
    let (year, month, day) = civil(fromDays: days)
    guard (0...9999).contains(year) else { return nil }
    let weekday = Int((days % 7 + 11) % 7)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return weekdays[weekday] + ", " + padded(day, 2) + " " + months[Int(month) - 1] + " "
      + padded(year, 4) + " " + clock.joined(separator: ":") + " GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// The values found so far, each by the first token that has its form.
  private struct Fields {
    var time: Int64?
    var day: Int64?
    var month: Int64?
    var year: Int64?

    /// Step 2.
    mutating func take(_ token: UnsafeBufferPointer<UInt8>) {
      if time == nil, let found = Self.time(token) {
        time = found
      } else if day == nil, let found = Self.number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = Self.month(token) {
        month = found
      } else if year == nil, let found = Self.number(token, digits: 2...4) {
        year = found
      }
    }

    /// Steps 3 to 6.
    var timestamp: Timestamp? {
      guard let time, let day, let month, var year else { return nil }
      if (70...99).contains(year) { year += 1900 }
      if (0...69).contains(year) { year += 2000 }
      guard time >= 0, year >= 1601, day >= 1, day <= daysIn(month: month, year: year) else {
        return nil
      }
      return Timestamp(seconds: days(year: year, month: month, day: day) * 86_400 + time)
    }

    /// The seconds of the day, or -1 for a clock out of range, which step 5 refuses.
    private static func time(_ token: UnsafeBufferPointer<UInt8>) -> Int64? {
      var index = 0
      var parts: (Int64, Int64, Int64) = (0, 0, 0)
      for part in 0..<3 {
        guard let value = digits(token, at: &index, atMost: 2) else { return nil }
        switch part {
        case 0: parts.0 = value
        case 1: parts.1 = value
        default: parts.2 = value
        }
        guard part < 2 else { break }
        guard index < token.count, token[index] == UInt8(ascii: ":") else { return nil }
        index += 1
      }
      guard index == token.count || token[index] &- 48 > 9 else { return nil }
      guard parts.0 <= 23, parts.1 <= 59, parts.2 <= 59 else { return -1 }
      return parts.0 * 3600 + parts.1 * 60 + parts.2
    }

    private static func number(
      _ token: UnsafeBufferPointer<UInt8>, digits range: ClosedRange<Int>
    ) -> Int64? {
      var index = 0
      guard let value = digits(token, at: &index, atMost: range.upperBound) else { return nil }
      guard index >= range.lowerBound, index == token.count || token[index] &- 48 > 9 else {
        return nil
      }
      return value
    }

    private static func digits(
      _ token: UnsafeBufferPointer<UInt8>, at index: inout Int, atMost count: Int
    ) -> Int64? {
      let start = index
      var value: Int64 = 0
      while index < token.count, index - start < count, token[index] &- 48 <= 9 {
        value = value * 10 + Int64(token[index] &- 48)
        index += 1
      }
      return index > start ? value : nil
    }

    private static func month(_ token: UnsafeBufferPointer<UInt8>) -> Int64? {
      guard token.count >= 3 else { return nil }
      switch (token[0] | 0x20, token[1] | 0x20, token[2] | 0x20) {
      case (0x6A, 0x61, 0x6E): return 1
      case (0x66, 0x65, 0x62): return 2
      case (0x6D, 0x61, 0x72): return 3
      case (0x61, 0x70, 0x72): return 4
      case (0x6D, 0x61, 0x79): return 5
      case (0x6A, 0x75, 0x6E): return 6
      case (0x6A, 0x75, 0x6C): return 7
      case (0x61, 0x75, 0x67): return 8
      case (0x73, 0x65, 0x70): return 9
      case (0x6F, 0x63, 0x74): return 10
      case (0x6E, 0x6F, 0x76): return 11
      case (0x64, 0x65, 0x63): return 12
      default: return nil
      }
    }
  }
}
