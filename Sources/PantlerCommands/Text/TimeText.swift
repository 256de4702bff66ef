import CookieCore

/// Points in time and lengths of time for people, in UTC.
enum TimeText {
  /// The date and the time to the second for a person, such as `2026-11-30 12:00:05`.
  static func plain(_ time: Timestamp) -> String {
    let text = Timestamp(seconds: time.seconds).rfc3339
    guard let first = text.first, first.isNumber else {
      return time.microseconds < 0 ? "long ago" : "far future"
    }
    return String(text.dropLast()).replacing("T", with: " ")
  }

  /// The time of day to the second.
  static func clock(_ time: Timestamp) -> String {
    String(plain(time).suffix(8))
  }

  /// When a cookie expires, seen from now.
  static func expiry(_ time: Timestamp?, now: Timestamp) -> String {
    guard let time else { return "session" }
    return time <= now ? "expired " + plain(time) : plain(time)
  }
}

/// Counts with their nouns.
func amount(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) " + (count == 1 ? one : many ?? one + "s")
}
