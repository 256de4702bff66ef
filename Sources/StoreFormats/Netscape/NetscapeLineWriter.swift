import CookieCore
import StoreModel

/// Writes one record of a text jar.
struct NetscapeLineWriter {
  let dialect: NetscapeJar.Dialect
  let style: NetscapeStyle

  /// Writes a cookie as a line with its ending, or says what the dialect cannot hold at all.
  ///
  /// - Parameter old: the record that it replaces, whose line ending and further columns stay.
  func line(
    for cookie: Cookie, replacing old: NetscapeLine?
  ) throws(NetscapeRefusal) -> NetscapeLine {
    if dialect == .libsoup, cookie.expiryTime == nil { throw NetscapeRefusal(attribute: .session) }
    if dialect == .wget, cookie.path.isEmpty { throw NetscapeRefusal(attribute: .path) }
    var bytes = head(of: cookie, replacing: old)
    for field in fields(of: cookie, replacing: old) {
      bytes.append(ASCII.tab)
      bytes += field
    }
    let ending = old?.ending ?? style.ending[...]
    let breaks = [0, ASCII.lineFeed, ASCII.carriageReturn]
    guard !bytes.contains(where: breaks.contains) else {
      throw NetscapeRefusal(attribute: .arbitraryBytes)
    }
    // Reading it back finds every other byte with a meaning: a tab, a domain that looks like a comment.
    let content = NetscapeLineReader(dialect: dialect).content(of: bytes[...])
    guard case .record(let written, _) = content, written.key == dialect.heldKey(of: cookie),
      written.value == cookie.value, dialect != .wget || !cookie.name.isEmpty
    else { throw NetscapeRefusal(attribute: .arbitraryBytes) }
    return NetscapeLine(bytes: (bytes + ending)[...], content: content)
  }

  private func head(of cookie: Cookie, replacing old: NetscapeLine?) -> [UInt8] {
    var bytes: [UInt8] = []
    // Wget would take an HttpOnly line for a comment, so there the attribute is given up.
    let keepsPrefix = dialect != .wget || old?.remarks.contains(.httpOnlyPrefix) == true
    if cookie.httpOnly, keepsPrefix { bytes += NetscapeLine.httpOnlyPrefix }
    if !cookie.hostOnly { bytes.append(ASCII.dot) }
    bytes += cookie.domain.bytes
    if let port = dialect.heldKey(of: cookie).sourcePort { bytes += Array(":\(port)".utf8) }
    return bytes
  }

  private func fields(of cookie: Cookie, replacing old: NetscapeLine?) -> [[UInt8]] {
    var fields = [
      flag(!cookie.hostOnly), cookie.path.bytes, flag(cookie.secure), expiry(cookie.expiryTime),
      cookie.name.bytes, cookie.value.bytes,
    ]
    let remarks = old?.remarks ?? []
    if remarks.contains(.unknownColumn) {
      let last = old?.text.split(separator: ASCII.tab, omittingEmptySubsequences: false).last
      fields.append(Array(last ?? []))
    } else if dialect == .libsoup || remarks.contains(.extraColumn) {
      fields.append(sameSite(cookie.sameSite))
    }
    return fields
  }

  private func flag(_ value: Bool) -> [UInt8] {
    Array((value ? "TRUE" : "FALSE").utf8)
  }

  private func sameSite(_ value: SameSite) -> [UInt8] {
    switch value {
    case .unspecified, .none: Array("None".utf8)
    case .lax: Array("Lax".utf8)
    case .strict: Array("Strict".utf8)
    }
  }

  private func expiry(_ time: Timestamp?) -> [UInt8] {
    guard let time else { return style.writesEmptySession ? [] : [0x30] }
    let fraction = time.microseconds % 1_000_000
    if style.writesFractions, fraction > 0 {
      let digits = String(fraction + 1_000_000).dropFirst()
      return Array("\(time.seconds).\(digits)".utf8)
    }
    let earliest: Int64 = dialect.readsZeroAsSession ? 1 : 0
    return Array(String(max(time.seconds, earliest)).utf8)
  }
}

/// Why a dialect cannot hold a cookie at all.
struct NetscapeRefusal: Error, Hashable {
  var attribute: CookieAttribute
}

extension NetscapeJar.Dialect {
  /// The identity under which a record of this dialect holds a cookie.
  ///
  /// A port is kept where Wget put one: engines that record the port of the setting URL record its scheme too.
  func heldKey(of cookie: Cookie) -> CookieKey {
    heldKey(cookie.key)
  }

  /// The identity without what records of this dialect lack.
  func heldKey(_ key: CookieKey) -> CookieKey {
    var held = key
    held.partition = nil
    held.container = nil
    if !readsPorts || held.sourceScheme != nil { held.sourcePort = nil }
    held.sourceScheme = nil
    return held
  }
}
