import Foundation

/// One line of what is printed: a measurement beside its budget.
struct Line {
  /// What was measured.
  var what: String
  /// The measurement.
  var measured: String
  /// The most it may be; empty where there is no budget.
  var budget = ""
  /// Whether it is more.
  var isOver = false

  /// The line as it is printed.
  var text: String {
    let verdict = budget.isEmpty ? "" : isOver ? "over" : "ok"
    return Self.padded(what, 56) + Self.padded(measured, 44) + Self.padded(budget, 22) + verdict
  }

  /// A time that has to be within another.
  static func time(_ what: String, _ seconds: Double, atMost limit: Double? = nil) -> Line {
    Line(
      what: what, measured: written(seconds), budget: limit.map { "at most " + written($0) } ?? "",
      isOver: limit.map { seconds > $0 } ?? false)
  }

  /// A time beside what something else took in the same run.
  static func ratio(
    _ what: String, _ seconds: Double, of other: String, _ otherSeconds: Double,
    atMost limit: Double? = nil
  ) -> Line {
    let ratio = seconds / max(otherSeconds, 1e-9)
    return Line(
      what: what, measured: "\(written(seconds)), \(written(ratio: ratio)) \(other)",
      budget: limit.map { "at most \(written(ratio: $0))" } ?? "",
      isOver: limit.map { ratio > $0 } ?? false)
  }

  /// A number that has to be within another.
  static func number(
    _ what: String, _ value: Double, _ unit: String, atMost limit: Double? = nil
  ) -> Line {
    Line(
      what: what, measured: String(format: "%.1f ", value) + unit,
      budget: limit.map { String(format: "at most %.0f ", $0) + unit } ?? "",
      isOver: limit.map { value > $0 } ?? false)
  }

  private static func written(ratio: Double) -> String {
    String(format: ratio < 0.1 ? "%.3f times" : "%.2f times", ratio)
  }

  private static func written(_ seconds: Double) -> String {
    if seconds < 0.001 { return String(format: "%.0f µs", seconds * 1_000_000) }
    if seconds < 1 { return String(format: "%.1f ms", seconds * 1000) }
    return String(format: "%.2f s", seconds)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

/// The seconds that something takes.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try work()
  return start.duration(to: .now) / .seconds(1)
}

/// The least of the seconds that something takes several times, which the rest of the machine disturbs least.
func leastSeconds(of times: Int, _ work: () throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<times { least = min(least, try seconds(work)) }
  return least
}

/// A number with its thousands set apart.
func grouped(_ number: Int) -> String {
  var text = String(number)
  var place = text.count - 3
  while place > 0 {
    text.insert(",", at: text.index(text.startIndex, offsetBy: place))
    place -= 3
  }
  return text
}
