public import CookieCore

/// A page that a live view is to load.
public struct PageRequest: Hashable, Sendable {
  /// Where it is.
  public var url: CookieURL
  /// The method of the first request, in capitals.
  public var method: String
  /// What is sent with it; nil for nothing.
  public var body: [UInt8]?
  /// Who asked for the page; nil when the user did, by typing the address.
  public var initiator: CookieContext.SiteForCookies?

  /// Describes a page; by default the user goes there.
  public init(
    url: CookieURL, method: String = "GET", body: [UInt8]? = nil,
    initiator: CookieContext.SiteForCookies? = nil
  ) {
    self.url = url
    self.method = method
    self.body = body
    self.initiator = initiator
  }

  /// The circumstances under which cookies go with a request of this page.
  ///
  /// A page fills its whole view, so every hop is a top-level navigation. Source: RFC 6265bis 5.2.1; that a redirect
  /// came from another site does not count.
  public func context(time: Timestamp, method: String) -> CookieContext {
    CookieContext(
      time: time, method: method, siteForCookies: initiator ?? .urlItself,
      isTopLevelNavigation: true)
  }
}
