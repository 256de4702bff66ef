import CookieCore
import StoreModel

/// One entry of the root dictionary: a cookie, or something that is none.
struct FoundationCookieEntry: Sendable {
  /// The key under which it stands.
  var key: [UInt8]
  /// The text of the entry, with the white space and comments before it.
  var bytes: [UInt8]
  /// The cookie; nil when the entry is none.
  var cookie: Cookie?
  /// The properties in file order, each with the text of its value.
  var properties: [Property]

  /// One property of a cookie.
  struct Property: Sendable {
    var name: [UInt8]
    /// The element of the value, from its first bracket to its last.
    var element: [UInt8]
  }

  /// Takes an entry as it was read.
  init(_ entry: PropertyListEntry, in file: [UInt8]) {
    key = entry.key
    bytes = Array(file[entry.range])
    cookie = Self.cookie(from: entry.value)
    properties = (entry.value.entries ?? []).map {
      Property(name: $0.key, element: Array(file[$0.value.range]))
    }
  }

  /// Writes a cookie; what it does not say is taken over from the entry it replaces.
  init(_ cookie: Cookie, replacing old: FoundationCookieEntry?, flags: FoundationCookieFile.Flags) {
    self.cookie = cookie
    key = old?.key ?? Self.key(of: cookie)
    properties = FoundationCookieProperties.properties(of: cookie, replacing: old, flags: flags)
    bytes = FoundationCookieProperties.text(key: key, properties: properties)
  }

  /// The key that Foundation gives a cookie: domain, path and name without anything between.
  static func key(of cookie: Cookie) -> [UInt8] {
    domain(of: cookie) + cookie.path.bytes + cookie.name.bytes
  }

  /// The domain as the file spells it, with a leading dot for a domain cookie.
  static func domain(of cookie: Cookie) -> [UInt8] {
    (cookie.hostOnly ? [] : [UInt8(ascii: ".")]) + cookie.domain.bytes
  }
}

// MARK: - Reading

extension FoundationCookieEntry {
  /// Reads the properties as Foundation means them.
  private static func cookie(from node: PropertyListNode) -> Cookie? {
    guard let entries = node.entries else { return nil }
    func property(_ name: StaticString) -> PropertyListNode? {
      let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      return entries.last { $0.key.elementsEqual(name) }?.value
    }
    guard let name = property("Name")?.string, let value = property("Value")?.string,
      let domain = property("Domain")?.string, let path = property("Path")?.string
    else { return nil }
    let hostOnly = domain.first != UInt8(ascii: ".")
    var cookie = Cookie(
      name: CookieText(bytes: name), value: CookieText(bytes: value),
      domain: CookieText(bytes: hostOnly ? domain[...] : domain.dropFirst()), hostOnly: hostOnly,
      path: CookieText(bytes: path), secure: flag(property("Secure")),
      httpOnly: flag(property("HttpOnly")), expiryTime: time(property("Expires")))
    cookie.comment = property("Comment")?.string.map { CookieText(bytes: $0) }
    cookie.commentURL = property("CommentURL")?.string.map { CookieText(bytes: $0) }
    cookie.ports = ports(property("Port"))
    if let version = property("Version")?.number.flatMap(Int.init(exactly:)), version != 0 {
      cookie.version = version
    }
    return cookie
  }

  /// A flag is a truth value as Foundation saves it, or the string that it reads.
  private static func flag(_ node: PropertyListNode?) -> Bool {
    switch node?.content {
    case .bool(let bool): bool
    case .string(let bytes): String(decoding: bytes, as: UTF8.self).uppercased() == "TRUE"
    case .integer(let digits): digits != "0"
    default: false
    }
  }

  private static func time(_ node: PropertyListNode?) -> Timestamp? {
    guard let node else { return nil }
    if case .date(let text) = node.content { return Timestamp(rfc3339: text) }
    return node.number.map { Timestamp(secondsSince1970: $0) }
  }

  /// Foundation saves numbers and reads a string with commas.
  private static func ports(_ node: PropertyListNode?) -> [Int]? {
    switch node?.content {
    case .array(let elements):
      return elements.compactMap { $0.number.flatMap(Int.init(exactly:)) }
    case .string(let bytes):
      let parts = String(decoding: bytes, as: UTF8.self).split(separator: ",")
      return parts.compactMap { part in
        Int(String(decoding: part.utf8.filter { $0 != 0x20 }, as: UTF8.self))
      }
    default: return nil
    }
  }
}
