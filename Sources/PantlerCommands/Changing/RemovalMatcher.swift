import CookieCore
import StoreModel

/// Decides by a filter what is deleted.
struct RemovalMatcher: Sendable {
  private let filter: Filter
  private let suffixes: PublicSuffixes
  private let now: Timestamp
  private let apps: [StoreID: String]
  private let context: PlanContext
  /// The issues of cookies that more than the cookie tells, where the filter asks for any.
  private let issues: [StoreID: [CookieKey: [String]]]

  init(
    _ filter: Filter, _ session: CommandSession, _ stores: [StoreDescription],
    _ context: PlanContext, others: SharedReading.Sources
  ) {
    self.filter = filter
    self.context = context
    suffixes = session.host.publicSuffixes
    let now = session.host.now()
    self.now = now
    var issues: [StoreID: [CookieKey: [String]]] = [:]
    for store in stores where filter.fields.contains(.issue) {
      let cookies = context.snapshots[store.id]?.cookies ?? []
      let words = IssueWords(cookies, of: store, shared: others.held(against: store), now: now)
      for (position, cookie) in cookies.enumerated() {
        let found = words.words(for: cookie, at: position, [])
        if !found.isEmpty { issues[store.id, default: [:]][cookie.key] = found }
      }
    }
    self.issues = issues
    apps = Dictionary(stores.map { ($0.id, $0.app.name) }, uniquingKeysWith: { $1 })
  }

  /// Reports whether a cookie fits.
  func matches(_ cookie: Cookie, in store: StoreID) -> Bool {
    var subject = FilterSubject(
      cookie: cookie, site: suffixes.site(ofHost: cookie.domain.text).name,
      store: store.rawValue, app: apps[store] ?? "", now: now)
    subject.issues = cookie.issues(now: now, publicSuffixes: suffixes).map(\.rawValue)
    if !issues.isEmpty {
      subject.issues += issues[store]?[cookie.key] ?? []
    }
    subject.isGuarded = context.isGuarded(cookie, in: store)
    return filter.matches(subject)
  }

  /// Reports whether website data fits.
  func matches(_ item: WebsiteDataItem, in store: StoreID) -> Bool {
    var subject = FilterSubject(
      site: item.site.name, store: store.rawValue, app: apps[store] ?? "", now: now)
    subject.hosts = item.host.isEmpty ? [] : [item.host]
    subject.types = [item.type]
    subject.byteCount = item.contentBytes ?? item.bytes ?? 0
    subject.lastUsed = item.modified
    subject.isGuarded = context.isGuarded(item.type, of: item.owner, in: store)
    return filter.matches(subject)
  }
}
