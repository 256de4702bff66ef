/// The answer to a question about cookies: every verdict with its reasons.
///
/// It holds values, which are secrets; whoever shows it masks them.
public struct Explanation: Hashable, Codable, Sendable {
  /// What became of one Set-Cookie value.
  public struct Stored: Hashable, Codable, Sendable {
    /// The value as given.
    public var setCookie: CookieText
    /// Whether it was accepted.
    public var accepted: Bool
    /// Why it was refused, in the order of the rules.
    public var reasons: [CookieRejection]
    /// What was ignored or changed on the way.
    public var notes: [SetCookieNote]
    /// The cookie it makes, refused or not; nil when the URL has no host.
    public var cookie: Cookie?
    /// Whether an older cookie made place for it, or was deleted by it.
    public var replaced: Bool
    /// Where the engines asked about would do otherwise.
    public var deviations: [EngineDeviation]
  }

  /// The fate of one cookie of the site.
  public struct Considered: Hashable, Codable, Sendable {
    /// The cookie.
    public var cookie: Cookie
    /// Whether it is sent.
    public var sent: Bool
    /// Why it is not, in the order of the rules.
    public var reasons: [CookieExclusion]
    /// What is wrong with it.
    public var issues: [CookieIssue]
    /// Where the engines asked about would do otherwise in this request.
    public var deviations: [EngineDeviation]
  }

  /// The URL that was asked for.
  public var url: String
  /// One entry for each Set-Cookie value, in their order.
  public var stored: [Stored]
  /// What the Cookie header, or a script, would get.
  public var cookieHeader: CookieText
  /// The cookies of the site: those sent in the order of the header, then the others.
  public var cookies: [Considered]

  /// Works out the answer.
  public init(_ question: CookieQuestion) {
    var policy = question.policy
    policy.maximumPerDomain = nil
    policy.maximumCount = nil
    var storage = CookieStorage(
      question.storedCookies, policy: policy, publicSuffixes: question.publicSuffixes)
    url = question.url.description
    stored = question.setCookies.map { Self.receive($0, of: question, into: &storage) }
    let context = question.context(question.readBy)
    let verdicts = storage.verdicts(for: question.url, in: context)
    cookieHeader = CookieText(
      bytes: verdicts.lazy.filter(\.isSent).map(\.cookie).cookieHeader)
    cookies = verdicts.map { verdict in
      Considered(
        cookie: verdict.cookie, sent: verdict.isSent, reasons: verdict.exclusions.sorted(),
        issues: verdict.cookie.issues(
          now: question.time, publicSuffixes: question.publicSuffixes),
        deviations: question.engines.flatMap {
          EngineDeviation.deviations(sending: verdict, in: $0)
        })
    }
  }

  private static func receive(
    _ setCookie: CookieText, of question: CookieQuestion, into storage: inout CookieStorage
  ) -> Stored {
    let parsed = ParsedSetCookie(bytes: setCookie.bytes)
    // Expired cookies of the store stay, so that they can be listed with their reason.
    let reception = storage.receive(
      parsed, from: question.receivedFrom ?? question.url, in: question.context(question.setBy),
      removesExpired: false)
    return Stored(
      setCookie: setCookie, accepted: reception.isAccepted, reasons: reception.rejections.sorted(),
      notes: reception.notes, cookie: reception.cookie,
      replaced: reception.changes.contains { $0.cause == .overwritten || $0.cause == .expired },
      deviations: EngineDeviation.deviations(receiving: reception, raw: setCookie)
        .filter { question.engines.contains($0.engine) })
  }
}
