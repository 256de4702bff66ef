import CookieCore
import StoreManager
import StoreModel

/// `pantler records`: what each site keeps, by data type.
enum RecordsCommand {
  static let command = Command(
    specification: CommandSpecification(
      "records", "list what each site keeps", arguments: "[STORE…]", count: 0...1000,
      options: [.filter, .json, .jsonLines],
      details: "Cookies are the one data type that is read so far.",
      examples: [
        ("pantler records", "lists the sites of every store"),
        ("pantler records -f 'size>4k' --json", "lists the sites that keep much, in JSON"),
      ]), run: run)

  private struct RecordJSON: Encodable {
    var store: String
    var site: String
    var hosts: [String]
    var types: [String: DataRecord.Usage]
    var lastUsed: String?
    var guarded: Bool
    var inUse: Bool
  }

  private struct Row {
    var record: DataRecord
    var isGuarded = true
    var isInUse: Bool
  }

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let filter = try session.filter()
    let stores = try await session.stores(session.arguments.arguments)
    let readings = await session.read(stores)
    let context = await session.manager.planContext()
    var rows: [Row] = []
    for (store, result) in readings {
      guard case .success(let snapshot) = result else { continue }
      rows += records(of: snapshot, store, filter, session, context)
    }
    if var list = try JSONList(session) {
      for row in rows {
        let record = row.record
        list.add(
          RecordJSON(
            store: record.store.rawValue, site: record.site.name, hosts: record.hosts,
            types: Dictionary(
              uniqueKeysWithValues: record.types.map { ($0.key.rawValue, $0.value) }),
            lastUsed: record.lastUsed.map(\.rfc3339), guarded: row.isGuarded,
            inUse: row.isInUse))
      }
      list.end()
    } else {
      writeTable(rows, showsStore: readings.count > 1, session)
    }
    return session.report(readings)
  }

  private static func records(
    of snapshot: StoreSnapshot, _ store: StoreDescription, _ filter: Filter,
    _ session: CommandSession, _ context: PlanContext
  ) -> [Row] {
    var rows: [Site: Row] = [:]
    var hosts: [Site: Set<String>] = [:]
    for cookie in snapshot.cookies {
      let site = session.host.publicSuffixes.site(ofHost: cookie.domain.text)
      var row =
        rows[site]
        ?? Row(
          record: DataRecord(
            store: store.id, site: site, hosts: [],
            types: [.cookies: DataRecord.Usage(count: 0, bytes: 0)], lastUsed: nil),
          isInUse: !snapshot.holders.isEmpty)
      let usage = row.record.types[.cookies]
      row.record.types[.cookies] = DataRecord.Usage(
        count: (usage?.count ?? 0) + 1, bytes: (usage?.bytes ?? 0) + cookie.nameAndValueCount)
      row.record.lastUsed = [row.record.lastUsed, cookie.lastAccessTime].compactMap { $0 }.max()
      row.isGuarded = row.isGuarded && context.isGuarded(cookie, in: store.id)
      hosts[site, default: []].insert(cookie.domain.text)
      rows[site] = row
    }
    let now = session.host.now()
    return rows.keys.sorted().compactMap { site in
      guard var row = rows[site] else { return nil }
      row.record.hosts = (hosts[site] ?? []).sorted()
      return filter.matches(subject(row, store, now)) ? row : nil
    }
  }

  private static func subject(
    _ row: Row, _ store: StoreDescription, _ now: Timestamp
  ) -> FilterSubject {
    var subject = FilterSubject(
      site: row.record.site.name, store: store.id.rawValue, app: store.app.name, now: now)
    subject.hosts = row.record.hosts
    subject.types = Array(row.record.types.keys)
    subject.byteCount = row.record.types.values.compactMap(\.bytes).reduce(0, +)
    subject.lastUsed = row.record.lastUsed
    subject.isGuarded = row.isGuarded
    return subject
  }

  private static func writeTable(_ rows: [Row], showsStore: Bool, _ session: CommandSession) {
    var table = ColumnTable(
      (showsStore ? ["STORE"] : []) + ["SITE", "COOKIES", "BYTES", "LAST USED", "HOSTS"])
    for row in rows {
      let usage = row.record.types[.cookies]
      table.add(
        (showsStore ? [row.record.store.rawValue] : []) + [
          CanonicalHost.displayName(of: row.record.site.name), String(usage?.count ?? 0),
          String(usage?.bytes ?? 0), row.record.lastUsed.map(TimeText.plain) ?? "?",
          row.record.hosts.joined(separator: " "),
        ])
    }
    table.write(to: session.output)
  }
}
