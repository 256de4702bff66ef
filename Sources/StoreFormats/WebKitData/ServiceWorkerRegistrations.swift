public import CookieCore

/// The registrations that a database of service workers holds.
///
/// - Source: WebKit, `NetworkProcess/storage/SWRegistrationDatabase.cpp`.
public struct ServiceWorkerRegistrations: Hashable, Sendable {
  /// A registration.
  public struct Registration: Hashable, Sendable {
    /// The key of the row: the identifier of the top origin and the URL of the scope.
    public var key: String
    /// The origin string of the worker.
    public var origin: String
    /// The URL of the scope.
    public var scopeURL: String
    /// The database identifier of the origin at the top.
    public var topOrigin: String
    /// The URL of the script.
    public var scriptURL: String
    /// When the script was last checked; nil when never.
    public var lastUpdateCheck: Timestamp?
  }

  /// The registrations in the order of the table.
  public var registrations: [Registration]

  /// Decodes a database; one without the table is empty.
  ///
  /// - Parameter directory: an existing directory of mode 0700, for what cannot be opened in memory.
  public init(decoding image: DatabaseImage, scratchDirectory directory: String)
    throws(DecodingFailure)
  {
    let database = try WebsiteDatabase(image: image, scratchDirectory: directory)
    registrations = []
    guard try database.hasTable("Records") else { return }
    let sql = """
      SELECT key, origin, topOrigin, scriptURL, lastUpdateCheckTime, scopeURL FROM Records
      """
    for row in try database.rows(sql) {
      let origin = row[1].text
      let scope = row[5].text
      registrations.append(
        Registration(
          key: row[0].text, origin: origin,
          // The column has the path of the scope alone.
          scopeURL: scope.hasPrefix("/") ? origin + scope : scope, topOrigin: row[2].text,
          scriptURL: row[3].text,
          lastUpdateCheck: row[4].number.flatMap { $0 > 0 ? Timestamp(secondsSince1970: $0) : nil })
      )
    }
  }
}
