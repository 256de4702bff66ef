public import CookieCore

/// A length of time as written: a number and a unit.
public struct FilterDuration: Hashable, Sendable {
  /// A unit of time.
  public enum Unit: Character, Hashable, Sendable, CaseIterable {
    case second = "s"
    case minute = "m"
    case hour = "h"
    case day = "d"
    case week = "w"

    /// The length in seconds.
    public var seconds: Int64 {
      switch self {
      case .second: 1
      case .minute: 60
      case .hour: 3600
      case .day: 86_400
      case .week: 604_800
      }
    }
  }

  /// How many units; negative for the other direction of time.
  public var count: Int64
  /// The unit.
  public var unit: Unit

  /// Takes a number and a unit.
  public init(count: Int64, unit: Unit) {
    self.count = count
    self.unit = unit
  }

  /// Reads a number and one of `s m h d w`, or returns nil.
  public init?(_ text: some StringProtocol) {
    guard let last = text.last, let unit = Unit(rawValue: last) else { return nil }
    let digits = text.dropLast()
    guard digits.drop(while: { $0 == "-" }).allSatisfy(\.isASCIIDigit),
      let count = Int64(digits), abs(count) <= 1_000_000_000
    else { return nil }
    self.init(count: count, unit: unit)
  }

  /// The length in microseconds.
  public var microseconds: Int64 {
    let (product, overflow) = (count * unit.seconds).multipliedReportingOverflow(by: 1_000_000)
    return overflow ? (count < 0 ? .min : .max) : product
  }

  /// The length in seconds.
  public var seconds: Int64 { count * unit.seconds }

  var text: String { "\(count)\(unit.rawValue)" }
}

/// A date, or a date with a time, in UTC.
public struct FilterMoment: Hashable, Sendable {
  /// The date.
  public var date: CivilDate
  /// Seconds since midnight; nil when only a date was written.
  public var secondOfDay: Int?
  /// Whether the seconds were written; without them the moment is a whole minute.
  public var hasSeconds: Bool

  /// Reads `2026-11-30`, with `T12:00` or `T12:00:05` behind it, or returns nil.
  ///
  /// A blank may stand for the `T`, and a `Z` may follow.
  public init?(_ text: some StringProtocol) {
    let whole = Array(text.utf8)
    guard whole.count >= 10, let date = CivilDate(whole[..<10]) else { return nil }
    self.date = date
    guard whole.count > 10 else {
      secondOfDay = nil
      hasSeconds = false
      return
    }
    guard [0x54, 0x74, 0x20].contains(whole[10]) else { return nil }
    var clock = whole[11...]
    if let last = clock.last, last == 0x5A || last == 0x7A { clock = clock.dropLast() }
    guard let second = Self.secondOfDay(clock) else { return nil }
    secondOfDay = second
    hasSeconds = clock.count > 5
  }

  /// The first microsecond.
  public var start: Timestamp {
    Timestamp(seconds: date.daysSince1970 * 86_400 + Int64(secondOfDay ?? 0))
  }

  /// The first microsecond behind it.
  public var end: Timestamp {
    start.adding(seconds: secondOfDay == nil ? 86_400 : hasSeconds ? 1 : 60)
  }

  var text: String {
    guard let secondOfDay else { return date.text }
    let parts = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
    let clock = parts.prefix(hasSeconds ? 3 : 2).map { decimal($0, digits: 2) }
    return date.text + "T" + clock.joined(separator: ":")
  }

  private static func secondOfDay(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count == 5 || text.count == 8 else { return nil }
    let parts = text.split(separator: 0x3A, omittingEmptySubsequences: false)
      .map { $0.count == 2 ? number($0) : nil }
    guard parts.count == (text.count == 5 ? 2 : 3), let hour = parts[0], let minute = parts[1],
      let second = parts.count == 3 ? parts[2] : 0, hour < 24, minute < 60, second < 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }
}

/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
  /// The year, from 0 to 9999.
  public var year: Int
  /// The month, from 1.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int

  /// Reads ten bytes of the form `2026-11-30`, or returns nil for any other or for no real day.
  init?(_ text: some Collection<UInt8>) {
    let parts = text.split(separator: 0x2D, omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], let year = number(parts[0]),
      let month = number(parts[1]), let day = number(parts[2]), (1...12).contains(month),
      day >= 1
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    guard CivilDate(daysSince1970: daysSince1970) == self else { return nil }
  }

  /// Finds the day that a number of days leads to.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  public init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  /// The number of days from 1970-01-01.
  public var daysSince1970: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  var text: String {
    "\(decimal(year, digits: 4))-\(decimal(month, digits: 2))-\(decimal(day, digits: 2))"
  }
}

extension Character {
  /// Whether it is one of `0` to `9`.
  var isASCIIDigit: Bool { isASCII && isWholeNumber }
}

/// Reads up to nine digits.
private func number(_ text: some Collection<UInt8>) -> Int? {
  guard !text.isEmpty, text.count < 10 else { return nil }
  var value = 0
  for byte in text {
    guard (0x30...0x39).contains(byte) else { return nil }
    value = value * 10 + Int(byte - 0x30)
  }
  return value
}

/// Writes a number with leading zeros.
func decimal(_ value: Int, digits: Int) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
