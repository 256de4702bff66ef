import CookieCore

/// Writes the properties of a cookie as Foundation spells them: sorted by name, indented by tabs.
enum FoundationCookieProperties {
  private typealias Property = FoundationCookieEntry.Property

  /// Makes the properties of a cookie; those that did not change keep their text, unknown ones too.
  static func properties(
    of cookie: Cookie, replacing old: FoundationCookieEntry?, flags: FoundationCookieFile.Flags
  ) -> [FoundationCookieEntry.Property] {
    let was = old?.cookie
    var properties = old?.properties ?? []
    func set(_ name: String, _ element: @autoclosure () -> [UInt8]?, unless isUnchanged: Bool) {
      let name = Array(name.utf8)
      let index = properties.firstIndex { $0.name == name }
      if was != nil, isUnchanged { return }
      guard let element = element() else {
        properties.removeAll { $0.name == name }
        return
      }
      guard let index else {
        let position = properties.firstIndex { isOrdered(name, before: $0.name) }
        let property = Property(name: name, element: element)
        properties.insert(property, at: position ?? properties.endIndex)
        return
      }
      properties[index].element = element
    }
    set(
      "Domain", string(FoundationCookieEntry.domain(of: cookie)),
      unless: was?.domain == cookie.domain && was?.hostOnly == cookie.hostOnly)
    set("Name", string(cookie.name.bytes), unless: was?.name == cookie.name)
    set("Path", string(cookie.path.bytes), unless: was?.path == cookie.path)
    set("Value", string(cookie.value.bytes), unless: was?.value == cookie.value)
    set("Expires", cookie.expiryTime.map(real), unless: was?.expiryTime == cookie.expiryTime)
    set("Secure", flag(cookie.secure, flags), unless: was?.secure == cookie.secure)
    set("HttpOnly", cookie.httpOnly ? trueString : nil, unless: was?.httpOnly == cookie.httpOnly)
    set("Version", integer(cookie.version ?? 0), unless: was?.version == cookie.version)
    set("Comment", cookie.comment.map { string($0.bytes) }, unless: was?.comment == cookie.comment)
    set(
      "CommentURL", cookie.commentURL.map { string($0.bytes) },
      unless: was?.commentURL == cookie.commentURL)
    set("Port", cookie.ports.map { ports($0, flags) }, unless: was?.ports == cookie.ports)
    return properties
  }

  /// Writes an entry of the root dictionary, with the line end before it.
  static func text(key: [UInt8], properties: [FoundationCookieEntry.Property]) -> [UInt8] {
    var text = Array("\n\t".utf8) + element("key", key) + Array("\n\t<dict>".utf8)
    for property in properties {
      text += Array("\n\t\t".utf8) + element("key", property.name)
      text += Array("\n\t\t".utf8) + property.element
    }
    return text + Array("\n\t</dict>".utf8)
  }

  /// Orders keys as Foundation does: by UTF-16 code units.
  static func isOrdered(_ left: [UInt8], before right: [UInt8]) -> Bool {
    String(decoding: left, as: UTF8.self).utf16.lexicographicallyPrecedes(
      String(decoding: right, as: UTF8.self).utf16)
  }

  private static let trueString = string(Array("TRUE".utf8))

  /// Foundation takes any string for a set flag, so a flag that is not set is never a string.
  private static func flag(_ flag: Bool, _ flags: FoundationCookieFile.Flags) -> [UInt8] {
    guard flag else { return Array("<false/>".utf8) }
    return flags == .strings ? trueString : Array("<true/>".utf8)
  }

  private static func ports(_ ports: [Int], _ flags: FoundationCookieFile.Flags) -> [UInt8] {
    guard flags == .foundation || ports.isEmpty else {
      return string(Array(ports.map(String.init).joined(separator: ",").utf8))
    }
    guard !ports.isEmpty else { return Array("<array/>".utf8) }
    let lines = ports.flatMap { Array("\n\t\t\t".utf8) + integer($0) }
    return Array("<array>".utf8) + lines + Array("\n\t\t</array>".utf8)
  }

  /// Writes the shortest digits that are read as the same number.
  private static func real(_ time: Timestamp) -> [UInt8] {
    var digits = String(time.secondsSince1970)
    if digits.hasSuffix(".0") { digits.removeLast(2) }
    return element("real", Array(digits.utf8))
  }

  private static func integer(_ number: Int) -> [UInt8] {
    element("integer", Array(String(number).utf8))
  }

  private static func string(_ bytes: [UInt8]) -> [UInt8] { element("string", bytes) }

  private static func element(_ name: StaticString, _ text: [UInt8]) -> [UInt8] {
    let tag = String(describing: name)
    var element = Array("<\(tag)>".utf8)
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): element += Array("&amp;".utf8)
      case UInt8(ascii: "<"): element += Array("&lt;".utf8)
      case UInt8(ascii: ">"): element += Array("&gt;".utf8)
      default: element.append(byte)
      }
    }
    return element + Array("</\(tag)>".utf8)
  }
}
