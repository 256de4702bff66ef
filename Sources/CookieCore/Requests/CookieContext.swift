/// The circumstances under which cookies are received or asked for, beside the URL.
public struct CookieContext: Hashable, Sendable {
  /// How cookies are reached.
  public enum API: String, Codable, CaseIterable, Sendable {
    /// A header of a request or response.
    case http
    /// A "non-HTTP" API, such as `document.cookie`.
    case script
  }

  /// The "site for cookies" of whoever makes the request.
  public enum SiteForCookies: Hashable, Sendable {
    /// The URL's own site: nobody made the request but the user.
    case urlItself
    /// The site of the page in the address bar, with every frame between of the same site.
    case site(SchemefulSite)
    /// No site, because the frames are of several sites.
    case opaque
  }

  /// The time.
  public var time: Timestamp
  /// How cookies are reached.
  public var api: API
  /// The method of the request.
  public var method: String
  /// The "site for cookies" of whoever makes the request.
  public var siteForCookies: SiteForCookies
  /// Whether the request fills a whole window or tab.
  public var isTopLevelNavigation: Bool
  /// The site in the address bar, by which partitions are chosen; nil for the site for cookies.
  public var topLevelSite: SchemefulSite?
  /// The container that the view belongs to; nil for the default one.
  public var container: String?

  /// Describes the circumstances; by default the user goes to the URL.
  public init(
    time: Timestamp, api: API = .http, method: String = "GET",
    siteForCookies: SiteForCookies = .urlItself, isTopLevelNavigation: Bool = true,
    topLevelSite: SchemefulSite? = nil, container: String? = nil
  ) {
    self.time = time
    self.api = api
    self.method = method
    self.siteForCookies = siteForCookies
    self.isTopLevelNavigation = isTopLevelNavigation
    self.topLevelSite = topLevelSite
    self.container = container
  }

  /// Whether the method is safe.
  ///
  /// - Source: RFC 9110 9.2.1.
  public var usesSafeMethod: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

  /// Reports whether a request to a site is same-site.
  ///
  /// - Source: RFC 6265bis 5.2.
  public func isSameSite(with site: SchemefulSite) -> Bool {
    switch siteForCookies {
    case .urlItself: true
    case .site(let page): page.isSameSite(as: site)
    case .opaque: false
    }
  }

  /// The partition that a request to a site uses.
  func partition(for site: SchemefulSite) -> CookiePartition {
    // A navigation puts its own site into the address bar, wherever it came from.
    if isTopLevelNavigation, topLevelSite == nil, api == .http {
      return CookiePartition(topLevelSite: site.name, hasCrossSiteAncestor: false)
    }
    let page: SchemefulSite? =
      if case .site(let page) = siteForCookies { page } else { nil }
    let top = topLevelSite ?? page ?? site
    let hasCrossSiteAncestor = !isSameSite(with: site) || !top.isSameSite(as: site)
    return CookiePartition(topLevelSite: top.name, hasCrossSiteAncestor: hasCrossSiteAncestor)
  }
}
