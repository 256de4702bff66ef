extension CanonicalHost {
  /// The host for people: internationalised labels in Unicode where that cannot mislead.
  ///
  /// A label stays in its `xn--` form when it is invalid, mixes scripts, or is made of Cyrillic or Greek letters
  /// that look like Latin ones.
  public var displayName: String {
    guard !isAddress else { return name }
    let isASCII = !containsALabel(name)
    guard !isASCII else { return name }
    return name.split(separator: ".", omittingEmptySubsequences: false)
      .map { unicodeLabel($0) ?? String($0) }.joined(separator: ".")
  }

  /// Returns a host or domain as a store spells it in the form for people; a leading dot stays.
  ///
  /// What is no host comes back as it is, so it still has to be escaped before it is shown.
  public static func displayName(of text: String) -> String {
    let hasDot = text.utf8.first == UInt8(ascii: ".")
    guard let host = CanonicalHost(domain: text) else { return text }
    return hasDot ? "." + host.displayName : host.displayName
  }
}

private func containsALabel(_ name: String) -> Bool {
  name.split(separator: ".").contains { $0.utf8.starts(with: "xn--".utf8) }
}

private func unicodeLabel(_ label: Substring) -> String? {
  guard label.utf8.starts(with: "xn--".utf8) else { return nil }
  guard let scalars = Punycode.decode(label.dropFirst(4)), !scalars.isEmpty else { return nil }
  guard scalars.contains(where: { !$0.isASCII }), Script.isOneReading(scalars) else { return nil }
  var text = String.UnicodeScalarView()
  text.append(contentsOf: scalars)
  // Only a label that leads back to the very same A-label is shown.
  let unicode = String(text)
  guard CanonicalHost(unicode)?.name == String(label) else { return nil }
  return unicode
}

/// The writing system of a character, as far as mixing them can mislead.
private enum Script: Hashable {
  case latin, greek, cyrillic, armenian, hebrew, arabic, hangul, hiragana, katakana, bopomofo, han
  /// Any other, told apart by its block.
  case other(UInt32)

  /// The script of a scalar; nil for what every script uses: digits, hyphens, marks, symbols.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2B8,
      0x1D00...0x1D25, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB64:
      self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
    case 0x530...0x58F: self = .armenian
    case 0x590...0x5FF: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF: self = .arabic
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: self = .hangul
    case 0x3041...0x309F: self = .hiragana
    case 0x30FB, 0x30FC: return nil
    case 0x30A0...0x30FF, 0x31F0...0x31FF: self = .katakana
    case 0x3100...0x312F, 0x31A0...0x31BF: self = .bopomofo
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF:
      self = .han
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
        self = .other(scalar.value >> 7)
      default: return nil
      }
    }
  }

  /// Reports whether a label can be read in one way only.
  ///
  /// The combinations of UTS #39, "Highly Restrictive".
  static func isOneReading(_ scalars: [Unicode.Scalar]) -> Bool {
    let scripts = Set(scalars.compactMap(Script.init))
    guard scripts.count > 1 else { return !isLatinLookalike(scalars, scripts) }
    let allowed: [Set<Script>] = [
      [.latin, .han, .hiragana, .katakana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]
    return allowed.contains { scripts.isSubset(of: $0) }
  }

  /// Whether a Cyrillic or Greek label could be taken for a Latin one as a whole.
  private static func isLatinLookalike(
    _ scalars: [Unicode.Scalar], _ scripts: Set<Script>
  ) -> Bool {
    guard scripts == [.cyrillic] || scripts == [.greek] else { return false }
    return scalars.allSatisfy { Script($0) == nil || lookalikes.contains($0) }
  }

  private static let lookalikes = Set(
    "асԁеһіјӏорԛѕԝхуъьҽпгѵѡαικνορυωτ".unicodeScalars)
}
