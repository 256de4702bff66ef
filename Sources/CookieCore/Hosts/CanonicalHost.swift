import CIDN

/// A host in the one spelling by which hosts are compared.
///
/// Lower case, internationalised labels as A-labels, an IPv4 address in dotted decimal, an IPv6 address
/// shortened and in brackets. A trailing dot is kept: `shop.example.` is another host.
///
/// Source: RFC 6265bis 5.1.2, with the mapping of UTS #46 (non-transitional) as browsers do.
public struct CanonicalHost: Hashable, Sendable {
  /// The canonical spelling.
  public let name: String
  /// Whether the host is an IPv4 or IPv6 address.
  public let isAddress: Bool

  /// Reads a host, or returns nil for what no host can be: empty, with an empty label or forbidden characters.
  ///
  /// - Complexity: O(*n*); for an ASCII host that is canonical already, nothing is copied.
  public init?(_ text: String) {
    guard let shape = Shape(text) else { return nil }
    switch shape {
    case .address(let address):
      name = address.name
      isAddress = true
      return
    case .canonical: name = text
    case .upperCase: name = asciiLowercased(text)
    case .unicode:
      guard let ascii = aLabels(text) else { return nil }
      if let address = IPAddress(ascii) {
        name = address.name
        isAddress = true
        return
      }
      name = ascii
    }
    isAddress = false
  }

  /// Reads a domain as a store or an attribute spells it, where one leading dot means nothing.
  public init?(domain text: String) {
    self.init(text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text)
  }

  init(unchecked name: String, isAddress: Bool) {
    self.name = name
    self.isAddress = isAddress
  }

  /// Reports whether this host matches a domain in canonical spelling.
  ///
  /// They are the same, or the host is a name that ends with a dot and the domain.
  ///
  /// - Source: RFC 6265bis 5.1.3.
  public func domainMatches(_ domain: String) -> Bool {
    let host = name.utf8
    let domain = domain.utf8
    guard host.count > domain.count else { return host.elementsEqual(domain) }
    guard !isAddress, !domain.isEmpty else { return false }
    let start = host.index(host.endIndex, offsetBy: -domain.count)
    return host[host.index(before: start)] == UInt8(ascii: ".")
      && host[start...].elementsEqual(domain)
  }

  private enum Shape {
    case canonical, upperCase, unicode
    case address(IPAddress)

    init?(_ text: String) {
      var needsLowercase = false
      var needsIDNA = false
      var mayBeV4 = true
      var isV6 = false
      var previous = UInt8(ascii: ".")
      for byte in text.utf8 {
        // No label is empty, but the root's at the very end.
        if byte == 0x2E, previous == 0x2E { return nil }
        previous = byte
        switch byte {
        case 0x61...0x7A, 0x2D, 0x5F: mayBeV4 = false
        case 0x30...0x39, 0x2E: break
        case 0x41...0x5A:
          needsLowercase = true
          mayBeV4 = false
        case 0x80...: needsIDNA = true
        case 0x3A: isV6 = true
        case 0x5B, 0x5D: isV6 = true
        // The URL Standard's forbidden domain code points.
        case 0...0x20, 0x23, 0x25, 0x2F, 0x3C, 0x3E, 0x3F, 0x40, 0x5C, 0x5E, 0x7C, 0x7F: return nil
        default: mayBeV4 = false
        }
      }
      if isV6 {
        guard let address = IPAddress(text) else { return nil }
        self = .address(address)
      } else if needsIDNA {
        self = .unicode
      } else if text.isEmpty {
        return nil
      } else if mayBeV4, let address = IPAddress(text) {
        self = .address(address)
      } else {
        self = needsLowercase ? .upperCase : .canonical
      }
    }
  }
}

/// Lowers `A` to `Z`, leaving every other byte alone.
func asciiLowercased(_ text: String) -> String {
  String(decoding: text.utf8.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
}

/// Maps a Unicode host to A-labels.
///
/// libidn2 follows IDNA2008 and refuses what UTS #46 lets pass, such as an emoji; browsers accept it, so a label
/// that it refuses is encoded here when it holds nothing but letters, marks, digits and symbols.
private func aLabels(_ text: String) -> String? {
  if let name = libraryALabels(text) { return isPlainASCIIHost(name) ? name : nil }
  var labels: [String] = []
  let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
  for label in text.unicodeScalars.split(
    omittingEmptySubsequences: false, whereSeparator: { dots.contains($0) })
  {
    let label = String(label)
    if let mapped = libraryALabels(label) {
      labels.append(mapped)
    } else {
      guard let mapped = symbolLabel(label) else { return nil }
      labels.append(mapped)
    }
  }
  let name = labels.joined(separator: ".")
  return isPlainASCIIHost(name) ? name : nil
}

private func symbolLabel(_ label: String) -> String? {
  let scalars = Array(label.lowercased().unicodeScalars)
  for scalar in scalars where !scalar.isASCII {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .mathSymbol, .currencySymbol, .otherSymbol:
      continue
    default: return nil
    }
  }
  if scalars.allSatisfy(\.isASCII) { return label.lowercased() }
  guard let encoded = Punycode.encode(scalars), encoded.utf8.count <= 59 else { return nil }
  return "xn--" + encoded
}

private func isPlainASCIIHost(_ name: String) -> Bool {
  !name.isEmpty && !name.utf8.starts(with: ".".utf8) && !name.contains("..")
    && name.utf8.allSatisfy { byte in
      switch byte {
      case 0...0x20, 0x23, 0x25, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x40, 0x5B...0x5E, 0x7C, 0x7F...:
        false
      default: true
      }
    }
}

private func libraryALabels(_ text: String) -> String? {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return asciiLowercased(text) }
  var output: UnsafeMutablePointer<CChar>?
  let flags = CInt(bitPattern: IDN2_NONTRANSITIONAL.rawValue | IDN2_NFC_INPUT.rawValue)
  guard idn2_to_ascii_8z(text, &output, flags) == IDN2_OK.rawValue, let output else { return nil }
  // The library allocates the answer; it is copied and given back here.
  defer { idn2_free(output) }
  return asciiLowercased(String(cString: output))
}
