import CookieCore
import StoreModel

/// Decides by a filter what is deleted.
struct RemovalMatcher: Sendable {
  private let filter: Filter
  private let suffixes: PublicSuffixes
  private let now: Timestamp
  private let apps: [StoreID: String]
  private let context: PlanContext
  private let words: [StoreID: IssueWords]

  init(
    _ filter: Filter, _ session: CommandSession, _ stores: [StoreDescription],
    _ context: PlanContext
  ) {
    self.filter = filter
    self.context = context
    suffixes = session.host.publicSuffixes
    let now = session.host.now()
    self.now = now
    words = Dictionary(
      stores.map { ($0.id, IssueWords(context.snapshots[$0.id], for: filter, now: now)) },
      uniquingKeysWith: { $1 })
    apps = Dictionary(stores.map { ($0.id, $0.app.name) }, uniquingKeysWith: { $1 })
  }

  /// Reports whether a cookie fits.
  func matches(_ cookie: Cookie, in store: StoreID) -> Bool {
    var subject = FilterSubject(
      cookie: cookie, site: suffixes.site(ofHost: cookie.domain.text).name,
      store: store.rawValue, app: apps[store] ?? "", now: now)
    let issues = cookie.issues(now: now, publicSuffixes: suffixes)
    subject.issues = words[store]?.words(for: cookie, issues) ?? issues.map(\.rawValue)
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
