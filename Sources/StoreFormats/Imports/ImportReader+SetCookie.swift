import CookieCore
import StoreModel

extension ImportReader {
  /// Reads `Set-Cookie` lines as a browser would that received them from the URL.
  ///
  /// Each line is one cookie, commas and all, unless the options say that lines are joined.
  mutating func readSetCookies(_ bytes: [UInt8]) throws(ImportFailure) {
    guard let url = options.url else { throw .needsURL }
    var storage = Self.storage(options)
    let isMarked = SetCookieLines.hasHeaders(bytes)
    for (number, line) in SetCookieLines.lines(of: bytes) {
      if !isMarked, let pairs = SetCookieLines.pairs(of: line) {
        for pair in pairs {
          let reception = storage.receive(
            pair + Array("; Path=/".utf8), from: url, in: CookieContext(time: options.now))
          note(reception, line: number, "The cookie")
        }
        notices.add(
          .warning,
          "A Cookie header tells names and values alone, so these are session cookies of that host.",
          line: number)
        continue
      }
      for part in options.isJoined ? Self.split(line) : [line] {
        let reception = storage.receive(part, from: url, in: CookieContext(time: options.now))
        note(reception, line: number, "The cookie")
      }
    }
    cookies = storage.cookies
  }

  /// A storage that keeps whatever is valid, however much and however long.
  static func storage(_ options: CookieImport.Options) -> CookieStorage {
    var policy = CookiePolicy()
    policy.maximumCount = nil
    policy.maximumPerDomain = nil
    policy.maximumLifetime = nil
    return CookieStorage(policy: policy, publicSuffixes: options.publicSuffixes)
  }

  /// Tells why a line made no cookie.
  mutating func note(_ reception: CookieReception, line: Int?, _ subject: String) {
    let name = "“\(CookieLabel.visible(reception.parsed.name))”"
    guard reception.isAccepted else {
      let reasons = reception.rejections.sorted().map(\.sentence).joined(separator: " ")
      notices.add(.warning, "\(subject) \(name) is refused. \(reasons)", line: line)
      return
    }
    if reception.notes.contains(where: { $0.kind == .dateNotUnderstood }),
      reception.cookie?.expiryTime == nil
    {
      notices.add(
        .warning, "The date of \(name) was not understood, so it is a session cookie.", line: line)
    }
    if reception.notes.contains(where: { $0.kind == .expiredAtOnce }) {
      notices.add(.information, "\(subject) \(name) has expired already.", line: line)
    }
  }

  private static func split(_ line: [UInt8]) -> [[UInt8]] {
    guard let text = String(validating: line, as: UTF8.self) else { return [line] }
    return JoinedSetCookie.split(text).map { Array($0.utf8) }
  }
}

/// Recognises and splits `Set-Cookie` lines.
enum SetCookieLines {
  private static let header = Array("set-cookie:".utf8)
  private static let requestHeader = Array("cookie:".utf8)

  /// Reports whether a line names the header.
  static func hasHeaders(_ bytes: [UInt8]) -> Bool {
    split(bytes).contains { isHeader($0.line) }
  }

  /// Reports whether every line could be the value of the header.
  static func isPlain(_ bytes: [UInt8]) -> Bool {
    let lines = split(bytes)
    return !lines.isEmpty
      && lines.allSatisfy { _, line in
        line.prefix { $0 != UInt8(ascii: ";") }.contains(UInt8(ascii: "="))
          && !line.contains { $0 < 0x20 && $0 != 0x09 }
      }
  }

  /// Returns the values with their line numbers; where lines name the header, the others do not count.
  static func lines(of bytes: [UInt8]) -> [(number: Int, value: [UInt8])] {
    let lines = split(bytes)
    let headers = lines.filter { isHeader($0.line) }
    guard !headers.isEmpty else { return lines.map { ($0.number, Array($0.line)) } }
    return headers.map { ($0.number, Array($0.line.dropFirst(header.count))) }
  }

  /// The pairs of a name and a value in the `Cookie` header of a request; nil when the line is none.
  static func pairs(of line: [UInt8]) -> [[UInt8]]? {
    guard begins(line[...], with: requestHeader) else { return nil }
    return line.dropFirst(requestHeader.count).split(separator: UInt8(ascii: ";")).compactMap {
      let pair = $0.drop { $0 == 0x20 || $0 == 0x09 }
      return pair.isEmpty ? nil : Array(pair)
    }
  }

  private static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    begins(line, with: header)
  }

  private static func begins(_ line: ArraySlice<UInt8>, with header: [UInt8]) -> Bool {
    line.prefix(header.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } == header
  }

  /// Splits into lines that are not blank, without their ends and outer blanks.
  private static func split(_ bytes: [UInt8]) -> [(number: Int, line: ArraySlice<UInt8>)] {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      var line = line.drop { $0 == 0x20 || $0 == 0x09 }
      while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 { line.removeLast() }
      return line.isEmpty ? nil : (index + 1, line)
    }
  }
}
