/// A question about cookies as a person writes it, before it is understood.
///
/// Command line and screens read what they are given alike.
public struct WrittenCookieQuestion: Hashable, Sendable {
  /// The parts that are text which may not be understood.
  public enum Part: String, CaseIterable, Sendable {
    /// The URL that is asked for.
    case url
    /// The URL that Set-Cookie values come from.
    case receivedFrom
    /// The page that makes the request.
    case siteForCookies
    /// The site in the address bar.
    case topLevelSite
    /// The time.
    case time
  }

  /// A part that was not understood.
  public struct Fault: Error, Hashable, Sendable {
    /// The part.
    public var part: Part
    /// What was written.
    public var text: String
  }

  /// The URL that is asked for.
  public var url: String
  /// Set-Cookie values that are received one after another before the request.
  public var setCookies: [CookieText] = []
  /// The URL they are received from; nil for the URL that is asked for.
  public var receivedFrom: String?
  /// How the Set-Cookie values arrive.
  public var setBy = CookieContext.API.http
  /// Who asks for the cookies.
  public var readBy = CookieContext.API.http
  /// The method of the request.
  public var method = "GET"
  /// The site of the page that makes the request, or `none`; nil when the user does.
  public var siteForCookies: String?
  /// Whether that page's request fills the whole tab, as when a link is followed.
  public var isNavigation = false
  /// The site in the address bar; nil for the site for cookies.
  public var topLevelSite: String?
  /// The container of the view; nil for the default one.
  public var container: String?
  /// The time: RFC 3339, seconds since 1970, or an HTTP date; nil for now.
  public var time: String?

  /// Asks about a URL that the user goes to now.
  public init(url: String) {
    self.url = url
  }

  /// Understands the question; it is still asked of no store.
  ///
  /// - Parameter now: the time that is meant where none is written.
  /// - Throws: the first part, in the order of the list, that is not understood.
  public func question(
    now: Timestamp, publicSuffixes: PublicSuffixes = .system
  ) throws(Fault) -> CookieQuestion {
    guard let url = CookieURL(url) else { throw Fault(part: .url, text: url) }
    var question = CookieQuestion(url: url, time: now)
    question.publicSuffixes = publicSuffixes
    question.setCookies = setCookies
    if let receivedFrom {
      guard let source = CookieURL(receivedFrom) else {
        throw Fault(part: .receivedFrom, text: receivedFrom)
      }
      question.receivedFrom = source
    }
    (question.setBy, question.readBy, question.method) = (setBy, readBy, method)
    if let siteForCookies {
      typealias SiteForCookies = CookieContext.SiteForCookies
      guard let site = SiteForCookies(siteForCookies, publicSuffixes: publicSuffixes) else {
        throw Fault(part: .siteForCookies, text: siteForCookies)
      }
      question.siteForCookies = site
    }
    question.isTopLevelNavigation = isNavigation || siteForCookies == nil
    if let topLevelSite {
      guard let site = SchemefulSite(topLevelSite, publicSuffixes: publicSuffixes) else {
        throw Fault(part: .topLevelSite, text: topLevelSite)
      }
      question.topLevelSite = site
    }
    question.container = container
    if let time {
      guard let moment = Self.time(time) else { throw Fault(part: .time, text: time) }
      question.time = moment
    }
    return question
  }

  private static func time(_ text: String) -> Timestamp? {
    if let seconds = Double(text) {
      return seconds.isFinite ? Timestamp(secondsSince1970: seconds) : nil
    }
    return Timestamp(rfc3339: text) ?? CookieDate.parse(text)
  }
}
