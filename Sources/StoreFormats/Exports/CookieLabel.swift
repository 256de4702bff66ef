import CookieCore

/// Names cookies in notices, where no value may appear.
enum CookieLabel {
  /// Names a cookie by its name and domain, with everything made visible that could disturb a terminal.
  static func label(_ cookie: Cookie) -> String {
    "“\(visible(cookie.name))” of \(visible(cookie.domain))"
  }

  /// Makes text safe to show, and not longer than a line.
  static func visible(_ text: CookieText) -> String {
    var result = ""
    for (index, scalar) in text.text.unicodeScalars.enumerated() {
      guard index < 60 else { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
