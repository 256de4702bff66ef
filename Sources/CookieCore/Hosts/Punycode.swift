/// The encoding of Unicode labels in ASCII.
///
/// Source: RFC 3492.
enum Punycode {
  private static let base = 36
  private static let minimum = 1
  private static let maximum = 26

  /// Encodes one label, without the `xn--` prefix, or returns nil on overflow.
  static func encode(_ scalars: [Unicode.Scalar]) -> String? {
    var output = scalars.filter(\.isASCII).map { UInt8($0.value) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var handled = basicCount
    var codePoint: UInt32 = 128
    var delta = 0
    var bias = 72
    while handled < scalars.count {
      guard let next = scalars.lazy.map(\.value).filter({ $0 >= codePoint }).min() else {
        return nil
      }
      let (step, overflow) = Int(next - codePoint).multipliedReportingOverflow(by: handled + 1)
      guard !overflow, delta < Int.max - step else { return nil }
      delta += step
      codePoint = next
      for scalar in scalars {
        if scalar.value < codePoint { delta += 1 }
        guard scalar.value == codePoint else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      codePoint += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Decodes one label that had its `xn--` prefix taken off, or returns nil when it is invalid.
  static func decode(_ text: some StringProtocol) -> [Unicode.Scalar]? {
    let bytes = Array(text.utf8)
    guard bytes.count <= 63, bytes.allSatisfy({ $0 < 128 }) else { return nil }
    let split = bytes.lastIndex(of: UInt8(ascii: "-"))
    var output = bytes[..<(split ?? 0)].map { Unicode.Scalar($0) }
    var index = split.map { $0 + 1 } ?? 0
    var codePoint = 128
    var position = 0
    var bias = 72
    while index < bytes.count {
      let start = position
      var weight = 1
      var limit = base
      while true {
        guard index < bytes.count, let digit = digit(bytes[index]) else { return nil }
        index += 1
        position += digit * weight
        guard position <= 1 << 40 else { return nil }
        let threshold = min(max(limit - bias, minimum), maximum)
        if digit < threshold { break }
        weight *= base - threshold
        guard weight <= 1 << 40 else { return nil }
        limit += base
      }
      bias = adapted(position - start, count: output.count + 1, isFirst: start == 0)
      codePoint += position / (output.count + 1)
      position %= output.count + 1
      guard codePoint <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(codePoint)) else {
        return nil
      }
      output.insert(scalar, at: position)
      position += 1
    }
    return output
  }

  private static func append(_ delta: Int, bias: Int, to output: inout [UInt8]) {
    var rest = delta
    var limit = base
    while true {
      let threshold = min(max(limit - bias, minimum), maximum)
      if rest < threshold { break }
      output.append(letter(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      limit += base
    }
    output.append(letter(rest))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > (base - minimum) * maximum / 2 {
      delta /= base - minimum
      bias += base
    }
    return bias + (base - minimum + 1) * delta / (delta + 38)
  }

  private static func letter(_ digit: Int) -> UInt8 { UInt8(digit < 26 ? digit + 97 : digit + 22) }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 22
    case 0x41...0x5A: Int(byte) - 65
    case 0x61...0x7A: Int(byte) - 97
    default: nil
    }
  }
}
