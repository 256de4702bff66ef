import CookieCore
import StoreModel

/// The question that a row begins with.
struct ExplainDraft: Equatable, Sendable {
  var store: StoreID
  var written: WrittenCookieQuestion

  /// Asks about a store, nothing known of where its cookies go.
  init(store: StoreID) {
    self.store = store
    written = WrittenCookieQuestion(url: "https://")
  }

  /// Asks about a host that a store has cookies for.
  init(store: StoreID, host: String) {
    self.store = store
    written = WrittenCookieQuestion(url: "https://\(host)/")
  }

  /// Asks the question by which a cookie is sent, where there is one.
  init(store: StoreID, key: CookieKey, secure: Bool) {
    self.store = store
    let host = CanonicalHost(domain: key.domain.text)?.name ?? key.domain.text
    let isPlain = key.sourceScheme == .nonSecure && !secure
    let (scheme, usual) = isPlain ? ("http", 80) : ("https", 443)
    let port = key.sourcePort.flatMap { $0 > 0 && $0 != usual ? ":\($0)" : nil } ?? ""
    let path = key.path.text.hasPrefix("/") ? key.path.text : "/"
    written = WrittenCookieQuestion(url: "\(scheme)://\(host)\(port)\(path)")
    written.container = key.container
    // A partitioned cookie is met where another site's page asks for its own.
    if let page = key.partition?.topLevelSite,
      CookieContext.SiteForCookies(page, publicSuffixes: .builtin) != nil
    {
      written.siteForCookies = page
    }
  }
}
