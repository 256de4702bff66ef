public import CookieCore
public import StoreModel

/// What web views keep: WKWebsiteDataStore.
///
/// The embedded engine runs no scripts and caches nothing, so there are cookies and nothing else.
@EngineActor public final class WebsiteDataStore {
  /// Which store it is.
  public let kind: LiveStore.Kind
  /// Its cookies.
  public let httpCookieStore: HTTPCookieStore
  let app: EmbeddedApp
  let id: LiveStore.ID

  init(_ kind: LiveStore.Kind, id: LiveStore.ID, in app: EmbeddedApp, _ kept: [Cookie] = []) {
    self.kind = kind
    self.id = id
    self.app = app
    httpCookieStore = HTTPCookieStore(kind, id: id, in: app, kept: kept)
  }

  /// The one persistent store that every app has.
  public static func `default`(
    of app: EmbeddedApp
  ) throws(LiveFailure) -> WebsiteDataStore {
    try app.sharedStore()
  }

  /// A new store in memory; every call makes another.
  public static func nonPersistent(in app: EmbeddedApp) -> WebsiteDataStore {
    WebsiteDataStore(.nonPersistent, id: LiveStore.ID(rawValue: app.nextName("s")), in: app)
  }

  /// The persistent store of a UUID in lower case: the one that lives, or a new one.
  ///
  /// The UUID may not be all zero.
  public static func identified(
    by uuid: String, in app: EmbeddedApp
  ) throws(LiveFailure) -> WebsiteDataStore {
    try app.identifiedStore(uuid)
  }

  /// Whether it outlives the app.
  public var isPersistent: Bool { kind != .nonPersistent }

  /// The UUID of an identified store; nil for others.
  public var identifier: String? {
    if case .identified(let uuid) = kind { uuid } else { nil }
  }

  /// What sites keep, by name.
  ///
  /// As in WebKit, hosts without a registrable domain have no record.
  public func dataRecords(ofTypes types: Set<DataType>) -> [LiveRecord] {
    guard types.contains(.cookies) else { return [] }
    let sites = httpCookieStore.cookies.map(site).filter { $0.kind == .registrableDomain }
    return Set(sites.map(\.name)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { LiveRecord(displayName: $0, types: [.cookies]) }
  }

  /// Removes what records name.
  public func removeData(ofTypes types: Set<DataType>, for records: [LiveRecord]) {
    guard types.contains(.cookies) else { return }
    let names = Set(records.map(\.displayName))
    httpCookieStore.removeAll { names.contains(site($0).name) }
  }

  /// Removes what was modified since a time, hosts without a record included.
  public func removeData(ofTypes types: Set<DataType>, modifiedSince time: Timestamp) {
    guard types.contains(.cookies) else { return }
    httpCookieStore.removeAll { $0.creationTime.map { $0 >= time } ?? true }
  }

  private func site(_ cookie: Cookie) -> Site {
    app.surroundings.publicSuffixes.site(ofHost: cookie.domain.text)
  }
}
