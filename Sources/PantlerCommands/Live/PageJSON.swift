import CookieCore
import StoreModel

/// The JSON of a page that was loaded.
struct PageJSON: Encodable {
  private let hops: [Hop]
  private let status: Int?
  private let byteCount: Int?
  private let failure: String?
  private let scripts: Bool
  private let title: String?
  private let changes: [Change]?

  init(_ load: PageLoad, masks: Bool, publicSuffixes: PublicSuffixes) {
    hops = load.hops.map { Hop($0, masks: masks, publicSuffixes) }
    scripts = false
    title = nil
    changes = nil
    switch load.outcome {
    case .loaded(let status, let byteCount):
      self.status = status
      self.byteCount = byteCount
      failure = nil
    case .failed(let failure):
      status = nil
      byteCount = nil
      self.failure = PageText.text(for: failure)
    }
  }

  /// A page in a view: what its engine does not say is left out.
  init(_ page: LivePage, masks: Bool, publicSuffixes: PublicSuffixes) {
    hops = page.navigation.hops.map { Hop($0) }
    scripts = true
    title = page.navigation.title
    changes = page.changes.map { Change($0, masks: masks, publicSuffixes) }
    switch page.navigation.outcome {
    case .loaded(let status, let byteCount):
      self.status = status
      self.byteCount = byteCount
      failure = nil
    case .failed(let failure):
      status = nil
      byteCount = nil
      self.failure = PageText.text(for: failure)
    }
  }

  private struct Change: Encodable {
    var change: String
    var cookie: ExplanationJSON.CookieForm?
    var name: String?
    var domain: String?
    var hostOnly: Bool?
    var path: String?

    init(_ change: LivePage.Change, masks: Bool, _ suffixes: PublicSuffixes) {
      switch change {
      case .stored(let cookie):
        self.change = "stored"
        self.cookie = ExplanationJSON.form(cookie, masks: masks, suffixes)
      case .replaced(let cookie):
        self.change = "replaced"
        self.cookie = ExplanationJSON.form(cookie, masks: masks, suffixes)
      case .removed(let key):
        self.change = "removed"
        name = key.name.text
        domain = key.domain.text
        hostOnly = key.hostOnly
        path = key.path.text
      }
    }
  }

  private struct Hop: Encodable {
    var url: String
    var method: String
    var status: Int?
    var location: String?
    var cookieHeader: String?
    var cookies: [Considered]?
    var received: [Received]?

    init(_ hop: LiveHop) {
      url = hop.url
      method = hop.method
      status = hop.status
      location = hop.location
    }

    init(_ hop: PageHop, masks: Bool, _ suffixes: PublicSuffixes) {
      url = hop.url.description
      method = hop.method
      status = hop.status
      location = hop.location?.description
      // Without an answer it is not known that anything was sent.
      cookieHeader =
        masks || !hop.isAnswered ? nil : String(decoding: hop.sent.cookieHeader, as: UTF8.self)
      cookies = hop.verdicts.map { verdict in
        Considered(
          isSent: verdict.isSent, isAnswered: hop.isAnswered,
          reasons: verdict.exclusions.sorted().map(\.rawValue),
          cookie: ExplanationJSON.form(verdict.cookie, masks: masks, suffixes))
      }
      received = hop.receptions.map { Received($0, masks: masks, suffixes) }
    }
  }

  private struct Considered: Encodable {
    var isSent: Bool
    var isAnswered: Bool
    var reasons: [String]
    var cookie: ExplanationJSON.CookieForm

    enum CodingKeys: CodingKey {
      case sent, toSend, reasons
    }

    /// Writes the verdict beside the members of the cookie, in one object.
    func encode(to encoder: any Encoder) throws {
      try cookie.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(isSent, forKey: isAnswered ? .sent : .toSend)
      try container.encode(reasons, forKey: .reasons)
    }
  }

  private struct Received: Encodable {
    var accepted: Bool
    var reasons: [String]
    var replaced: Bool
    var cookie: ExplanationJSON.CookieForm?

    init(_ reception: CookieReception, masks: Bool, _ suffixes: PublicSuffixes) {
      accepted = reception.isAccepted
      reasons = reception.rejections.sorted().map(\.rawValue)
      replaced = reception.changes.contains { $0.cause == .overwritten }
      cookie = reception.cookie.map { ExplanationJSON.form($0, masks: masks, suffixes) }
    }
  }
}
