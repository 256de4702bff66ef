/// What somebody wants to know: which cookies are stored, which are sent, and why.
public struct CookieQuestion: Sendable {
  /// The URL that is asked for.
  public var url: CookieURL
  /// The cookies that a store holds already.
  public var storedCookies: [Cookie] = []
  /// Set-Cookie values that are received one after another before the request.
  public var setCookies: [CookieText] = []
  /// Where they are received from; nil for the URL.
  public var receivedFrom: CookieURL?
  /// How the Set-Cookie values arrive.
  public var setBy = CookieContext.API.http
  /// Who asks for the cookies.
  public var readBy = CookieContext.API.http
  /// The method of the request.
  public var method = "GET"
  /// The site for cookies of the page that makes the request; nil when the user goes to the URL.
  public var siteForCookies: CookieContext.SiteForCookies?
  /// Whether the request fills the whole tab; one that a page makes can, as when a link is followed.
  public var isTopLevelNavigation: Bool {
    get { siteForCookies == nil || pageNavigates }
    set { pageNavigates = newValue }
  }
  private var pageNavigates = false
  /// The site in the address bar; nil for the site for cookies.
  public var topLevelSite: SchemefulSite?
  /// The container of the view.
  public var container: String?
  /// The engines whose known differences are told: that of the store, or all.
  public var engines = CookieEngine.allCases
  /// The time at which all of it happens.
  public var time: Timestamp
  /// The choices in force; limits on numbers do not apply, so that nothing is evicted while explaining.
  public var policy = CookiePolicy()
  /// The list by which domains are judged.
  public var publicSuffixes = PublicSuffixes.system

  /// Asks about a request at a time.
  public init(url: CookieURL, time: Timestamp) {
    self.url = url
    self.time = time
  }

  /// The circumstances, for one way to reach cookies.
  public func context(_ api: CookieContext.API) -> CookieContext {
    CookieContext(
      time: time, api: api, method: method, siteForCookies: siteForCookies ?? .urlItself,
      isTopLevelNavigation: isTopLevelNavigation, topLevelSite: topLevelSite, container: container)
  }
}

extension CookieContext.SiteForCookies {
  /// Reads a site as a person writes it; `null` and `none` are no site, and nil is no answer.
  public init?(_ text: String, publicSuffixes: PublicSuffixes = .system) {
    if text == "null" || text == "none" {
      self = .opaque
    } else if let site = SchemefulSite(text, publicSuffixes: publicSuffixes) {
      self = .site(site)
    } else {
      return nil
    }
  }
}
