import CookieCore
import FoundationEssentials
import StoreModel

/// The JSON of an explanation.
enum ExplanationJSON {
  private struct Form: Encodable {
    var url: String
    var stored: [Stored]
    var cookieHeader: String?
    var cookieHeaderBase64: String?
    var cookies: [Considered]
  }

  private struct Stored: Encodable {
    var accepted: Bool
    var reasons: [String]
    var notes: [Note]
    var replaced: Bool
    var deviations: [String]
    var cookie: CookieForm?
  }

  /// What was ignored or changed in a line, with the text it is about.
  private struct Note: Encodable {
    var id: String
    var text: String?
  }

  private struct Considered: Encodable {
    var sent: Bool
    var reasons: [String]
    var issues: [String]
    var deviations: [String]
    var cookie: CookieForm

    enum CodingKeys: CodingKey {
      case sent, reasons, issues, deviations
    }

    /// Writes the verdict beside the members of the cookie, in one object.
    func encode(to encoder: any Encoder) throws {
      try cookie.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(sent, forKey: .sent)
      try container.encode(reasons, forKey: .reasons)
      try container.encode(issues, forKey: .issues)
      try container.encode(deviations, forKey: .deviations)
    }
  }

  struct CookieForm: Encodable {
    var name: String
    var value: String?
    var valueBase64: String?
    var valueLength: Int?
    var domain: String
    var hostOnly: Bool
    var path: String
    var expires: String?
    var created: String?
    var secure: Bool
    var httpOnly: Bool
    var sameSite: String?
    var partition: String?
    var site: String

    enum CodingKeys: CodingKey {
      case name, value, valueBase64, valueLength, domain, hostOnly, path, expires, created, secure
      case httpOnly, sameSite, partition, site
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(value, forKey: .value)
      try container.encodeIfPresent(valueBase64, forKey: .valueBase64)
      try container.encodeIfPresent(valueLength, forKey: .valueLength)
      try container.encode(domain, forKey: .domain)
      try container.encode(hostOnly, forKey: .hostOnly)
      try container.encode(path, forKey: .path)
      // These are null, not absent, when the cookie has none.
      try container.encode(expires, forKey: .expires)
      try container.encode(created, forKey: .created)
      try container.encode(secure, forKey: .secure)
      try container.encode(httpOnly, forKey: .httpOnly)
      try container.encode(sameSite, forKey: .sameSite)
      try container.encode(partition, forKey: .partition)
      try container.encode(site, forKey: .site)
    }
  }

  /// One JSON object and a line end.
  static func bytes(
    _ explanation: Explanation, masks: Bool, publicSuffixes: PublicSuffixes
  ) -> [UInt8] {
    let stored = explanation.stored.map { stored in
      Stored(
        accepted: stored.accepted, reasons: stored.reasons.map(\.rawValue),
        notes: stored.notes.map {
          Note(id: $0.kind.rawValue, text: $0.text.isEmpty ? nil : $0.text.text)
        },
        replaced: stored.replaced,
        deviations: stored.deviations.map(text),
        cookie: stored.cookie.map { form($0, masks: masks, publicSuffixes) })
    }
    let cookies = explanation.cookies.map { considered in
      Considered(
        sent: considered.sent, reasons: considered.reasons.map(\.rawValue),
        issues: considered.issues.map(\.rawValue),
        deviations: considered.deviations.map(text),
        cookie: form(considered.cookie, masks: masks, publicSuffixes))
    }
    let header = explanation.cookieHeader
    let answer = Form(
      url: explanation.url, stored: stored, cookieHeader: masks ? nil : header.utf8String,
      cookieHeaderBase64: masks || header.utf8String != nil ? nil : Base64.encode(header.bytes),
      cookies: cookies)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(answer) else {
      preconditionFailure("a value of strings and flags has a JSON form")
    }
    return Array(data) + [UInt8(ascii: "\n")]
  }

  private static func text(_ deviation: EngineDeviation) -> String {
    deviation.engine.rawValue + ": " + deviation.sentence
  }

  static func form(
    _ cookie: Cookie, masks: Bool, _ publicSuffixes: PublicSuffixes
  ) -> CookieForm {
    let value = cookie.value
    return CookieForm(
      name: cookie.name.text, value: masks ? nil : value.utf8String,
      valueBase64: masks || value.utf8String != nil ? nil : Base64.encode(value.bytes),
      valueLength: masks ? value.count : nil, domain: cookie.domain.text,
      hostOnly: cookie.hostOnly, path: cookie.path.text,
      expires: cookie.expiryTime?.rfc3339, created: cookie.creationTime?.rfc3339,
      secure: cookie.secure, httpOnly: cookie.httpOnly,
      sameSite: cookie.sameSite == .unspecified ? nil : cookie.sameSite.rawValue,
      partition: cookie.partition?.topLevelSite,
      site: publicSuffixes.site(ofHost: cookie.domain.text).name)
  }
}
