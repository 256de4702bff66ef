import CookieCore
import StoreModel

/// One object of an exported list, whoever wrote it.
///
/// Names and spellings differ from program to program, but none is used for two things, so one reading serves
/// for all: `expirationDate`, `expires` or `expiry`; numbers or text; `no_restriction` or `None`.
struct ImportedEntry {
  /// What keeps an object from being a cookie, as the end of a sentence.
  struct Objection: Error, Equatable {
    var reason: String
  }

  /// What was read in an unexpected way, as sentences.
  private(set) var remarks: [String] = []
  private let object: JSONValue

  /// Takes an object.
  init(_ object: JSONValue) {
    self.object = object
  }

  /// Reads the cookie.
  mutating func cookie() throws(Objection) -> Cookie {
    guard object.members != nil else { throw Objection(reason: "it is no object") }
    guard let name = text("name", "Name raw") else { throw Objection(reason: "it has no name") }
    guard let value = text("value", "Content raw") else {
      throw Objection(reason: "it has no value")
    }
    guard !name.isEmpty || !value.isEmpty else {
      throw Objection(reason: "both its name and its value are empty")
    }
    let (domain, hostOnly) = try scope()
    let path = text("path", "Path raw")
    var cookie = Cookie(
      name: name, value: value, domain: domain, hostOnly: hostOnly,
      path: path.flatMap { $0.isEmpty ? nil : $0 } ?? "/", secure: flag("secure", "Send for raw"),
      httpOnly: flag("httpOnly", "HTTP only raw"), sameSite: sameSite(), expiryTime: expiryTime())
    cookie.partition = partition()
    cookie.container = container()
    readSource(into: &cookie)
    return cookie
  }

  private func member(_ names: [String]) -> JSONValue? {
    for name in names {
      if let value = object[name], value != .null { return value }
    }
    return nil
  }

  private func text(_ names: String...) -> CookieText? {
    switch member(names) {
    case .string(let text): text
    // Hand-made lists write values that are numbers without quotes.
    case .number(let digits): CookieText(digits)
    default: nil
    }
  }

  /// A flag is a truth value, a word or a digit; everything else is not set.
  private func flag(_ names: String...) -> Bool { truth(names) ?? false }

  private func truth(_ names: [String]) -> Bool? {
    switch member(names) {
    case .bool(let bool): bool
    case .number(let digits): digits != "0"
    case .string(let text): ["true", "1", "yes"].contains(text.text.lowercased())
    default: nil
    }
  }

  /// A leading dot makes a domain cookie, unless the entry says whether it is host-only.
  private mutating func scope() throws(Objection) -> (domain: CookieText, hostOnly: Bool) {
    guard let spelt = text("domain", "Host raw", "host") ?? text("url") else {
      throw Objection(reason: "it has no domain")
    }
    var domain = Self.host(spelt.bytes[...])
    let hasDot = domain.first == UInt8(ascii: ".")
    if hasDot { domain = domain.dropFirst() }
    guard !domain.isEmpty else { throw Objection(reason: "it has no domain") }
    let hostOnly = truth(["hostOnly", "This domain only raw"])
    if hostOnly == true, hasDot {
      remarks.append("It is said to be host-only in spite of its dot, which is believed.")
    }
    return (CookieText(bytes: domain), hostOnly ?? !hasDot)
  }

  /// Takes the host out of a URL; other text is one already.
  private static func host(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    for scheme in ["https://", "http://"] where text.starts(with: scheme.utf8) {
      return text.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "/") }
    }
    return text
  }

  private mutating func sameSite() -> SameSite {
    guard let spelt = text("sameSite", "SameSite raw") else { return .unspecified }
    switch spelt.text.lowercased() {
    case "strict": return .strict
    case "lax": return .lax
    case "none", "no_restriction": return .none
    case "unspecified", "", "unset", "default": return .unspecified
    default:
      remarks.append("Its SameSite value is not known and is read as unspecified.")
      return .unspecified
    }
  }

  private mutating func expiryTime() -> Timestamp? {
    if truth(["session"]) == true { return nil }
    switch member(["expirationDate", "expires", "expiry", "Expires raw"]) {
    case nil: return nil
    case .number(let digits): return Self.time(digits)
    case .string(let text):
      let spelt = text.text
      if Double(spelt) != nil { return Self.time(spelt) }
      if ["", "session"].contains(spelt.lowercased()) { return nil }
      if let time = Timestamp(rfc3339: spelt) ?? CookieDate.parse(spelt) { return time }
      remarks.append("Its expiry was not understood, so it is a session cookie.")
      return nil
    default:
      remarks.append("Its expiry was not understood, so it is a session cookie.")
      return nil
    }
  }

  /// Seconds since 1970; 0 and what is below mean the session.
  private static func time(_ digits: String) -> Timestamp? {
    guard let seconds = Double(digits), seconds > 0 else { return nil }
    return Timestamp(secondsSince1970: seconds)
  }

  private func partition() -> CookiePartition? {
    switch member(["partitionKey"]) {
    case .string(let site) where !site.isEmpty:
      CookiePartition(
        topLevelSite: site.text, hasCrossSiteAncestor: object["_crHasCrossSiteAncestor"]?.bool)
    case .object(_):
      object["partitionKey"]?["topLevelSite"]?.string.flatMap { site in
        site.isEmpty
          ? nil
          : CookiePartition(
            topLevelSite: site,
            hasCrossSiteAncestor: object["partitionKey"]?["hasCrossSiteAncestor"]?.bool)
      }
    default: nil
    }
  }

  /// Firefox's extensions name containers in the store's identifier.
  private func container() -> String? {
    let prefix = "firefox-container-"
    guard let store = text("storeId", "Store raw")?.utf8String, store.hasPrefix(prefix) else {
      return nil
    }
    return Int(store.dropFirst(prefix.count)).map { "userContextId=\($0)" }
  }

  private func readSource(into cookie: inout Cookie) {
    switch object["sourceScheme"]?.string {
    case "Secure": cookie.sourceScheme = .secure
    case "NonSecure": cookie.sourceScheme = .nonSecure
    default: return
    }
    cookie.sourcePort = object["sourcePort"]?.integer.flatMap { $0 > 0 ? $0 : nil }
  }
}
