import CookieCore
import StoreModel

/// The parts of a cookie as plain output shows them; they still have to be escaped where they are not bytes.
enum CookieLine {
  /// The name, or a word for none.
  static func name(_ cookie: Cookie) -> String { name(cookie.name) }

  static func name(_ name: CookieText) -> String {
    name.isEmpty ? "(no name)" : VisibleText.escaped(bytes: name.bytes)
  }

  /// The domain, with a leading dot for a domain cookie.
  static func domain(_ domain: CookieText, hostOnly: Bool) -> String {
    (hostOnly ? "" : ".") + VisibleText.escaped(bytes: domain.bytes)
  }

  /// The domain in Unicode with the stored spelling behind it, or as it is when the two are the same.
  static func readableDomain(_ domain: CookieText, hostOnly: Bool) -> String {
    let stored = Self.domain(domain, hostOnly: hostOnly)
    // What is plain ASCII without a coded label is shown as it is; the conversion is slow.
    guard domain.text.contains("xn--") else { return stored }
    let shown = (hostOnly ? "" : ".") + CanonicalHost.displayName(of: domain.text)
    return shown == stored ? stored : "\(VisibleText.escaped(shown)) (\(stored))"
  }

  /// Name and place in one word, such as `sid@.shop.example/`.
  static func label(_ key: CookieKey) -> String {
    var text = name(key.name) + "@" + domain(key.domain, hostOnly: key.hostOnly)
    text += VisibleText.escaped(bytes: key.path.bytes)
    if let partition = key.partition {
      text += " (in \(VisibleText.escaped(partition.topLevelSite)))"
    }
    if let container = key.container { text += " (\(VisibleText.escaped(container)))" }
    return text
  }

  /// The value, masked unless asked for.
  static func value(_ cookie: Cookie, showsValue: Bool) -> String {
    if let encrypted = cookie.encryptedValue { return "(encrypted, \(encrypted.count) bytes)" }
    guard !showsValue else { return VisibleText.escaped(bytes: cookie.value.bytes) }
    return masked(cookie.value)
  }

  /// The beginning of a long value, and a sign that there is more; a short value shows nothing of itself.
  static func masked(_ value: CookieText) -> String {
    guard !value.isEmpty else { return "" }
    guard value.count >= 12, let text = value.utf8String else { return "…" }
    return VisibleText.escaped(String(text.prefix(3))) + "…"
  }

  /// The attributes that are set, in short.
  static func attributes(_ cookie: Cookie, httpOnlyIsRecorded: Bool) -> String {
    var words: [String] = []
    if cookie.secure { words.append("Secure") }
    if cookie.httpOnly { words.append("HttpOnly") }
    if !httpOnlyIsRecorded { words.append("HttpOnly?") }
    switch cookie.sameSite {
    case .unspecified: break
    case .none: words.append("SameSite=None")
    case .lax: words.append("Lax")
    case .strict: words.append("Strict")
    }
    if let partition = cookie.partition { words.append("in " + partition.topLevelSite) }
    if let container = cookie.container { words.append(container) }
    return words.joined(separator: " ")
  }
}
