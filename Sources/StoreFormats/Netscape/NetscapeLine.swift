import CookieCore

/// The bytes that the text formats give a meaning to.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let hash: UInt8 = 0x23
  static let plus: UInt8 = 0x2B
  static let minus: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let colon: UInt8 = 0x3A
  static let digits: ClosedRange<UInt8> = 0x30...0x39
}

/// One line of a text jar, with its bytes.
struct NetscapeLine: Sendable {
  /// What a line is.
  enum Content: Sendable {
    /// A comment or a blank line.
    case comment
    /// No cookie, although it should be one.
    case bad(NetscapeFault)
    case record(Cookie, NetscapeRemarks)
  }

  /// What is in front of the domain of an HttpOnly cookie, in place of a column.
  static let httpOnlyPrefix = Array("#HttpOnly_".utf8)
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes with their line ending.
  var bytes: ArraySlice<UInt8>
  var content: Content

  var cookie: Cookie? {
    if case .record(let cookie, _) = content { return cookie }
    return nil
  }

  var remarks: NetscapeRemarks {
    if case .record(_, let remarks) = content { return remarks }
    return []
  }

  var isRecord: Bool {
    if case .record = content { return true }
    return false
  }

  var isComment: Bool {
    if case .comment = content { return true }
    return false
  }

  var isBad: Bool {
    if case .bad = content { return true }
    return false
  }

  /// The line ending; empty for the last line of a file that does not end in one.
  var ending: ArraySlice<UInt8> {
    guard let last = bytes.last else { return [] }
    if last == ASCII.carriageReturn { return bytes.suffix(1) }
    guard last == ASCII.lineFeed else { return [] }
    let isPair = bytes.dropLast().last == ASCII.carriageReturn
    return bytes.suffix(isPair ? 2 : 1)
  }

  /// The bytes without the line ending.
  var text: ArraySlice<UInt8> { bytes.dropLast(ending.count) }

  /// Makes comment lines for a new file.
  static func comments(_ lines: [String], ending: [UInt8] = [ASCII.lineFeed]) -> [NetscapeLine] {
    lines.map { NetscapeLine(bytes: (Array($0.utf8) + ending)[...], content: .comment) }
  }
}

extension NetscapeLine {
  /// Where a line is in the file.
  struct Ranges {
    /// With the line ending.
    var whole: Range<Int>
    /// Without it, and without a byte order mark at the start of the file.
    var content: Range<Int>
  }

  /// Finds the lines, which end in LF, CR LF, CR or nothing.
  ///
  /// A carriage return ends a line wherever it is: libsoup reads it so, and curl cuts the value there.
  static func split(_ bytes: [UInt8]) -> [Ranges] {
    var lines: [Ranges] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn else {
        index += 1
        continue
      }
      var end = index + 1
      if byte == ASCII.carriageReturn, end < bytes.count, bytes[end] == ASCII.lineFeed { end += 1 }
      lines.append(Ranges(whole: start..<end, content: start..<index))
      start = end
      index = end
    }
    if start < bytes.count {
      lines.append(Ranges(whole: start..<bytes.count, content: start..<bytes.count))
    }
    if let first = lines.first, bytes[first.content].starts(with: byteOrderMark) {
      lines[0].content = byteOrderMark.count..<first.content.upperBound
    }
    return lines
  }
}

/// Why a line is no cookie.
enum NetscapeFault: Error, Hashable, Sendable {
  case columns(Int)
  /// A column that must be TRUE or FALSE is something else.
  case flag(column: Int)
  case expiry
  case domain
}

/// What is odd about a record that was read all the same.
struct NetscapeRemarks: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// The leading dot contradicts the column for subdomains.
  static let contradiction = NetscapeRemarks(rawValue: 1)
  /// The expiry column is empty.
  static let emptyExpiry = NetscapeRemarks(rawValue: 1 << 1)
  /// The expiry has a fraction.
  static let fractionalExpiry = NetscapeRemarks(rawValue: 1 << 2)
  /// The expiry lies behind the year 9999.
  static let remoteExpiry = NetscapeRemarks(rawValue: 1 << 3)
  /// The eighth column is no SameSite word.
  static let unknownColumn = NetscapeRemarks(rawValue: 1 << 4)
  /// There is an eighth column that the owner of the file does not expect.
  static let extraColumn = NetscapeRemarks(rawValue: 1 << 5)
  /// There are control characters in the name or the value.
  static let controls = NetscapeRemarks(rawValue: 1 << 6)
  /// There is a NUL, which ends the line or the file for programs written in C.
  static let nul = NetscapeRemarks(rawValue: 1 << 7)
  /// The line begins with `#HttpOnly_`.
  static let httpOnlyPrefix = NetscapeRemarks(rawValue: 1 << 8)
  /// The path is missing.
  static let missingPath = NetscapeRemarks(rawValue: 1 << 9)
}
