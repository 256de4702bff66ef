/// A set of Unicode scalars, and of single bytes that are not UTF-8.
///
/// A byte that is no part of well-formed UTF-8 is the number `0x110000` plus the byte.
struct ScalarSet: Hashable, Sendable {
  /// The number that stands for the malformed byte 0.
  static let malformed: UInt32 = 0x110000
  /// Every number that can occur.
  static let limit: UInt32 = 0x1100FF

  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// Sorted ranges from 0x80 up, without overlap.
  private var ranges: [ClosedRange<UInt32>] = []

  init(_ ranges: [ClosedRange<UInt32>] = []) {
    for range in ranges { insert(range) }
  }

  var isEmpty: Bool { low == 0 && high == 0 && ranges.isEmpty }

  /// The members below 64 and from 64 to 127, one bit each.
  var asciiBits: (low: UInt64, high: UInt64) { (low, high) }

  /// Whether there are members other than ASCII.
  var hasOthers: Bool { !ranges.isEmpty }

  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return low & (1 << UInt64(value)) != 0 }
    if value < 128 { return high & (1 << UInt64(value - 64)) != 0 }
    return ranges.contains { $0.contains(value) }
  }

  mutating func insert(_ range: ClosedRange<UInt32>) {
    var value = range.lowerBound
    while value <= range.upperBound, value < 128 {
      if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
      value += 1
    }
    if range.upperBound >= 128 {
      ranges.append(max(128, range.lowerBound)...range.upperBound)
      normalize()
    }
  }

  mutating func formUnion(_ other: ScalarSet) {
    low |= other.low
    high |= other.high
    ranges += other.ranges
    normalize()
  }

  /// Everything that is not in this set.
  var inverted: ScalarSet {
    var result = ScalarSet()
    result.low = ~low
    result.high = ~high
    var next: UInt32 = 128
    for range in ranges {
      if range.lowerBound > next { result.ranges.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.limit { result.ranges.append(next...Self.limit) }
    return result
  }

  /// The set with the other case of every letter.
  ///
  /// Beyond ASCII only ranges of up to 1,024 scalars are looked through; larger ones hold both cases anyway.
  var ignoringCase: ScalarSet {
    var result = self
    let letters: UInt64 = 0x07FF_FFFE
    let pair = (high | high >> 32) & letters
    result.high |= pair | pair << 32
    for range in ranges where range.count <= 1024 {
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        for text in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
          let scalars = text.unicodeScalars
          if let only = scalars.first, scalars.count == 1 {
            result.insert(only.value...only.value)
          }
        }
      }
    }
    return result
  }

  private mutating func normalize() {
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    ranges = merged
  }
}

extension ScalarSet {
  static let everything = ScalarSet([0...limit])
  static let anyButNewline = ScalarSet([0...9, 11...limit])
  static let digits = ScalarSet([0x30...0x39])
  static let wordParts = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let spaces = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x3000...0x3000,
  ])
}
