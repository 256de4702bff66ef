import CookieCore
import StoreModel

/// The JSON of a page that was loaded.
struct PageJSON: Encodable {
  private let hops: [Hop]
  private let status: Int?
  private let byteCount: Int?
  private let failure: String?
  private let scripts = false

  init(_ load: PageLoad, masks: Bool, publicSuffixes: PublicSuffixes) {
    hops = load.hops.map { Hop($0, masks: masks, publicSuffixes) }
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

  private struct Hop: Encodable {
    var url: String
    var method: String
    var status: Int?
    var location: String?
    var cookieHeader: String?
    var cookies: [Considered]
    var received: [Received]

    init(_ hop: PageHop, masks: Bool, _ suffixes: PublicSuffixes) {
      url = hop.url.description
      method = hop.method
      status = hop.status
      location = hop.location?.description
      cookieHeader = masks ? nil : String(decoding: hop.sent.cookieHeader, as: UTF8.self)
      cookies = hop.verdicts.map { verdict in
        Considered(
          sent: verdict.isSent, reasons: verdict.exclusions.sorted().map(\.rawValue),
          cookie: ExplanationJSON.form(verdict.cookie, masks: masks, suffixes))
      }
      received = hop.receptions.map { Received($0, masks: masks, suffixes) }
    }
  }

  private struct Considered: Encodable {
    var sent: Bool
    var reasons: [String]
    var cookie: ExplanationJSON.CookieForm

    enum CodingKeys: CodingKey {
      case sent, reasons
    }

    /// Writes the verdict beside the members of the cookie, in one object.
    func encode(to encoder: any Encoder) throws {
      try cookie.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(sent, forKey: .sent)
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
