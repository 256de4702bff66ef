/// A part of a text that is searched for byte by byte.
///
/// The search pays no regard to case when the part has no upper-case letter ("smart case"). Case is folded for ASCII only, which
/// spares a copy of every text; a part with other letters is compared in the cases that Unicode gives it.
struct BytePattern: Hashable, Sendable {
  private let bytes: [UInt8]
  private let ignoresCase: Bool
  /// The part in upper case when it has letters beyond ASCII and case does not matter.
  private let otherCase: [UInt8]?

  init(_ text: String) {
    ignoresCase = !text.unicodeScalars.contains { $0.properties.isUppercase }
    bytes = Array(text.utf8)
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    otherCase = ignoresCase && !isASCII ? Array(text.uppercased().utf8) : nil
  }

  /// Reports whether the text has the part in it.
  func isFound(in text: Span<UInt8>) -> Bool {
    if isFound(bytes.span, in: text) { return true }
    guard let otherCase else { return false }
    return isFound(otherCase.span, in: text)
  }

  private func isFound(_ part: Span<UInt8>, in text: Span<UInt8>) -> Bool {
    guard part.count > 0 else { return true }
    guard part.count <= text.count else { return false }
    let first = part[0]
    let isLetter = ignoresCase && (first | 0x20) &- 0x61 < 26
    let otherFirst = isLetter ? first ^ 0x20 : first
    for start in 0...(text.count - part.count) {
      let byte = text[start]
      guard byte == first || byte == otherFirst else { continue }
      if matches(part, text, at: start) { return true }
    }
    return false
  }

  private func matches(_ part: Span<UInt8>, _ text: Span<UInt8>, at start: Int) -> Bool {
    for index in 1..<max(1, part.count) {
      let byte = text[start + index]
      guard byte == part[index] || (ignoresCase && foldedASCII(byte) == foldedASCII(part[index]))
      else { return false }
    }
    return true
  }
}

/// Lowers `A` to `Z`.
@inline(__always)
func foldedASCII(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }
