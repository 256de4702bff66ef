/// A way to compare a whole text, prepared once.
enum TextMatcher: Sendable {
  case exact([UInt8])
  /// Without regard to the case of ASCII; the bytes are lower case.
  case folded([UInt8])
  /// A host and everything below it, without regard to case.
  case hostAndBelow([UInt8])
  /// The text, or the text with a colon and more behind it.
  case identifier([UInt8])
  case glob(GlobPattern)
  case regex(LinearPattern)

  func matches(_ text: Span<UInt8>) -> Bool {
    switch self {
    case .exact(let bytes):
      return text.count == bytes.count && hasPrefix(text, bytes, isFolded: false)
    case .folded(let bytes):
      return text.count == bytes.count && hasPrefix(text, bytes, isFolded: true)
    case .hostAndBelow(let bytes):
      let start = text.count - bytes.count
      guard start >= 0, start == 0 || text[start - 1] == 0x2E else { return false }
      return hasPrefix(text.extracting(start..<text.count), bytes, isFolded: true)
    case .identifier(let bytes):
      guard hasPrefix(text, bytes, isFolded: false) else { return false }
      return text.count == bytes.count || text[bytes.count] == 0x3A
    case .glob(let pattern): return pattern.matches(text)
    case .regex(let pattern): return pattern.isFound(in: text)
    }
  }
}

private func hasPrefix(_ text: Span<UInt8>, _ prefix: [UInt8], isFolded: Bool) -> Bool {
  guard text.count >= prefix.count else { return false }
  for index in prefix.indices {
    let byte = isFolded ? foldedASCII(text[index]) : text[index]
    guard byte == prefix[index] else { return false }
  }
  return true
}

/// A text with `*` for any characters and `?` for one.
struct GlobPattern: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case byte(UInt8)
    case one, many
  }

  private let parts: [Part]
  private let isFolded: Bool

  init(_ text: String, ignoringCase: Bool) {
    isFolded = ignoringCase
    parts = text.utf8.map { byte in
      switch byte {
      case 0x2A: .many
      case 0x3F: .one
      default: .byte(ignoringCase ? foldedASCII(byte) : byte)
      }
    }
  }

  /// Reports whether the whole text matches.
  ///
  /// - Complexity: O(*n* · *m*): only the last `*` is ever tried again.
  func matches(_ text: Span<UInt8>) -> Bool {
    var place = 0
    var part = 0
    var retry: (part: Int, place: Int)?
    while place < text.count {
      if part < parts.count, parts[part] == .many {
        retry = (part, place)
        part += 1
      } else if part < parts.count, let next = step(parts[part], text, place) {
        part += 1
        place = next
      } else if let last = retry {
        retry = (last.part, last.place + 1)
        part = last.part + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .many }
  }

  private func step(_ part: Part, _ text: Span<UInt8>, _ place: Int) -> Int? {
    switch part {
    case .byte(let byte):
      let found = isFolded ? foldedASCII(text[place]) : text[place]
      return found == byte ? place + 1 : nil
    case .one:
      var next = place + 1
      while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
      return next
    case .many: return nil
    }
  }
}
