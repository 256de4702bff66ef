/// Numbers that look random and are the same for the same seed, on every machine.
///
/// Source: Sebastiano Vigna, SplitMix64.
struct DemoRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number below a limit.
  mutating func below(_ limit: Int) -> Int {
    Int(next() % UInt64(max(1, limit)))
  }

  /// A number of a range.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// One of several.
  mutating func choice<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// So many hex digits.
  mutating func hex(_ count: Int) -> String {
    String((0..<count).map { _ in Array("0123456789abcdef")[below(16)] })
  }

  /// A UUID in lower case.
  mutating func uuid() -> String {
    [8, 4, 4, 4, 12].map { hex($0) }.joined(separator: "-")
  }
}
