import CookieCore
import StoreFormats
import StoreManager
import StoreModel

/// `pantler cookies`: the cookies of stores.
enum CookiesCommand {
  static let command = Command(
    specification: CommandSpecification(
      "cookies", "list cookies", arguments: "[STORE…]", count: 0...1000,
      options: [.filter, .json, .jsonLines, .values],
      details: "Values are masked unless --values is given. Without a STORE every store is listed.",
      examples: [
        ("pantler cookies", "lists the cookies of every store"),
        (
          "pantler cookies apple:com.example.notes -f 'site:example.org expires<7d'",
          "lists what one site keeps that expires within a week"
        ),
        ("pantler cookies jar:/home/me/cookies.txt --jsonl --values", "one JSON object a line"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let filter = try session.filter()
    let stores = try await session.stores(session.arguments.arguments)
    let readings = await session.read(stores)
    let guards = filter.isEmpty ? nil : await session.manager.planContext()
    var selection = CookieSelection(session, filter, guards: guards)
    if var list = try JSONList(session) {
      let showsValues = session.arguments.has("values")
      for (store, result) in readings {
        guard case .success(let snapshot) = result else { continue }
        let recordsHTTPOnly = !store.capabilities.unrepresentable.contains(.httpOnly)
        selection.forEach(in: snapshot, of: store) { cookie, site, issues in
          var bytes: [UInt8] = []
          CookieListing.append(
            cookie, store: store.id, site: site, issues: issues.map(\.rawValue),
            includeValues: showsValues, httpOnlyIsRecorded: recordsHTTPOnly, to: &bytes)
          list.add(bytes: bytes)
          return !session.output.isBroken
        }
      }
      list.end()
    } else {
      writeTable(readings, &selection, session)
    }
    let status = session.report(readings)
    if selection.unreadable > 0 {
      session.say(
        "\(amount(selection.unreadable, "value")) of \(amount(selection.seen, "cookie")) "
          + "could not be read, because the key is not known.")
    }
    return status
  }

  private static func writeTable(
    _ readings: [CommandSession.Reading], _ selection: inout CookieSelection,
    _ session: CommandSession
  ) {
    let showsValues = session.arguments.has("values")
    let showsStore = readings.count > 1
    var table = ColumnTable(
      (showsStore ? ["STORE"] : [])
        + ["NAME", "DOMAIN", "PATH", "EXPIRES", "VALUE", "BYTES", "ATTRIBUTES", "ISSUES"])
    let now = session.host.now()
    for (store, result) in readings {
      guard case .success(let snapshot) = result else { continue }
      let recordsHTTPOnly = !store.capabilities.unrepresentable.contains(.httpOnly)
      selection.forEach(in: snapshot, of: store) { cookie, _, issues in
        table.add(
          (showsStore ? [store.id.rawValue] : []) + [
            CookieLine.name(cookie),
            CookieLine.readableDomain(cookie.domain, hostOnly: cookie.hostOnly),
            VisibleText.escaped(bytes: cookie.path.bytes),
            TimeText.expiry(cookie.expiryTime, now: now),
            CookieLine.value(cookie, showsValue: showsValues), String(cookie.value.count),
            CookieLine.attributes(cookie, httpOnlyIsRecorded: recordsHTTPOnly),
            issues.map(\.rawValue).joined(separator: " "),
          ])
        return true
      }
    }
    table.write(to: session.output)
    guard table.count < selection.seen || table.count == 0 else { return }
    session.say("\(table.count) of \(amount(selection.seen, "cookie")) shown.")
  }
}

/// The cookies that a filter lets through, with their site and issues.
struct CookieSelection {
  private let filter: Filter
  private let session: CommandSession
  private let now: Timestamp
  private let context: PlanContext?
  private var sites: SiteCache
  /// How many cookies were looked at.
  private(set) var seen = 0
  /// How many of those that were let through have a value that could not be read.
  private(set) var unreadable = 0

  init(_ session: CommandSession, _ filter: Filter, guards context: PlanContext? = nil) {
    self.session = session
    self.filter = filter
    self.context = context
    now = session.host.now()
    sites = SiteCache(session.host.publicSuffixes)
  }

  /// Calls a function with each cookie until it returns false.
  mutating func forEach(
    in snapshot: StoreSnapshot, of store: StoreDescription,
    _ body: (Cookie, String, [CookieIssue]) -> Bool
  ) {
    var subject = FilterSubject(
      site: "", store: store.id.rawValue, app: store.app.name, now: now)
    let words = IssueWords(snapshot, for: filter, now: now)
    for cookie in snapshot.cookies {
      seen += 1
      let site = sites.name(of: cookie)
      let issues = cookie.issues(now: now, publicSuffixes: session.host.publicSuffixes)
      if !filter.isEmpty {
        subject.cookie = cookie
        subject.site = site
        subject.issues = words.words(for: cookie, issues)
        subject.isGuarded = context?.isGuarded(cookie, in: store.id) ?? false
        guard filter.matches(subject) else { continue }
      }
      if cookie.encryptedValue != nil { unreadable += 1 }
      guard body(cookie, site, issues) else { return }
    }
  }
}
