import CookieCore
import StoreModel

/// Times as people read them, always in UTC so that the same state gives the same screen anywhere.
enum TimeText {
  /// `2033-05-18 03:33:20`; other years than 0 to 9999 are told in words.
  static func full(_ time: Timestamp) -> String {
    guard let date = date(time) else { return outside(time) }
    return date + " " + clock(time)
  }

  /// `2033-05-18`.
  static func day(_ time: Timestamp) -> String { date(time) ?? outside(time) }

  /// `03:33:20`.
  static func clock(_ time: Timestamp) -> String {
    let second = time.seconds - floorDay(time) * 86_400
    return [second / 3600, second / 60 % 60, second % 60].map { pad($0, 2) }
      .joined(separator: ":")
  }

  /// `2 min`, `3 h`, `6 d`: the distance between two times in its largest unit.
  static func distance(_ seconds: Int64) -> String {
    switch seconds.magnitude {
    case 0..<60: "\(seconds.magnitude) s"
    case 60..<3600: "\(seconds.magnitude / 60) min"
    case 3600..<86_400: "\(seconds.magnitude / 3600) h"
    case 86_400..<(86_400 * 730): "\(seconds.magnitude / 86_400) d"
    default: "\(seconds.magnitude / (86_400 * 365)) y"
    }
  }

  /// How long ago a time was, such as `2 min`; `?` when it is not known.
  static func age(_ time: Timestamp?, asOf now: Timestamp) -> String {
    guard let time else { return "?" }
    let seconds = now.seconds - clamped(time).seconds
    return seconds < 0 ? "in " + distance(seconds) : distance(seconds)
  }

  /// When a cookie expires, such as `in 6 d` or `3 d ago`; `session` when it has no time.
  static func expiry(_ time: Timestamp?, asOf now: Timestamp) -> String {
    guard let time else { return "session" }
    let seconds = clamped(time).seconds - now.seconds
    return seconds > 0 ? "in " + distance(seconds) : distance(seconds) + " ago"
  }

  /// Reads `2033-05-18`, `2033-05-18 03:33:20`, or a distance such as `30d`; nil for anything else.
  static func parse(_ text: String, asOf now: Timestamp) -> Timestamp? {
    if let moment = FilterMoment(text) { return moment.start }
    guard let duration = FilterDuration(text) else { return nil }
    return now.adding(seconds: duration.seconds)
  }

  private static func date(_ time: Timestamp) -> String? {
    let civil = CivilDate(daysSince1970: floorDay(time))
    guard (0...9999).contains(civil.year) else { return nil }
    return "\(pad(Int64(civil.year), 4))-\(pad(Int64(civil.month), 2))-\(pad(Int64(civil.day), 2))"
  }

  private static func outside(_ time: Timestamp) -> String {
    time.microseconds < 0 ? "before year 0" : "after year 9999"
  }

  private static func floorDay(_ time: Timestamp) -> Int64 {
    let day = time.seconds / 86_400
    return time.seconds % 86_400 < 0 ? day - 1 : day
  }

  /// Keeps subtractions of far times from overflowing.
  private static func clamped(_ time: Timestamp) -> Timestamp {
    Timestamp(microseconds: min(max(time.microseconds, .min / 4), .max / 4))
  }

  private static func pad(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
