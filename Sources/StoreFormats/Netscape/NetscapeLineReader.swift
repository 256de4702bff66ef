import CookieCore

/// Reads one line of a text jar.
struct NetscapeLineReader {
  let dialect: NetscapeJar.Dialect

  /// Tells what a line is; the slice has no line ending.
  func content(of line: ArraySlice<UInt8>) -> NetscapeLine.Content {
    var text = line
    if dialect.skipsLeadingBlanks {
      text = text.drop { $0 == ASCII.space || $0 == ASCII.tab }
    }
    guard let first = text.first, first != ASCII.space, first != ASCII.tab else { return .comment }
    var remarks: NetscapeRemarks = []
    if first == ASCII.hash {
      guard text.starts(with: NetscapeLine.httpOnlyPrefix) else { return .comment }
      text = text.dropFirst(NetscapeLine.httpOnlyPrefix.count)
      remarks.insert(.httpOnlyPrefix)
    }
    let fields = text.split(separator: ASCII.tab, maxSplits: 9, omittingEmptySubsequences: false)
    do {
      return try record(fields, remarks)
    } catch {
      return .bad(error)
    }
  }

  private func record(
    _ found: [ArraySlice<UInt8>], _ prefix: NetscapeRemarks
  ) throws(NetscapeFault) -> NetscapeLine.Content {
    var remarks = prefix
    let fields = try completed(found, &remarks)
    let flag = try boolean(fields[1], column: 2)
    let (expiry, spelling) = try Self.expiry(fields[4], zeroIsSession: dialect.readsZeroAsSession)
    remarks.formUnion(spelling)
    let (domain, hasDot, port) = try host(fields[0])
    if hasDot != flag { remarks.insert(.contradiction) }
    var cookie = Cookie(
      name: CookieText(bytes: fields[5]), value: CookieText(bytes: fields[6]), domain: domain,
      hostOnly: !flag, path: CookieText(bytes: fields[2]), secure: try secure(fields[3]),
      httpOnly: remarks.contains(.httpOnlyPrefix), expiryTime: expiry)
    if let port { cookie.sourcePort = port }
    if fields.count > 7 {
      if dialect != .libsoup { remarks.insert(.extraColumn) }
      if let sameSite = Self.sameSite(fields[7]) {
        cookie.sameSite = sameSite
      } else {
        remarks.insert(.unknownColumn)
      }
    }
    remarks.formUnion(Self.oddBytes(fields[5]).union(Self.oddBytes(fields[6])))
    return .record(cookie, remarks)
  }

  /// Fills in what the dialect allows to be missing, and refuses what is no record.
  private func completed(
    _ found: [ArraySlice<UInt8>], _ remarks: inout NetscapeRemarks
  ) throws(NetscapeFault) -> [ArraySlice<UInt8>] {
    var fields = found
    if dialect.allowsMissingColumns, (5...6).contains(found.count), Self.isFlag(found[2]) {
      fields.insert([0x2F], at: 2)
      remarks.insert(.missingPath)
    }
    if dialect.allowsMissingColumns, fields.count == 6 { fields.append([]) }
    guard (7...8).contains(fields.count) else { throw .columns(found.count) }
    // Two tabs for one look like an eighth column behind a cookie without a name.
    if fields.count == 8, fields[5].isEmpty, Self.sameSite(fields[7]) == nil {
      throw .columns(8)
    }
    return fields
  }

  private func boolean(_ field: ArraySlice<UInt8>, column: Int) throws(NetscapeFault) -> Bool {
    if Self.matches(field, "true") { return true }
    guard Self.matches(field, "false") else { throw .flag(column: column) }
    return false
  }

  private func secure(_ field: ArraySlice<UInt8>) throws(NetscapeFault) -> Bool {
    // libsoup takes everything but this one spelling for secure.
    if dialect == .libsoup { return !field.elementsEqual("FALSE".utf8) }
    return try boolean(field, column: 4)
  }

  private func host(
    _ field: ArraySlice<UInt8>
  ) throws(NetscapeFault) -> (domain: CookieText, hasDot: Bool, port: Int?) {
    let hasDot = field.first == ASCII.dot
    var name = hasDot ? field.dropFirst() : field
    var port: Int?
    if dialect.readsPorts, let colon = name.lastIndex(of: ASCII.colon),
      name.firstIndex(of: ASCII.colon) == colon,
      let number = Self.decimal(name[(colon + 1)...]), (1...65_535).contains(number)
    {
      port = Int(number)
      name = name[..<colon]
    }
    guard !name.isEmpty else { throw .domain }
    return (CookieText(bytes: name), hasDot, port)
  }
}

extension NetscapeLineReader {
  /// Reads an expiry column; nil is a session cookie.
  static func expiry(
    _ field: ArraySlice<UInt8>, zeroIsSession: Bool
  ) throws(NetscapeFault) -> (time: Timestamp?, remarks: NetscapeRemarks) {
    guard !field.isEmpty else {
      return (zeroIsSession ? nil : Timestamp(seconds: 0), .emptyExpiry)
    }
    let isNegative = field.first == ASCII.minus
    let isSigned = isNegative || field.first == ASCII.plus
    let parts = field.dropFirst(isSigned ? 1 : 0).split(
      separator: ASCII.dot, maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = decimal(parts[0]) else { throw .expiry }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard let digits = decimal(parts[1].prefix(6)), parts[1].allSatisfy(ASCII.digits.contains)
      else { throw .expiry }
      fraction = (min(parts[1].count, 6)..<6).reduce(digits) { value, _ in value * 10 }
    }
    if whole == 0, fraction == 0, zeroIsSession { return (nil, []) }
    var remarks: NetscapeRemarks = fraction == 0 ? [] : .fractionalExpiry
    if whole > 253_402_300_799 { remarks.insert(.remoteExpiry) }
    let seconds = Timestamp(seconds: isNegative ? -whole : whole).microseconds
    let (sum, overflow) = seconds.addingReportingOverflow(isNegative ? -fraction : fraction)
    return (Timestamp(microseconds: overflow ? seconds : sum), remarks)
  }

  /// Reads the eighth column of libsoup, in which `None` also stands for no attribute.
  static func sameSite(_ field: ArraySlice<UInt8>) -> SameSite? {
    if matches(field, "none") { return .unspecified }
    if matches(field, "lax") { return .lax }
    if matches(field, "strict") { return .strict }
    return nil
  }

  /// Reads digits, and stops at the largest number there is.
  static func decimal(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard ASCII.digits.contains(byte) else { return nil }
      let (tens, tooMany) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooLarge) = tens.addingReportingOverflow(Int64(byte - 0x30))
      value = tooMany || tooLarge ? .max : sum
    }
    return value
  }

  private static func isFlag(_ field: ArraySlice<UInt8>) -> Bool {
    field.elementsEqual("TRUE".utf8) || field.elementsEqual("FALSE".utf8)
  }

  /// Compares without the case of ASCII letters; `word` is in lower case.
  private static func matches(_ field: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    guard field.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { letters in
      zip(field, letters).allSatisfy { $0 | 0x20 == $1 }
    }
  }

  private static func oddBytes(_ field: ArraySlice<UInt8>) -> NetscapeRemarks {
    var remarks: NetscapeRemarks = []
    for byte in field where byte < ASCII.space || byte == 0x7F {
      remarks.insert(byte == 0 ? .nul : .controls)
    }
    return remarks
  }
}
