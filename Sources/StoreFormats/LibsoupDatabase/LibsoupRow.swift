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
    let host = values[host].bytes ?? []
    let isDomain = host.first == ASCII.dot
    let domain = isDomain ? host.dropFirst() : host[...]
    guard !domain.isEmpty else { return nil }
    return Cookie(
      name: CookieText(bytes: values[name].bytes ?? []),
      value: CookieText(bytes: values[value].bytes ?? []),
      domain: CookieText(bytes: domain), hostOnly: !isDomain,
      path: values[path].bytes.map { CookieText(bytes: $0) } ?? "/",
      // libsoup asks for exactly 1.
      secure: secure.map { values[$0].integer == 1 } ?? false,
      httpOnly: httpOnly.map { values[$0].integer == 1 } ?? false,
      sameSite: sameSite.map { Self.sameSite(values[$0].integer) } ?? .unspecified,
      expiryTime: values[expiry].integer.map(Self.time))
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
