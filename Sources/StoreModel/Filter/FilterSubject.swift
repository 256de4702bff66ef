public import CookieCore

/// What a filter is asked about: a cookie, a record, or an event of the log.
///
/// For many of them keep one value and change its parts; nothing is copied then.
public struct FilterSubject: Sendable {
  /// The cookies that are asked about one after the other; none for what is no cookie.
  ///
  /// Read `cookies[place].name` and the like: a cookie that is passed on is copied, with all its texts.
  private(set) var cookies: [Cookie] = []
  private(set) var place = 0
  /// The name of the site.
  public var site: String
  /// The present.
  public var now: Timestamp
  /// What filters seldom ask for, in one place of an array: every call copies what stands beside it.
  private var rest = [Rest()]

  private struct Rest: Sendable {
    var hosts: [String] = []
    var types: [DataType] = [.cookies]
    var store = ""
    var app = ""
    var views: [String] = []
    var pools: [String] = []
    var isMarked = false
    var isGuarded = false
    var isChanged = false
    var issues: [String] = []
    var byteCount: Int?
    var lastUsed: Timestamp?
    var cause: StoreEvent.Cause?
    var level: StoreEvent.Level?
  }

  /// Takes what every subject has; the rest is set as needed.
  public init(
    cookie: Cookie? = nil, site: String, store: String = "", app: String = "", now: Timestamp
  ) {
    if let cookie { cookies = [cookie] }
    self.site = site
    self.now = now
    self.store = store
    self.app = app
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

  /// Whether there is a cookie.
  var hasCookie: Bool { !cookies.isEmpty }
}

extension FilterSubject {
  /// The hosts, for a record; a cookie has its own.
  public var hosts: [String] {
    get { rest[0].hosts }
    set { rest[0].hosts = newValue }
  }

  /// The data types; a cookie has the one.
  public var types: [DataType] {
    get { rest[0].types }
    set { rest[0].types = newValue }
  }

  /// The store.
  public var store: String {
    get { rest[0].store }
    set { rest[0].store = newValue }
  }

  /// The name of the app that owns the store.
  public var app: String {
    get { rest[0].app }
    set { rest[0].app = newValue }
  }

  /// The ids and titles of the web views that use it.
  public var views: [String] {
    get { rest[0].views }
    set { rest[0].views = newValue }
  }

  /// The process pools that use it.
  public var pools: [String] {
    get { rest[0].pools }
    set { rest[0].pools = newValue }
  }

  /// Whether the person marked it.
  public var isMarked: Bool {
    get { rest[0].isMarked }
    set { rest[0].isMarked = newValue }
  }

  /// Whether a guard keeps it from deletion.
  public var isGuarded: Bool {
    get { rest[0].isGuarded }
    set { rest[0].isGuarded = newValue }
  }

  /// Whether it changed since the screen was opened; for an event, whether it is a change.
  public var isChanged: Bool {
    get { rest[0].isChanged }
    set { rest[0].isChanged = newValue }
  }

  /// The identifiers of what is wrong with it.
  public var issues: [String] {
    get { rest[0].issues }
    set { rest[0].issues = newValue }
  }

  /// The bytes it takes, for a record; a cookie has its own.
  public var byteCount: Int? {
    get { rest[0].byteCount }
    set { rest[0].byteCount = newValue }
  }

  /// When it was last used, for a record; a cookie has its own.
  public var lastUsed: Timestamp? {
    get { rest[0].lastUsed }
    set { rest[0].lastUsed = newValue }
  }

  /// The cause, for an event.
  public var cause: StoreEvent.Cause? {
    get { rest[0].cause }
    set { rest[0].cause = newValue }
  }

  /// The level, for an event.
  public var level: StoreEvent.Level? {
    get { rest[0].level }
    set { rest[0].level = newValue }
  }
}
