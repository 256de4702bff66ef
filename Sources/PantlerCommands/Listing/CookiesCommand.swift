import CookieCore
import StoreFormats
import StoreManager
import StoreModel

/// `pantler cookies`: the cookies of stores.
enum CookiesCommand {
  static let command = Command(
    specification: CommandSpecification(
      "cookies", "list cookies", arguments: "[STORE…]", operands: [[.store]], count: 0...1000,
      options: [.filter, .json, .jsonLines, .values],
      details: """
        Values are masked unless --values is given. Without a STORE every store is listed. Issues
        are told by the names that filters know: among them duplicateName, for cookies that a request
        carries together, undecryptable, and differsFromShared, for what the shared storage of the
        same app, or of a link, says otherwise; that storage has to be listed with the store.
        """,
      examples: [
        ("pantler cookies", "lists the cookies of every store"),
        (
          "pantler cookies notes:default -f 'site:example.org expires<7d'",
          "lists what one site keeps that expires within a week"
        ),
        ("pantler cookies -f issue:duplicateName", "lists cookies that a server cannot tell apart"),
        ("pantler cookies jar:/home/me/cookies.txt --jsonl --values", "one JSON object a line"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let filter = try session.filter()
    let stores = try await session.stores(session.arguments.arguments)
    let readings = await session.read(stores)
    let guards = filter.isEmpty ? nil : await session.manager.planContext()
    var selection = CookieSelection(session, filter, guards: guards, tellsIssues: true)
    selection.others = await SharedReading.sources(readings, session)
    if var list = try JSONList(session) {
      let showsValues = session.arguments.has("values")
      for (store, result) in readings {
        guard case .success(let snapshot) = result else { continue }
        let recordsHTTPOnly = !store.capabilities.unrepresentable.contains(.httpOnly)
        selection.forEach(in: snapshot, of: store) { cookie, site, issues in
          var bytes: [UInt8] = []
          CookieListing.append(
            cookie, store: store.id, site: site, issues: issues,
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
            issues.joined(separator: " "),
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
  /// Whether issues are wanted that more than the cookie tells.
  private let tellsIssues: Bool
  private var sites: SiteCache
  /// What was read beside, with the links between stores.
  var others = SharedReading.Sources()
  /// How many cookies were looked at.
  private(set) var seen = 0
  /// How many of those that were let through have a value that could not be read.
  private(set) var unreadable = 0

  init(
    _ session: CommandSession, _ filter: Filter, guards context: PlanContext? = nil,
    tellsIssues: Bool = false
  ) {
    self.session = session
    self.filter = filter
    self.context = context
    self.tellsIssues = tellsIssues || filter.fields.contains(.issue)
    now = session.host.now()
    sites = SiteCache(session.host.publicSuffixes)
  }

  /// Calls a function with each cookie, its site and the names of its issues until it returns false.
  mutating func forEach(
    in snapshot: StoreSnapshot, of store: StoreDescription,
    _ body: (Cookie, String, [String]) -> Bool
  ) {
    var subject = FilterSubject(
      site: "", store: store.id.rawValue, app: store.app.name, now: now)
    let words =
      tellsIssues
      ? IssueWords(
        snapshot.cookies, of: store, shared: others.held(against: store), now: now) : nil
    for (position, cookie) in snapshot.cookies.enumerated() {
      seen += 1
      let site = sites.name(of: cookie)
      let own = cookie.issues(now: now, publicSuffixes: session.host.publicSuffixes)
      let issues = words?.words(for: cookie, at: position, own) ?? []
      if !filter.isEmpty {
        subject.cookie = cookie
        subject.site = site
        subject.issues = issues
        subject.isGuarded = context?.isGuarded(cookie, in: store.id) ?? false
        guard filter.matches(subject) else { continue }
      }
      if cookie.encryptedValue != nil { unreadable += 1 }
      guard body(cookie, site, issues) else { return }
    }
  }
}
