/// Where a JSON5 text stops being one.
///
/// The decoder of the standard distribution says only that something is wrong, so a text that it
/// refuses is read again here, without keeping anything.
struct JSON5Fault: Error, Equatable, Sendable {
  /// The line, counted from 1.
  let line: Int

  /// The column, counted in bytes from 1.
  let column: Int

  /// Finds the first fault; nil when the text has the right form.
  init?(in bytes: [UInt8]) {
    var scanner = Scanner(bytes: bytes)
    guard !scanner.document() else { return nil }
    let before = bytes[..<min(scanner.position, bytes.count)]
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    column = before.count - ((before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1) + 1
  }
}

/// Walks over a text and stops at the first byte that cannot stand where it does.
private struct Scanner {
  let bytes: [UInt8]
  var position = 0
  private var depth = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() -> Bool {
    guard value() else { return false }
    return skipBlanks() && position == bytes.count
  }

  private var next: Unicode.Scalar? {
    position < bytes.count ? Unicode.Scalar(bytes[position]) : nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private mutating func value() -> Bool {
    // Nothing that a person writes is nested like this; a bound spares the stack.
    guard skipBlanks(), depth < 64 else { return false }
    switch next {
    case "{": return list(closing: "}") { $0.member() }
    case "[": return list(closing: "]") { $0.value() }
    case "\"", "'": return string()
    default: return word()
    }
  }

  private mutating func list(
    closing: Unicode.Scalar, _ element: (inout Scanner) -> Bool
  ) -> Bool {
    position += 1
    depth += 1
    defer { depth -= 1 }
    while true {
      guard skipBlanks() else { return false }
      if take(closing) { return true }
      guard element(&self), skipBlanks() else { return false }
      if take(closing) { return true }
      guard take(",") else { return false }
    }
  }

  private mutating func member() -> Bool {
    let named = next == "\"" || next == "'" ? string() : word()
    return named && skipBlanks() && take(":") && value()
  }

  private mutating func string() -> Bool {
    let quote = next
    position += 1
    while let scalar = next {
      position += 1
      if scalar == quote { return true }
      if scalar == "\\" { position += 1 }
      if scalar == "\n" {
        position -= 1
        return false
      }
    }
    return false
  }

  /// A number, a literal, or a name without quotes.
  private mutating func word() -> Bool {
    let start = position
    while let scalar = next {
      let isPart =
        scalar.properties.isAlphabetic || scalar.value >= 0x80 || ("0"..."9").contains(scalar)
        || "+-._$".unicodeScalars.contains(scalar)
      guard isPart else { break }
      position += 1
    }
    return position > start
  }

  /// Passes over blanks and comments; false when a comment does not end.
  private mutating func skipBlanks() -> Bool {
    while let scalar = next {
      if scalar.properties.isWhitespace {
        position += 1
      } else if scalar == "/" {
        guard skipComment() else { return false }
      } else {
        return true
      }
    }
    return true
  }

  private mutating func skipComment() -> Bool {
    let rest = bytes[(position + 1)...]
    switch rest.first.map({ Unicode.Scalar($0) }) {
    case "/":
      position = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      return true
    case "*":
      for index in rest.indices.dropFirst(2)
      where rest[index] == UInt8(ascii: "/") && rest[index - 1] == UInt8(ascii: "*") {
        position = index + 1
        return true
      }
      return false
    default: return false
    }
  }
}
