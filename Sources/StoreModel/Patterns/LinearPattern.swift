/// A regular expression that is matched in time linear in the text, whatever the expression.
///
/// A filter is typed by a person, saved in files, and run over a million texts that strangers chose. A matcher
/// that backtracks can be made to run for years by either side, so this one follows all ways at once. What cannot
/// be done so (backward references, looking around) is refused.
///
/// It knows `.`, classes, `\d \w \s` and their opposites, groups, `|`, `* + ? {m,n}`, `^ $ \b \B`, and the
/// escapes `\n \r \t \f \v \e \0 \xHH \uHHHH \u{…}`. `\d` and `\w` mean ASCII.
///
/// - Complexity: a search takes O(*n* · *m*), with at most 256 positions *m* in a pattern.
public struct LinearPattern: Sendable {
  private let sets: [ScalarSet]
  private let first: [PositionSet]
  private let follow: [[PositionSet]]
  private let used: PatternContext
  private let isMultiline: Bool
  private let firstASCII: (low: UInt64, high: UInt64)
  private let canSkip: Bool

  /// Prepares a pattern.
  ///
  /// - Parameters:
  ///   - ignoresCase: whether letters match their other case.
  ///   - isMultiline: whether `^` and `$` match at line ends too.
  ///   - dotMatchesNewline: whether `.` matches a newline.
  public init(
    _ text: String, ignoresCase: Bool = false, isMultiline: Bool = false,
    dotMatchesNewline: Bool = false
  ) throws(PatternFailure) {
    var parser = PatternParser(
      text, ignoresCase: ignoresCase, dotMatchesNewline: dotMatchesNewline)
    let program = try PatternProgram(try parser.parse())
    sets = program.sets
    first = program.first
    follow = program.follow
    used = program.used
    self.isMultiline = isMultiline
    var start = ScalarSet()
    var canBeEmpty = false
    for positions in program.first {
      positions.forEach { position in
        start.formUnion(program.sets[position])
        if position == 0 { canBeEmpty = true }
      }
    }
    firstASCII = start.asciiBits
    canSkip = !canBeEmpty
  }

  /// Reports whether any part of the bytes matches.
  public func isFound(in text: Span<UInt8>) -> Bool {
    var pending = PositionSet()
    var isPendingEmpty = true
    var previous: UInt32?
    var offset = 0
    while true {
      if isPendingEmpty, canSkip, offset < text.count {
        let byte = text[offset]
        if byte < 0x80, !canBegin(with: byte) {
          previous = UInt32(byte)
          offset += 1
          continue
        }
      }
      let (scalar, length) = decodeScalar(text, at: offset)
      let context = context(between: previous, and: scalar).rawValue
      var active = first[context]
      if !isPendingEmpty {
        pending.forEach { active.formUnion(follow[$0][context]) }
      }
      if active.contains(0) { return true }
      guard let scalar else { return false }
      pending = PositionSet()
      active.forEach { if sets[$0].contains(scalar) { pending.insert($0) } }
      isPendingEmpty = pending.isEmpty
      previous = scalar
      offset += length
    }
  }

  private func canBegin(with byte: UInt8) -> Bool {
    byte < 64
      ? firstASCII.low & (1 << UInt64(byte)) != 0
      : firstASCII.high & (1 << UInt64(byte - 64)) != 0
  }

  private func context(between previous: UInt32?, and next: UInt32?) -> PatternContext {
    var context: PatternContext = []
    if used.isEmpty { return context }
    if previous == nil || (isMultiline && previous == 0x0A) { context.insert(.start) }
    if next == nil || (isMultiline && next == 0x0A) { context.insert(.end) }
    let isWordBefore = previous.map { ScalarSet.wordParts.contains($0) } ?? false
    let isWordAfter = next.map { ScalarSet.wordParts.contains($0) } ?? false
    if isWordBefore != isWordAfter { context.insert(.boundary) }
    return context.intersection(used)
  }
}

/// Reads one scalar of UTF-8, or one malformed byte; nil at the end.
private func decodeScalar(_ text: Span<UInt8>, at offset: Int) -> (scalar: UInt32?, length: Int) {
  guard offset < text.count else { return (nil, 0) }
  let lead = text[offset]
  guard lead >= 0x80 else { return (UInt32(lead), 1) }
  let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
  guard (0xC2...0xF4).contains(lead), offset + length <= text.count else {
    return (ScalarSet.malformed + UInt32(lead), 1)
  }
  var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
  for index in 1..<length {
    let byte = text[offset + index]
    guard byte & 0xC0 == 0x80 else { return (ScalarSet.malformed + UInt32(lead), 1) }
    value = value << 6 | UInt32(byte & 0x3F)
  }
  let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
  guard value >= least, Unicode.Scalar(value) != nil else {
    return (ScalarSet.malformed + UInt32(lead), 1)
  }
  return (value, length)
}
