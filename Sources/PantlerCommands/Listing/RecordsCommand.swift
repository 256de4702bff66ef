import CookieCore
import StoreManager
import StoreModel

/// `pantler records`: what each site keeps, by data type.
enum RecordsCommand {
  static let command = Command(
    specification: CommandSpecification(
      "records", "list what each site keeps", arguments: "[STORE…]", operands: [[.store]],
      count: 0...1000,
      options: [
        .filter, .json, .jsonLines,
        .flag("by-type", "each data type with the sites that have some of it"),
        .flag("keys", "also the keys of localStorage and the URLs in fetchCache"),
        .flag("values", "also the values of those keys, which are secrets"),
      ],
      details: """
        Cookies, and the website data of WebKit profiles. What a site keeps inside pages of another has a line of
        its own. Bytes are those that the engine counts; JSON has the bytes on disk too,
        and the names and counts of databases, object stores and caches. Orphans, which the engine does not
        find or will delete, are named on standard error, and as doubts in JSON. What in a profile belongs to
        no site is told at the end with its path: on standard error, or, without a filter, as the last value in
        JSON, whose site is null. The bytes on disk there and above add up to its profileBytes, which are those
        that du -sb counts in its folders. A bare host has no registrable domain, so WebKit's own records do not
        list it; Pantler lists and deletes what it keeps all the same.
        """,
      examples: [
        ("pantler records", "lists the sites of every store"),
        ("pantler records -f 'size>4k' --json", "lists the sites that keep much, in JSON"),
        ("pantler records --by-type -f '!type:cookies'", "lists who keeps what besides cookies"),
        ("pantler records epiphany -f site:example.org --keys", "lists the keys of one site, too"),
      ]), run: run)

  /// What a site keeps, with what else a line says.
  struct Row {
    var record: DataRecord
    var isGuarded = true
    var isInUse: Bool
    /// What it keeps besides cookies.
    var items: [WebsiteDataItem] = []
    /// When any of its cookies was last used; nil when unknown.
    var cookiesUsed: Timestamp?
    /// The keys and files that were asked for.
    var entries: [WebsiteDataItem.Identity: [WebsiteDataEntry]] = [:]
  }

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let filter = try session.filter()
    let stores = try await session.stores(session.arguments.arguments)
    // Keys are read one item after another, when everything is listed.
    let wantsKeys = session.arguments.has("keys") || session.arguments.has("values")
    let isByType = session.arguments.has("by-type")
    if isByType, wantsKeys { throw .usage(.conflict("--by-type", "--keys")) }
    var rows = CollectedRows(
      filter: filter, now: session.host.now(), isByType: isByType,
      keepsAll: wantsKeys || isByType, list: try JSONList(session))
    let readings = await session.read(stores)
    let context = await session.manager.planContext()
    var listings = ProfileListings(session)
    var used: Set<StoreID> = []
    for (store, result) in readings {
      var merger = RecordMerger(isInUse: false, context: context, store: store.id)
      if case .success(let snapshot) = result {
        merger.rows = cookieRows(of: snapshot, session, context)
        merger.isInUse = !snapshot.holders.isEmpty
        if merger.isInUse { used.insert(store.id) }
      }
      func add(_ ready: [Row]) {
        rows.add(ready, of: store)
        if !ready.isEmpty { session.output.flush() }
      }
      await listings.list(store) { add(merger.merge($0)) }
      add(merger.rest())
    }
    if wantsKeys {
      for index in rows.all.indices { await readEntries(&rows.all[index], session) }
    }
    let profiles = stores.compactMap { store in listings.all[store.id].map { (store.id, $0) } }
      // What a live engine has is in no profile whose bytes were counted.
      .filter { $0.1.totalBytes > 0 }
    // What a filter asks for is about sites.
    let told =
      filter.isEmpty
      ? profiles.map { RecordJSON.profile($0, $1, isInUse: used.contains($0)) } : []
    write(rows, profiles: told, showsStore: readings.count > 1, session)
    if rows.list == nil {
      for (store, listing) in profiles { say(listing, of: store, session) }
    }
    return session.report(readings)
  }

  /// The rows that were asked for; those that go into JSON as they come are not kept.
  private struct CollectedRows {
    let filter: Filter
    let now: Timestamp
    let isByType: Bool
    /// Whether something is still to be said of each when all are there.
    let keepsAll: Bool
    var list: JSONList?
    var all: [Row] = []

    mutating func add(_ ready: [Row], of store: StoreDescription) {
      // Of a site whose types are told one by one, each has to fit.
      let single = { (row: Row) in row.record.types.keys.map { row.narrowed(to: $0) } }
      for row in isByType ? ready.flatMap(single) : ready
      where filter.matches(subject(row, store, now)) {
        if list == nil || keepsAll {
          all.append(row)
        } else {
          list?.add(bytes: RecordJSON.bytes(row))
        }
      }
    }
  }

  private static func write(
    _ rows: CollectedRows, profiles: [[UInt8]], showsStore: Bool, _ session: CommandSession
  ) {
    let byType = rows.isByType ? RecordsByType(rows.all) : nil
    if var list = rows.list {
      for row in rows.isByType ? [] : rows.all { list.add(bytes: RecordJSON.bytes(row)) }
      byType?.write(to: &list)
      for bytes in profiles { list.add(bytes: bytes) }
      list.end()
    } else if let byType {
      byType.write(to: session.output, showsStore: showsStore)
    } else {
      writeTable(rows.all, showsStore: showsStore, session)
      writeEntries(rows.all, session)
    }
  }

  private static func readEntries(_ row: inout Row, _ session: CommandSession) async {
    for item in row.items where item.type == .localStorage || item.type == .fetchCache {
      do throws(StoreFailure) {
        row.entries[item.identity] = try await session.manager.entries(
          of: item, in: row.record.store, withValues: session.arguments.has("values"))
      } catch {
        session.say("\(row.record.store): " + FailureText.text(for: error))
      }
    }
  }

  private static func cookieRows(
    of snapshot: StoreSnapshot, _ session: CommandSession, _ context: PlanContext
  ) -> [DataRecord.Owner: Row] {
    var rows: [DataRecord.Owner: Row] = [:]
    var hosts: [DataRecord.Owner: Set<String>] = [:]
    for cookie in snapshot.cookies {
      let site = session.host.publicSuffixes.site(ofHost: cookie.domain.text)
      let owner = DataRecord.Owner(site: site)
      var row =
        rows[owner]
        ?? Row(
          record: DataRecord(
            store: snapshot.store, site: site, hosts: [],
            types: [.cookies: DataRecord.Usage(count: 0, bytes: 0)], lastUsed: nil),
          isInUse: !snapshot.holders.isEmpty)
      let usage = row.record.types[.cookies]
      row.record.types[.cookies] = DataRecord.Usage(
        count: (usage?.count ?? 0) + 1, bytes: (usage?.bytes ?? 0) + cookie.nameAndValueCount)
      row.record.lastUsed = [row.record.lastUsed, cookie.lastAccessTime].compactMap { $0 }.max()
      row.cookiesUsed = row.record.lastUsed
      row.isGuarded = row.isGuarded && context.isGuarded(cookie, in: snapshot.store)
      hosts[owner, default: []].insert(cookie.domain.text)
      rows[owner] = row
    }
    for owner in rows.keys { rows[owner]?.record.hosts = (hosts[owner] ?? []).sorted() }
    return rows
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
}

