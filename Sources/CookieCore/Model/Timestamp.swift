/// A point in time, in microseconds since 1970-01-01 00:00:00 UTC.
///
/// Microseconds hold every engine's own unit without loss: Firefox and Chromium count them, Foundation and
/// CFNetwork keep fractions of seconds whose last bits are kept by the format that read them.
public struct Timestamp: Hashable, Comparable, Codable, Sendable {
  /// Microseconds since the Unix epoch; negative before it.
  public var microseconds: Int64

  /// Takes microseconds since the Unix epoch.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Takes whole seconds since the Unix epoch, clamped to what 64 bits of microseconds hold.
  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    microseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Takes seconds since the Unix epoch, rounded to a microsecond and clamped; not-a-number is 0.
  public init(secondsSince1970 seconds: Double) {
    let scaled = (seconds * 1_000_000).rounded()
    if scaled.isNaN {
      microseconds = 0
    } else if scaled >= 9_223_372_036_854_774_784 {
      microseconds = .max
    } else if scaled <= -9_223_372_036_854_774_784 {
      microseconds = .min
    } else {
      microseconds = Int64(scaled)
    }
  }

  /// Whole seconds since the Unix epoch, rounded down.
  public var seconds: Int64 {
    let quotient = microseconds / 1_000_000
    return microseconds % 1_000_000 < 0 ? quotient - 1 : quotient
  }

  /// Seconds since the Unix epoch with their fraction.
  public var secondsSince1970: Double { Double(microseconds) / 1_000_000 }

  /// Orders by the text, so that no locale takes part.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Returns this time moved by whole seconds, clamped.
  public func adding(seconds: Int64) -> Timestamp {
    let step = Timestamp(seconds: seconds).microseconds
    let (sum, overflow) = microseconds.addingReportingOverflow(step)
    return Timestamp(microseconds: overflow ? (step < 0 ? .min : .max) : sum)
  }

  /// Takes every field as it is.
  public init(from decoder: any Decoder) throws {
    microseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Writes the lossless form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(microseconds)
  }
}
