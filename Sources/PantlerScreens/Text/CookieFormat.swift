import CookieCore
import StoreModel

/// The fields of a cookie as text for the screen.
///
/// Nothing is escaped here: that happens where text enters a cell.
enum CookieFormat {
  /// The name, or `(no name)`.
  static func name(_ text: CookieText) -> String { text.isEmpty ? "(no name)" : text.text }

  /// The domain with a leading dot for domain cookies, in Unicode where that cannot mislead.
  static func domain(_ cookie: Cookie) -> String { domain(cookie.key) }

  /// The domain of an identity with a leading dot for domain cookies.
  static func domain(_ key: CookieKey) -> String {
    (key.hostOnly ? "" : ".") + CanonicalHost.displayName(of: key.domain.text)
  }

  /// The domain in both spellings, where they differ.
  static func domainInFull(_ key: CookieKey) -> String {
    let shown = domain(key)
    let stored = (key.hostOnly ? "" : ".") + key.domain.text
    return shown == stored ? shown : "\(shown) (\(stored))"
  }

  /// A site's name in Unicode where that cannot mislead.
  static func site(_ site: Site) -> String { CanonicalHost.displayName(of: site.name) }

  /// The value: masked unless it may be seen, or what stands in its place.
  static func value(_ cookie: Cookie, unmasked: Bool) -> String {
    if let encrypted = cookie.encryptedValue {
      return "encrypted, \(AmountText.count(encrypted.count, "byte"))"
    }
    guard !cookie.value.isEmpty else { return "(empty)" }
    return unmasked ? cookie.value.text : masked(cookie.value)
  }

  /// The first characters of a value, so that two can be told apart: `a41…`.
  ///
  /// Of a short value less is shown, never more than a quarter of it.
  static func masked(_ value: CookieText) -> String {
    let text = value.text
    return String(text.prefix(min(3, text.count / 4))) + "…"
  }

  /// `sid@example.org`: what a message calls a cookie.
  static func label(_ key: CookieKey) -> String {
    name(key.name) + "@" + CanonicalHost.displayName(of: key.domain.text)
  }

  /// What else belongs to the identity: path, partition, container.
  static func place(_ key: CookieKey) -> String {
    var parts = [key.path.text]
    if let partition = key.partition { parts.append("partition " + partition.topLevelSite) }
    if let container = key.container, !container.isEmpty { parts.append("container " + container) }
    return parts.joined(separator: " · ")
  }

  /// The partition, or a dash.
  static func partition(_ cookie: Cookie) -> String {
    guard let partition = cookie.partition else { return "–" }
    let ancestor = partition.hasCrossSiteAncestor.map { $0 ? " (cross-site)" : "" } ?? ""
    return partition.topLevelSite + ancestor
  }

  /// The SameSite attribute; a dash where there is none.
  static func sameSite(_ sameSite: SameSite) -> String {
    switch sameSite {
    case .unspecified: "–"
    case .none: "None"
    case .lax: "Lax"
    case .strict: "Strict"
    }
  }

  /// The SameSite attribute in words, which also say whether the store could have it.
  static func sameSiteWords(_ cookie: Cookie, in entry: StoreEntry) -> String {
    guard cookie.sameSite == .unspecified else { return sameSite(cookie.sameSite) }
    return entry.description.capabilities.unrepresentable.contains(.sameSite)
      ? "not recorded" : "not set"
  }

  /// Flags as letters that stand in the same place in each row: `S H L`.
  static func flags(_ cookie: Cookie) -> String {
    (cookie.secure ? "S" : "-") + (cookie.httpOnly ? "H" : "-")
      + (cookie.hostOnly ? "o" : "-") + (cookie.partition == nil ? "-" : "P")
  }
}
