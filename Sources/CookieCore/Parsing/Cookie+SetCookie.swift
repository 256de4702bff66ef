extension Cookie {
  /// The Set-Cookie value that makes this cookie, or nil when none can.
  ///
  /// None can when the name or value holds what the syntax uses itself, a control character, or outer blanks. Times but
  /// the expiry are not part of it, and the expiry loses its fraction of a second.
  public var setCookieString: [UInt8]? {
    let nameIsPlain = name.withBytes { Self.isPlain($0) && !$0.contains(0x3D) }
    guard nameIsPlain, value.withBytes(Self.isPlain), path.withBytes(Self.isPlain) else {
      return nil
    }
    var line: [UInt8] = []
    // A nameless value may hold "=", so the empty name is always written out.
    name.withBytes { line += $0 }
    line.append(0x3D)
    value.withBytes { line += $0 }
    if !hostOnly { line += Array("; Domain=".utf8) + domain.bytes }
    line += Array("; Path=".utf8) + path.bytes
    if let expiryTime {
      guard let date = CookieDate.format(expiryTime) else { return nil }
      line += Array("; Expires=".utf8) + Array(date.utf8)
    }
    if secure { line += "; Secure".utf8 }
    if httpOnly { line += "; HttpOnly".utf8 }
    switch sameSite {
    case .unspecified: break
    case .none: line += "; SameSite=None".utf8
    case .lax: line += "; SameSite=Lax".utf8
    case .strict: line += "; SameSite=Strict".utf8
    }
    if partition != nil { line += "; Partitioned".utf8 }
    return line
  }

  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return true }
    let hasOuterBlank = first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09
    return !hasOuterBlank && !bytes.contains { $0 == 0x3B || isControl($0) }
  }
}

/// Reports whether a byte is a control character other than the tab.
func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }
