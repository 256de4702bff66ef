public import CookieCore
public import StoreModel

/// The SQLite jar of libsoup, in which WebKitGTK and WPE keep cookies.
///
/// One table, `moz_cookies`, with a row for each cookie that has an expiry; columns and tables beside it are
/// kept. An image that is decoded and encoded without a change gives the same bytes.
///
/// - libsoup has no unspecified SameSite: it stores 0 for it and for None alike. As nearly all such
///   cookies had no attribute, 0 is read as unspecified.
/// - libsoup prints an expiry after 2038 as a 32-bit number, so that it is negative in the file; such a number
///   is read as what it was. An expiry after 2038 is written as the last second of the 32 bits.
/// - A host with a leading dot is a domain cookie.
/// - The table has no unique key. libsoup uses the row with the highest id, and so does this type; the others
///   are listed and reported.
/// - A table without row ids is read and not written; a view or a virtual table of the name is not read at all.
/// - A partitioned cookie is refused, as without its partition it would go to sites that must not have it.
public struct LibsoupDatabase: CookieDocument {
  /// The attributes that the table has no column for.
  public static let unrepresentable: Set<CookieAttribute> = [
    .partition, .container, .session, .creationTime, .lastAccessTime, .lastUpdateTime,
    .sourceScheme, .comment, .ports, .version, .lateExpiry,
  ]

  /// What libsoup itself executes to make the table.
  static let schema =
    "CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, name TEXT, value TEXT, host TEXT, path TEXT, "
    + "expiry INTEGER, lastAccessed INTEGER, isSecure INTEGER, isHttpOnly INTEGER, sameSite INTEGER)"

  /// Every cookie in the order of the rows, duplicates included.
  public private(set) var cookies: [Cookie]
  /// What a person should know about the content.
  public private(set) var notices: [StoreNotice]
  /// How many rows are kept that have no host.
  public private(set) var unreadCount: Int
  /// Whether something could not be read, so that writing would lose it.
  public private(set) var isDamaged: Bool
  /// Why the table must not be written although it is sound; nil when it may be.
  public private(set) var readOnlyReason: String?
  /// The row ids of the cookies, in their order.
  package private(set) var ids: [Int64]
  /// The digests of the cookies.
  package private(set) var digests: CookieDigests
  private var bytes: [UInt8]

  /// Makes a jar with an empty table, as libsoup makes one.
  public init() {
    cookies = []
    notices = []
    unreadCount = 0
    isDamaged = false
    ids = []
    digests = CookieDigests(of: [])
    bytes = Self.emptyDatabase
  }

  /// Decodes a main file that has neither a write-ahead log nor a journal.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    try self.init(image: DatabaseImage(main: bytes)) { () throws(SQLiteFailure) in
      try SQLiteDatabase(bytes: bytes)
    }
  }

  /// Decodes an image.
  ///
  /// - Parameter directory: an existing directory of mode 0700, in which a copy is made and removed again when
  ///   there is a write-ahead log or a journal.
  public init(
    image: DatabaseImage, scratchDirectory directory: String
  ) throws(DecodingFailure) {
    try self.init(image: image) { () throws(SQLiteFailure) in
      try SQLiteDatabase(image: image, scratchDirectory: directory)
    }
  }

  private init(
    image: DatabaseImage, open: () throws(SQLiteFailure) -> SQLiteDatabase
  ) throws(DecodingFailure) {
    try image.checkSignature()
    do {
      let database = try open()
      let content = try LibsoupReader(database: database).read(missing: image.missingOffset)
      cookies = content.cookies
      notices = content.notices
      unreadCount = content.unreadCount
      isDamaged = content.isDamaged
      readOnlyReason = content.readOnlyReason
      ids = content.ids
      digests = content.digests
      bytes = image.isComplete ? image.main : try database.serialized()
    } catch let failure as SQLiteFailure {
      throw .database(code: failure.code)
    } catch let failure as DecodingFailure {
      throw failure
    } catch {
      preconditionFailure("an error of neither kind")
    }
  }

  /// Takes what was decoded earlier of the very bytes.
  ///
  /// - Parameters:
  ///   - cookies: every cookie in the order of the rows; there is nothing else to know about them.
  ///   - ids: their row ids.
  ///   - digests: their digests.
  package init(
    knownBytes bytes: [UInt8], cookies: [Cookie], ids: [Int64], digests: CookieDigests
  ) {
    self.bytes = bytes
    self.cookies = cookies
    self.ids = ids
    self.digests = digests
    notices = []
    unreadCount = 0
    isDamaged = false
  }

  /// Every row that can be read, by id.
  ///
  /// - Complexity: O(*n*) in the bytes; the rows are read anew.
  public var rows: [Row] {
    // What was decoded can be opened again.
    (try? LibsoupReader(database: SQLiteDatabase(bytes: bytes)).rows()) ?? []
  }

  /// The cookies that libsoup would use, in the order of the rows: the highest id of each identity.
  public var effectiveCookies: [Cookie] {
    var seen: Set<CookieKey> = []
    return Array(cookies.reversed().filter { seen.insert($0.key).inserted }.reversed())
  }

  /// The bytes of the main file.
  ///
  /// Of an image with a write-ahead log or journal: the database with all that was committed.
  public func encoded() -> [UInt8] { bytes }

  /// Calls a function with the bytes of the main file where they are.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes(body)
  }

  /// Whether every row is one of the cookies, with nothing to say of it.
  var isPlain: Bool {
    notices.isEmpty && !isDamaged && readOnlyReason == nil && ids.count == cookies.count
  }

  /// Makes all changes in memory and reports one outcome for each, in order.
  ///
  /// A damaged database is left alone; then, and when SQLite fails, every outcome is `unverified`.
  public mutating func apply(_ changes: [StoreChange]) -> [AppliedChanges.Outcome] {
    apply(changes, replaying: nil).outcomes
  }

  /// Makes all changes in memory, and takes the rows of cookies that are put from an earlier content.
  ///
  /// All rows of an identity come back, column by column, each under its id where that is free.
  public mutating func apply(
    _ changes: [StoreChange], from earlier: EarlierContent
  ) -> ReplayedChanges {
    apply(changes, replaying: Self.rows(ofPutCookiesIn: changes, from: earlier))
  }

  private mutating func apply(
    _ changes: [StoreChange], replaying rows: [CookieKey: [Row]]?
  ) -> ReplayedChanges {
    let failed = ReplayedChanges(outcomes: changes.map { _ in .unverified })
    guard !isDamaged, readOnlyReason == nil else { return failed }
    do {
      let database = try SQLiteDatabase(bytes: bytes)
      let writer = LibsoupWriter(database: database)
      let outcomes = try writer.apply(changes, expecting: nil, replaying: rows)
      let result = ReplayedChanges(outcomes: outcomes, losses: writer.replayLosses)
      guard writer.didChange else { return result }
      var changed = try database.serialized()
      // A file that asked for a write-ahead log goes on asking for it.
      if bytes.count > 19, bytes[18] == 2 { changed.replaceSubrange(18...19, with: [2, 2]) }
      self = try LibsoupDatabase(decoding: changed)
      return result
    } catch {
      return failed
    }
  }

  /// The rows of the earlier content by identity, in the order of their ids.
  static func rows(
    ofPutCookiesIn changes: [StoreChange], from earlier: EarlierContent
  ) -> [CookieKey: [Row]] {
    // A copy that is no jar has no rows to take.
    guard let bytes = earlier.bytes, let jar = try? LibsoupDatabase(decoding: bytes) else {
      return [:]
    }
    var wanted: Set<CookieKey> = []
    for case .put(let cookie) in changes { wanted.insert(cookie.key) }
    var found: [CookieKey: [Row]] = [:]
    for row in jar.rows {
      if let key = row.cookie?.key, wanted.contains(key) { found[key, default: []].append(row) }
    }
    return found
  }

  /// The attributes of one cookie that would be lost.
  ///
  /// Beyond `unrepresentable`: an explicit SameSite=None, and a NUL, for which the cookie is refused.
  public static func losses(of cookie: Cookie) -> Set<CookieAttribute> {
    var losses = cookie.losses(lacking: unrepresentable)
    if cookie.sameSite == SameSite.none { losses.insert(.sameSite) }
    if LibsoupRowCodec.hasReservedBytes(cookie) { losses.insert(.arbitraryBytes) }
    return losses
  }

  private static let emptyDatabase: [UInt8] = {
    do {
      let database = try SQLiteDatabase(bytes: [])
      try database.execute(schema)
      return try database.serialized()
    } catch {
      // A file of no bytes is an empty jar too.
      return []
    }
  }()
}
