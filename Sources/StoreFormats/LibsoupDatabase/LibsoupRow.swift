public import CookieCore

extension LibsoupDatabase {
  /// One row of the table, with everything that is in it.
  public struct Row: Hashable, Codable, Sendable {
    /// The row id.
    public var id: Int64
    /// The names of the table's columns.
    public var columns: [String]
    /// The value of each column, as the file holds it.
    public var values: [SQLiteValue]

    /// Takes every field as it is.
    public init(id: Int64, columns: [String], values: [SQLiteValue]) {
      self.id = id
      self.columns = columns
      self.values = values
    }

    /// The cookie; nil for a row without a host.
    public var cookie: Cookie? {
      guard let codec = try? LibsoupRowCodec(columns: columns) else { return nil }
      return codec.cookie(in: values)
    }
  }
}

/// Translates between a row and a cookie.
struct LibsoupRowCodec {
  let columns: [String]
  let name: Int
  let value: Int
  let host: Int
  let path: Int
  let expiry: Int
  let secure: Int?
  let httpOnly: Int?
  let sameSite: Int?

  /// The last second that libsoup's 32 bits hold, 2038-01-19 03:14:07 UTC.
  static let latestExpiry = Int64(Int32.max)

  /// Finds the columns by name.
  ///
  /// - Throws: when one is missing, or when the table is that of Firefox, which has the same name.
  init(columns: [String]) throws(DecodingFailure) {
    func place(_ name: String) -> Int? {
      columns.firstIndex { $0.lowercased() == name.lowercased() }
    }
    func required(_ name: String) throws(DecodingFailure) -> Int {
      guard let place = place(name) else {
        throw .invalid(field: "moz_cookies.\(name)", offset: 0)
      }
      return place
    }
    for foreign in ["originAttributes", "creationTime", "baseDomain"] where place(foreign) != nil {
      throw .invalid(field: "moz_cookies.\(foreign)", offset: 0)
    }
    self.columns = columns
    name = try required("name")
    value = try required("value")
    host = try required("host")
    path = try required("path")
    expiry = try required("expiry")
    secure = place("isSecure")
    httpOnly = place("isHttpOnly")
    sameSite = place("sameSite")
  }

  /// Reads a row; nil when it has no host.
  func cookie(in values: [SQLiteValue]) -> Cookie? {
    guard values.count == columns.count else { return nil }
    return cookie(in: KeptRow(values: values))
  }

  /// Reads the row that a statement is at, its columns after the row id; nil when it has no host.
  func cookie(in statement: SQLiteStatement) -> Cookie? {
    cookie(in: PresentRow(statement: statement))
  }

  private func cookie(in row: some LibsoupRowSource) -> Cookie? {
    let host: (domain: CookieText, isDomain: Bool)? = row.withBytes(at: host) { bytes in
      guard let bytes else { return nil }
      let isDomain = bytes.first == ASCII.dot
      let domain = isDomain ? UnsafeBufferPointer(rebasing: bytes.dropFirst()) : bytes
      return domain.isEmpty ? nil : (CookieText(buffer: domain), isDomain)
    }
    guard let host else { return nil }
    func text(_ column: Int) -> CookieText? {
      row.withBytes(at: column) { $0.map { CookieText(buffer: $0) } }
    }
    return Cookie(
      name: text(name) ?? "", value: text(value) ?? "", domain: host.domain,
      hostOnly: !host.isDomain, path: text(path) ?? "/",
      // libsoup asks for exactly 1.
      secure: secure.map { row.integer(at: $0) == 1 } ?? false,
      httpOnly: httpOnly.map { row.integer(at: $0) == 1 } ?? false,
      sameSite: sameSite.map { Self.sameSite(row.integer(at: $0)) } ?? .unspecified,
      expiryTime: row.integer(at: expiry).map(Self.time))
  }

  /// The values for a cookie that is new in the table; the id is left to SQLite.
  func values(for cookie: Cookie) -> [SQLiteValue] {
    var values = columns.map { _ in SQLiteValue.null }
    values[name] = .text(cookie.name.bytes)
    values[host] = .text((cookie.hostOnly ? [] : [ASCII.dot]) + cookie.domain.bytes)
    values[path] = .text(cookie.path.bytes)
    set(cookie, in: &values)
    return values
  }

  /// Changes what differs from the cookie in the values of its row, and nothing else.
  ///
  /// An expiry that libsoup wrote negative stays as it is while it means the same.
  func update(_ values: [SQLiteValue], to cookie: Cookie) -> [SQLiteValue] {
    var values = values
    if let old = self.cookie(in: values) { set(cookie, in: &values, replacing: old) }
    return values
  }

  /// Whether the cookie has bytes that end a text for libsoup, or a domain that reads as another.
  static func hasReservedBytes(_ cookie: Cookie) -> Bool {
    let domain = cookie.domain.bytes
    return domain.isEmpty || domain.first == ASCII.dot
      || [cookie.name.bytes, cookie.value.bytes, domain, cookie.path.bytes].contains {
        $0.contains(0)
      }
  }

  private func set(_ cookie: Cookie, in values: inout [SQLiteValue], replacing old: Cookie? = nil) {
    if cookie.value != old?.value { values[value] = .text(cookie.value.bytes) }
    if let time = cookie.expiryTime, time.seconds != old?.expiryTime?.seconds {
      values[expiry] = .integer(min(max(time.seconds, 0), Self.latestExpiry))
    }
    if let secure, cookie.secure != old?.secure {
      values[secure] = .integer(cookie.secure ? 1 : 0)
    }
    if let httpOnly, cookie.httpOnly != old?.httpOnly {
      values[httpOnly] = .integer(cookie.httpOnly ? 1 : 0)
    }
    let kept = Self.number(cookie.sameSite)
    if let sameSite, old.map({ Self.number($0.sameSite) }) != kept {
      values[sameSite] = .integer(kept)
    }
  }

  private static func time(_ stored: Int64) -> Timestamp {
    Timestamp(seconds: stored < 0 ? stored &+ (1 << 32) : stored)
  }

  private static func sameSite(_ number: Int64?) -> SameSite {
    switch number {
    case 1: .lax
    case 2: .strict
    default: .unspecified
    }
  }

  private static func number(_ sameSite: SameSite) -> Int64 {
    switch sameSite {
    case .unspecified, .none: 0
    case .lax: 1
    case .strict: 2
    }
  }
}

/// A row whose values are asked for one by one.
private protocol LibsoupRowSource {
  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) -> Result
  func integer(at column: Int) -> Int64?
}

private struct KeptRow: LibsoupRowSource {
  let values: [SQLiteValue]

  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) -> Result {
    guard let bytes = values[column].bytes else { return body(nil) }
    return bytes.withUnsafeBufferPointer { body($0) }
  }

  func integer(at column: Int) -> Int64? { values[column].integer }
}

/// The row that a statement is at, without a copy of it.
private struct PresentRow: LibsoupRowSource {
  let statement: SQLiteStatement

  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) -> Result {
    statement.withBytes(at: column + 1, body)
  }

  func integer(at column: Int) -> Int64? { statement.integer(at: column + 1) }
}
