/// Numbers as people read them.
enum AmountText {
  /// `318`, `4.1 K`, `31 M`: bytes in the unit that leaves two or three digits.
  static func bytes(_ count: Int?) -> String {
    guard let count else { return "?" }
    guard count >= 1024 else { return "\(count)" }
    var value = Double(count)
    var unit = 0
    while value >= 1024, unit < 4 {
      value /= 1024
      unit += 1
    }
    let letter = Array(" KMGT")[unit]
    guard value < 9.95 else { return "\(Int(value.rounded())) \(letter)" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(letter)"
  }

  /// `1,234,567`.
  static func grouped(_ count: Int) -> String {
    var digits = Array(String(count.magnitude))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: position)
      position -= 3
    }
    return (count < 0 ? "-" : "") + String(digits)
  }

  /// `1 cookie`, `3 cookies`.
  static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    grouped(count) + " " + (count == 1 ? noun : plural ?? noun + "s")
  }
}
