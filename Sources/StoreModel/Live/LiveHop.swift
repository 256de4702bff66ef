public import CookieCore

/// One request on the way to a page, with what became of cookies, as far as the engine says.
public struct LiveHop: Hashable, Codable, Sendable {
  /// A cookie of the site that was not sent.
  public struct Withheld: Hashable, Codable, Sendable {
    /// The cookie.
    public var key: CookieKey
    /// Why, in the order of the rules; empty when no header can hold it.
    public var reasons: [CookieExclusion]

    /// Takes every field as it is.
    public init(key: CookieKey, reasons: [CookieExclusion]) {
      self.key = key
      self.reasons = reasons
    }
  }

  /// A Set-Cookie field of the response.
  public struct Received: Hashable, Codable, Sendable {
    /// What it did to the store.
    public enum Effect: String, Codable, Hashable, Sendable, CaseIterable {
      case stored, replaced
      /// It was expired on arrival and took an older cookie away.
      case removed
      /// It was expired on arrival, and there was nothing to take away.
      case nothing
      case refused
      case unknown
    }

    /// The cookie; nil when the field makes none.
    public var key: CookieKey?
    /// What it did.
    public var effect: Effect
    /// Why it was refused, in the order of the rules; empty when it was not, or the engine does not say.
    public var reasons: [CookieRejection]

    /// Takes every field as it is.
    public init(key: CookieKey?, effect: Effect, reasons: [CookieRejection] = []) {
      self.key = key
      self.effect = effect
      self.reasons = reasons
    }
  }

  /// Where the request went.
  public var url: String
  /// Its method, in capitals.
  public var method: String
  /// The status of the response; nil when none came.
  public var status: Int?
  /// Where the response leads to; nil when it leads nowhere else.
  public var location: String?
  /// Whether another site asked for it; nil when the engine does not say.
  public var isCrossSite: Bool?
  /// The cookies that were sent, in the order of the header, or were to be; nil when the engine does not say.
  ///
  /// Without an answer nobody knows that anything was sent.
  public var sent: [CookieKey]?
  /// The cookies of the site that were not sent; nil when the engine does not say.
  public var withheld: [Withheld]?
  /// The Set-Cookie fields of the response, in their order; nil when the engine does not say.
  public var received: [Received]?
  /// The cookies that were brought before the request, while the navigation was held.
  public var brought: [CookieKey]

  /// Takes every field as it is.
  public init(
    url: String, method: String = "GET", status: Int? = nil, location: String? = nil,
    isCrossSite: Bool? = nil, sent: [CookieKey]? = nil, withheld: [Withheld]? = nil,
    received: [Received]? = nil, brought: [CookieKey] = []
  ) {
    self.url = url
    self.method = method
    self.status = status
    self.location = location
    self.isCrossSite = isCrossSite
    self.sent = sent
    self.withheld = withheld
    self.received = received
    self.brought = brought
  }
}

extension LiveHop {
  /// Whether a response came, without which it is not known that the request was sent.
  public var isAnswered: Bool { status != nil }

  /// Tells of a hop as the embedded engine made it.
  public init(_ hop: PageHop) {
    self.init(
      url: hop.url.description, method: hop.method, status: hop.status,
      location: hop.location?.description, isCrossSite: hop.isCrossSite, sent: hop.sent.map(\.key),
      withheld: hop.unsendable.map { Withheld(key: $0.key, reasons: []) }
        + hop.verdicts.filter { !$0.isSent }.map {
          Withheld(key: $0.cookie.key, reasons: $0.exclusions.sorted())
        }, received: hop.receptions.map(Received.init), brought: hop.brought)
  }
}

extension LiveHop.Received {
  /// Tells what became of a Set-Cookie field.
  public init(_ reception: CookieReception) {
    let causes = Set(reception.changes.map(\.cause))
    let effect: Effect =
      if !reception.isAccepted {
        .refused
      } else if causes.contains(.inserted) {
        causes.contains(.overwritten) ? .replaced : .stored
      } else {
        causes.contains(.expired) ? .removed : .nothing
      }
    self.init(
      key: reception.cookie?.key, effect: effect, reasons: reception.rejections.sorted())
  }
}
