public import CookieCore

/// The hosts that libsoup reaches by HTTPS only.
///
/// - Source: libsoup, `hsts/soup-hsts-enforcer-db.c`.
public struct HSTSPolicies: Hashable, Sendable {
  /// A host.
  public struct Policy: Hashable, Sendable {
    /// The host.
    public var host: String
    /// When the host last asked for it: the expiry less the longest age; nil when unknown.
    public var lastSet: Timestamp?
  }

  /// The hosts in the order of the table.
  public var policies: [Policy]

  /// Decodes a database; one without the table is empty.
  ///
  /// - Parameter directory: an existing directory of mode 0700, for what cannot be opened in memory.
  public init(decoding image: DatabaseImage, scratchDirectory directory: String)
    throws(DecodingFailure)
  {
    let database = try WebsiteDatabase(image: image, scratchDirectory: directory)
    policies = []
    guard try database.hasTable("soup_hsts_policies") else { return }
    for row in try database.rows("SELECT host, expiry, max_age FROM soup_hsts_policies") {
      let times = [row[1].integer, row[2].integer].compactMap { $0 }
      let (seconds, overflows) =
        times.count == 2
        ? times[0].subtractingReportingOverflow(times[1]) : (0, true)
      let isKnown = !overflows && (1...1 << 40).contains(seconds)
      policies.append(
        Policy(host: row[0].text, lastSet: isKnown ? Timestamp(seconds: seconds) : nil))
    }
  }
}

/// The sites that tracking prevention has seen.
///
/// - Source: WebKit, `NetworkProcess/Classifier/ResourceLoadStatisticsStore.cpp`.
public struct ObservedDomains: Hashable, Sendable {
  /// A site.
  public struct Domain: Hashable, Sendable {
    /// The registrable domain.
    public var name: String
    /// When it was last seen; nil when never.
    public var lastSeen: Timestamp?
    /// Whether a person did something on a page of it.
    public var hadUserInteraction: Bool
    /// When a person last did something on a page of it; nil when never.
    public var lastInteraction: Timestamp?
  }

  /// The sites in the order of the table.
  public var domains: [Domain]

  /// Decodes a database; one without the table is empty.
  ///
  /// - Parameter directory: an existing directory of mode 0700, for what cannot be opened in memory.
  public init(decoding image: DatabaseImage, scratchDirectory directory: String)
    throws(DecodingFailure)
  {
    let database = try WebsiteDatabase(image: image, scratchDirectory: directory)
    domains = []
    guard try database.hasTable("ObservedDomains") else { return }
    let sql = """
      SELECT registrableDomain, lastSeen, hadUserInteraction, mostRecentUserInteractionTime
      FROM ObservedDomains
      """
    for row in try database.rows(sql) {
      domains.append(
        Domain(
          name: row[0].text, lastSeen: Self.time(row[1]),
          hadUserInteraction: row[2].integer ?? 0 != 0, lastInteraction: Self.time(row[3])))
    }
  }

  private static func time(_ value: SQLiteValue) -> Timestamp? {
    value.number.flatMap { $0 > 0 ? Timestamp(secondsSince1970: $0) : nil }
  }
}
