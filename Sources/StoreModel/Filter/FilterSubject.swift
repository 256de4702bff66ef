public import CookieCore

/// What a filter is asked about: a cookie, a record, or an event of the log.
///
/// For many of them keep one value and change its parts; nothing is copied then.
public struct FilterSubject: Sendable {
  /// The cookies that are asked about one after the other; none for what is no cookie.
  private var cookies: [Cookie] = []
  private var place = 0
  /// The name of the site.
  public var site: String
  /// The hosts, for a record; a cookie has its own.
  public var hosts: [String] = []
  /// The data types; a cookie has the one.
  public var types: [DataType] = [.cookies]
  /// The store.
  public var store: String
  /// The name of the app that owns the store.
  public var app: String
  /// The ids and titles of the web views that use it.
  public var views: [String] = []
  /// The process pools that use it.
  public var pools: [String] = []
  /// Whether the person marked it.
  public var isMarked = false
  /// Whether a guard keeps it from deletion.
  public var isGuarded = false
  /// Whether it changed since the screen was opened; for an event, whether it is a change.
  public var isChanged = false
  /// The identifiers of what is wrong with it.
  public var issues: [String] = []
  /// The bytes it takes, for a record; a cookie has its own.
  public var byteCount: Int?
  /// When it was last used, for a record; a cookie has its own.
  public var lastUsed: Timestamp?
  /// The cause, for an event.
  public var cause: StoreEvent.Cause?
  /// The level, for an event.
  public var level: StoreEvent.Level?
  /// The present.
  public var now: Timestamp

  /// Takes what every subject has; the rest is set as needed.
  public init(
    cookie: Cookie? = nil, site: String, store: String = "", app: String = "", now: Timestamp
  ) {
    if let cookie { cookies = [cookie] }
    self.site = site
    self.store = store
    self.app = app
    self.now = now
  }

  /// Makes the subject of an event.
  public init(event: StoreEvent, app: String = "", now: Timestamp) {
    self.init(
      cookie: event.after ?? event.before, site: event.site?.name ?? "",
      store: event.store?.rawValue ?? "", app: app, now: now)
    if let view = event.view { views = [view] }
    isChanged = event.kind == .changed
    cause = event.cause
    level = event.level
  }

  /// The cookie; nil for what is none.
  public var cookie: Cookie? {
    get { cookies.isEmpty ? nil : cookies[place] }
    set {
      cookies = newValue.map { [$0] } ?? []
      place = 0
    }
  }

  /// Goes to the first of many cookies, which are not copied.
  public mutating func setCookies(_ cookies: [Cookie]) {
    self.cookies = cookies
    place = 0
  }

  /// Goes to another of the cookies.
  public mutating func goToCookie(at place: Int) {
    self.place = place
  }

  /// Calls a function with the cookie where it is; nil for what is none.
  @inline(__always)
  func withCookie<Result>(_ body: (borrowing Cookie) -> Result) -> Result? {
    guard place < cookies.count else { return nil }
    return body(cookies[place])
  }

  /// Whether there is a cookie.
  var hasCookie: Bool { !cookies.isEmpty }
}
