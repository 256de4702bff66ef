import CookieCore
import ScreenKit
import StoreModel

/// Words for what the screens show by place, sign and colour.
enum LinearText {
  /// A composed text without the signs that only an eye understands.
  static func spoken(_ text: String) -> String {
    text.replacing(" ▸ ", with: ", ").replacing(" · ", with: ", ").replacing("→", with: " to ")
  }

  /// A text with its first letter large and a full stop at its end.
  static func sentence(_ text: String) -> String {
    let text = text.prefix(1).uppercased() + text.dropFirst()
    guard let last = text.last, !".?!:…".contains(last) else { return text }
    return text + "."
  }

  /// A distance in time with its unit in full: `in 6 d` is `in 6 days`.
  static func time(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return words.enumerated().map { position, word in
      guard position > 0, let number = Int(words[position - 1].drop { $0 == "(" }) else {
        return word
      }
      let letters = word.prefix { $0.isLetter }
      guard let unit = units[String(letters)] else { return word }
      return unit + (number == 1 ? "" : "s") + word.dropFirst(letters.count)
    }.joined(separator: " ")
  }

  private static let units = [
    "s": "second", "min": "minute", "h": "hour", "d": "day", "y": "year",
  ]

  /// The name of a store, as the screens show it.
  static func store(_ id: StoreID, _ state: BrowserState) -> String {
    spoken(ReviewText.name(id, state))
  }

  /// A line of parts, told one after the other.
  static func line(_ parts: [Canvas.Part]) -> String {
    guard let first = parts.first else { return "" }
    let label = first.text.trimmed
    if parts.count == 2, first.role == .textDim, !label.isEmpty, first.text.hasSuffix(" ") {
      let text = known(part(parts[1]))
      return "\(label): \(label == "Undo" && text == "Enter" ? "open does it" : text)"
    }
    return parts.map(part).filter { !$0.isEmpty }.joined(separator: ", ")
      .replacing("!, ", with: "Issue: ")
  }

  /// A fact, with words where a sign stands for nothing or for not knowing.
  private static func known(_ text: String) -> String {
    if text == "–" { return "none" }
    return text.hasPrefix("?") ? "not known" + text.dropFirst() : text
  }

  /// An amount of bytes with its unit in full: `13 K` is `13 kilobytes`.
  static func bytes(_ text: String) -> String {
    for (letter, unit) in [("K", "kilo"), ("M", "mega"), ("G", "giga"), ("T", "tera")]
    where text.hasSuffix(" " + letter) {
      return text.dropLast() + unit + "bytes"
    }
    return text + (text == "1" ? " byte" : " bytes")
  }

  private static func part(_ part: Canvas.Part) -> String {
    let text = part.text.trimmed
    switch part.role {
    case .issue, .issueSevere:
      return text.hasPrefix("! ") ? "Issue: " + text.dropFirst(2) : text
    case .time, .cookieExpiresSoon, .cookieExpired, .cookieSession: return time(text)
    default: return spoken(text)
    }
  }
}

extension String {
  /// The text without blanks at either end.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
