import CookieCore

/// The sites of domains, each worked out once.
struct SiteCache {
  private let suffixes: PublicSuffixes
  private var names: [CookieText: String] = [:]

  init(_ suffixes: PublicSuffixes) {
    self.suffixes = suffixes
  }

  /// The name of a cookie's site.
  mutating func name(of cookie: Cookie) -> String {
    if let name = names[cookie.domain] { return name }
    let name = suffixes.site(ofHost: cookie.domain.text).name
    names[cookie.domain] = name
    return name
  }
}
