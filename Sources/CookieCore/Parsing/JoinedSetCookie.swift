/// Several Set-Cookie values that a program joined into one text with commas.
///
/// Joining loses information, because dates and values hold commas too. Only a text that is known to be joined should be
/// split; otherwise each header line is one cookie, commas and all.
public enum JoinedSetCookie {
  /// Splits a joined text into Set-Cookie values.
  ///
  /// A comma separates two cookies when what follows it is a name and `=` before any `;` or further comma.
  /// A cookie without a name cannot be told from a piece of its neighbour and stays there.
  public static func split(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: ",") {
      guard beginsCookie(bytes[(index + 1)...]) else { continue }
      parts.append(trimmed(bytes[start..<index]))
      start = index + 1
    }
    parts.append(trimmed(bytes[start...]))
    return parts.filter { !$0.isEmpty }
  }

  private static func beginsCookie(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.drop { $0 == 0x20 || $0 == 0x09 }.prefix { byte in
      switch byte {
      case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C,
        0x7E:
        true
      default: false
      }
    }
    guard !name.isEmpty else { return false }
    let rest = bytes[name.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
    return rest.first == UInt8(ascii: "=")
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