// MARK: Plain text.

extension RecordsCommand {
  private static func writeTable(_ rows: [Row], showsStore: Bool, _ session: CommandSession) {
    let showsData = rows.contains { $0.record.types.keys.contains { $0 != .cookies } }
    var titles = ["SITE", "COOKIES", "BYTES", "LAST USED", "HOSTS"]
    if showsData { titles.insert("DATA", at: 2) }
    if showsStore { titles.insert("STORE", at: 0) }
    var table = ColumnTable(titles)
    for row in rows {
      let record = row.record
      let bytes = record.types.values.compactMap(\.bytes)
      let data = record.types.keys.filter { $0 != .cookies }.map(\.rawValue).sorted()
      var cells: [String] = [
        siteName(of: record), String(record.types[.cookies]?.count ?? 0),
        bytes.isEmpty ? "?" : String(bytes.reduce(0, +)),
        record.lastUsed.map(TimeText.plain) ?? "?", record.hosts.joined(separator: " "),
      ]
      if showsData { cells.insert(data.isEmpty ? "-" : data.joined(separator: ","), at: 2) }
      if showsStore { cells.insert(record.store.rawValue, at: 0) }
      table.add(cells)
    }
    table.write(to: session.output)
  }

  /// The keys and files of each item, indented below a line that says whose they are.
  private static func writeEntries(_ rows: [Row], _ session: CommandSession) {
    for row in rows {
      for item in row.items {
        guard let entries = row.entries[item.identity], !entries.isEmpty else { continue }
        session.output.line("\n" + DataText.label(item))
        for entry in entries {
          let place = entry.group.map { $0 + "  " } ?? ""
          let bytes = entry.byteCount.map { "  \($0) bytes" } ?? ""
          let value = entry.value.map { "  " + $0 } ?? ""
          session.output.line("  " + VisibleText.escaped(place + entry.key + bytes + value))
        }
      }
    }
  }

  static func siteName(of record: DataRecord) -> String {
    let mark = record.site.isBareHost(in: [record.store]) ? " (bare host)" : ""
    let name = CanonicalHost.displayName(of: record.site.name) + mark
    guard let top = record.topSite else { return name }
    return "\(name) in \(CanonicalHost.displayName(of: top.name))"
  }

  /// Says where the rest of a profile's bytes are.
  private static func say(
    _ listing: WebsiteDataListing, of store: StoreID, _ session: CommandSession
  ) {
    for line in DataText.doubts(listing) { session.say("\(store): \(line)") }
    for odd in listing.unattributed { session.say("\(store): \(DataText.line(odd))") }
    let sites = listing.items.compactMap(\.bytes).reduce(0, +)
    let others = listing.unattributed.reduce(0) { $0 + $1.bytes }
    session.say(
      """
      \(store): \(listing.totalBytes) bytes in the profile: \(sites) of sites, \
      \(listing.overheadBytes) of the engine itself, \(others) not attributed
      """)
  }
}
