import CookieCore

extension CookieJSON {
  /// What keeps an object from being a cookie: the name of the member.
  struct Objection: Error, Equatable {
    var member: String
  }

  /// The members that belong to a cookie; others are kept as they are.
  static let memberNames: Set<String> = {
    let texts = ["name", "value", "domain", "path", "comment", "commentURL", "encryptedValue"]
    return Set(texts.flatMap { [$0, $0 + "Base64"] }).union([
      "hostOnly", "expires", "created", "lastAccessed", "secure", "httpOnly", "sameSite",
      "partition", "container", "partitionHasCrossSiteAncestor", "sourceScheme", "sourcePort",
      "lastUpdated", "ports", "version",
    ])
  }()

  /// Reads a cookie from an object.
  static func cookie(from object: JSONValue) throws(Objection) -> Cookie {
    var cookie = Cookie(
      name: try required("name", object), value: try text("value", object) ?? "",
      domain: try required("domain", object), hostOnly: try bool("hostOnly", object),
      path: try required("path", object), secure: try bool("secure", object),
      httpOnly: try bool("httpOnly", object), sameSite: try sameSite(object),
      expiryTime: try time("expires", object), creationTime: try time("created", object),
      lastAccessTime: try time("lastAccessed", object))
    cookie.lastUpdateTime = try time("lastUpdated", object)
    cookie.container = try string("container", object)
    cookie.comment = try text("comment", object)
    cookie.commentURL = try text("commentURL", object)
    cookie.version = try number("version", object)
    cookie.sourcePort = try number("sourcePort", object)
    if let site = try string("partition", object) {
      cookie.partition = CookiePartition(
        topLevelSite: site,
        hasCrossSiteAncestor: isPresent("partitionHasCrossSiteAncestor", object)
          ? try bool("partitionHasCrossSiteAncestor", object) : nil)
    }
    if let name = try string("sourceScheme", object) {
      guard let scheme = CookieSourceScheme(rawValue: name) else {
        throw Objection(member: "sourceScheme")
      }
      cookie.sourceScheme = scheme
    }
    cookie.ports = try ports(object)
    cookie.encryptedValue = try text("encryptedValue", object)?.bytes
    guard
      cookie.encryptedValue != nil || isPresent("value", object) || isPresent("valueBase64", object)
    else { throw Objection(member: "value") }
    return cookie
  }

  private static func isPresent(_ name: String, _ object: JSONValue) -> Bool {
    (object[name] ?? .null) != .null
  }

  private static func required(_ name: String, _ object: JSONValue) throws(Objection) -> CookieText
  {
    guard let text = try text(name, object) else { throw Objection(member: name) }
    return text
  }

  private static func text(_ name: String, _ object: JSONValue) throws(Objection) -> CookieText? {
    if isPresent(name, object) {
      guard let text = object[name]?.text else { throw Objection(member: name) }
      return text
    }
    guard isPresent(name + "Base64", object) else { return nil }
    guard let encoded = object[name + "Base64"]?.string, let bytes = Base64.decode(encoded) else {
      throw Objection(member: name + "Base64")
    }
    return CookieText(bytes: bytes)
  }

  private static func string(_ name: String, _ object: JSONValue) throws(Objection) -> String? {
    guard isPresent(name, object) else { return nil }
    guard let string = object[name]?.string else { throw Objection(member: name) }
    return string
  }

  private static func bool(_ name: String, _ object: JSONValue) throws(Objection) -> Bool {
    guard isPresent(name, object) else { return false }
    guard let bool = object[name]?.bool else { throw Objection(member: name) }
    return bool
  }

  private static func number(_ name: String, _ object: JSONValue) throws(Objection) -> Int? {
    guard isPresent(name, object) else { return nil }
    guard let number = object[name]?.integer else { throw Objection(member: name) }
    return number
  }

  private static func time(_ name: String, _ object: JSONValue) throws(Objection) -> Timestamp? {
    guard let string = try string(name, object) else { return nil }
    guard let time = Timestamp(rfc3339: string) else { throw Objection(member: name) }
    return time
  }

  private static func sameSite(_ object: JSONValue) throws(Objection) -> SameSite {
    guard let name = try string("sameSite", object) else { return .unspecified }
    guard let sameSite = SameSite(rawValue: name) else { throw Objection(member: "sameSite") }
    return sameSite
  }

  private static func ports(_ object: JSONValue) throws(Objection) -> [Int]? {
    guard isPresent("ports", object) else { return nil }
    guard let elements = object["ports"]?.elements else { throw Objection(member: "ports") }
    let ports = elements.compactMap(\.integer)
    guard ports.count == elements.count else { throw Objection(member: "ports") }
    return ports
  }
}
