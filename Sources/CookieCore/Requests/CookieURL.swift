/// The parts of a URL that cookies depend on.
///
/// A small parser for `http`, `https`, `ws`, `wss`, `file` and the schemes that apps invent. It reads as the URL
/// Standard does where that decides about cookies (host, escapes and dot segments of the path), and keeps a URL with an
/// impossible host, so that what follows can say so.
public struct CookieURL: Hashable, Sendable {
  /// The scheme in lower case.
  public let scheme: String
  /// The host; nil when there is none or it is impossible.
  public let host: CanonicalHost?
  /// The port as written; nil when there is none.
  public let port: Int?
  /// The path, percent-encoded; `/` when the URL of a web scheme has none.
  public let path: String
  /// The query without its question mark; nil when there is none.
  public let query: String?

  /// Reads an absolute URL, or returns nil when there is no scheme.
  public init?(_ text: String) {
    // The URL Standard drops tabs and line ends anywhere, controls and spaces at both ends.
    var bytes = Array(text.utf8).filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let scheme = Self.scheme(bytes[..<colon])
    else { return nil }
    self.scheme = scheme
    let isWeb = Self.webSchemes.contains(scheme)
    var rest = bytes[bytes.index(after: colon)...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
    let question = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    query = question == rest.endIndex ? nil : Self.encoded(rest[(question + 1)...])
    rest = rest[..<question]
    let isSlash: (UInt8) -> Bool = { $0 == 0x2F || (isWeb && $0 == 0x5C) }
    var authority: ArraySlice<UInt8> = []
    if isWeb && scheme != "file" {
      rest = rest.drop(while: isSlash)
      authority = rest.prefix { !isSlash($0) }
    } else if rest.count >= 2, rest.prefix(2).allSatisfy(isSlash) {
      rest = rest.dropFirst(2)
      authority = rest.prefix { !isSlash($0) }
    }
    rest = rest.dropFirst(authority.count)
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
    let (name, port) = Self.split(authority)
    self.port = port
    host = Self.host(name, isWeb: isWeb)
    let path = isWeb ? rest.map { $0 == 0x5C ? 0x2F : $0 } : Array(rest)
    self.path = isWeb || !authority.isEmpty ? Self.normalized(path) : Self.encoded(path[...])
  }

  /// Whether the scheme itself protects the connection.
  public var hasSecureScheme: Bool { scheme == "https" || scheme == "wss" }

  /// Whether the host is this machine: `localhost`, a name below it, 127.0.0.0/8 or `[::1]`.
  public var isLocalhost: Bool {
    guard let host else { return false }
    var name = host.name[...]
    if name.utf8.last == UInt8(ascii: ".") { name = name.dropLast() }
    if host.isAddress { return name.utf8.starts(with: "127.".utf8) || name == "[::1]" }
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  private static let webSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp", "file"]

  private static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let first = bytes.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A else { return nil }
    let isScheme = bytes.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
      default: false
      }
    }
    return isScheme ? asciiLowercased(String(decoding: bytes, as: UTF8.self)) : nil
  }

  private static func split(_ authority: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, Int?) {
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")),
      authority[colon...].dropFirst().allSatisfy({ $0 &- 48 <= 9 }),
      authority.first != UInt8(ascii: "[") || authority[..<colon].last == UInt8(ascii: "]")
    else { return (authority, nil) }
    let digits = authority[(colon + 1)...]
    guard !digits.isEmpty else { return (authority[..<colon], nil) }
    // A port that cannot be makes the whole address impossible, as in the URL Standard.
    guard let port = Int(String(decoding: digits, as: UTF8.self)), port <= 65_535 else {
      return ([], nil)
    }
    return (authority[..<colon], port)
  }

  private static func host(_ bytes: ArraySlice<UInt8>, isWeb: Bool) -> CanonicalHost? {
    guard !bytes.isEmpty else { return nil }
    let text = String(decoding: percentDecoded(bytes), as: UTF8.self)
    guard let host = CanonicalHost(text) else { return nil }
    guard !isWeb || host.hasPossibleLabels else { return nil }
    guard isWeb, !host.isAddress, let address = IPAddress(looseV4: host.name) else { return host }
    return CanonicalHost(unchecked: address.name, isAddress: true)
  }

  private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = hexadecimalDigit(bytes[index + 1]), let low = hexadecimalDigit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// Takes out `.` and `..` segments, escaped or not, and escapes the rest.
  private static func normalized(_ path: [UInt8]) -> String {
    var segments: [ArraySlice<UInt8>] = []
    let parts = path.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch dots(part) {
      case 1: if isLast { segments.append([]) }
      case 2:
        _ = segments.popLast()
        if isLast { segments.append([]) }
      default: segments.append(part)
      }
    }
    return "/" + encoded(Array(segments.joined(separator: [0x2F]))[...])
  }

  /// The number of dots when a segment is `.` or `..`, a dot being written `%2e` or not.
  private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
    guard segment.count <= 6 else { return 0 }
    switch asciiLowercased(String(decoding: segment, as: UTF8.self)) {
    case ".", "%2e": return 1
    case "..", ".%2e", "%2e.", "%2e%2e": return 2
    default: return 0
    }
  }

  /// Escapes what the URL Standard's path percent-encode set names.
  private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes {
      switch byte {
      case 0...0x20, 0x22, 0x23, 0x3C, 0x3E, 0x3F, 0x5E, 0x60, 0x7B, 0x7D, 0x7F...:
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension CookieURL: CustomStringConvertible {
  /// The URL without user, password and fragment.
  public var description: String {
    let authority = (host?.name ?? "") + (port.map { ":\($0)" } ?? "")
    return scheme + "://" + authority + path + (query.map { "?" + $0 } ?? "")
  }
}

extension CanonicalHost {
  /// Whether every label that begins with `xn--` stands for text that a host may have.
  fileprivate var hasPossibleLabels: Bool {
    guard !isAddress, name.contains("xn--") else { return true }
    return name.split(separator: ".").allSatisfy { label in
      guard label.hasPrefix("xn--") else { return true }
      guard let scalars = Punycode.decode(label.dropFirst(4)), !scalars.allSatisfy(\.isASCII) else {
        return false
      }
      return scalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .surrogate: false
        default: true
        }
      }
    }
  }
}
