import CookieCore

extension StoreContents {
  /// Returns the cookies that can have a part in the answer to a question, in the store's own order.
  ///
  /// They are those of the sites that hold the hosts asked about, lie above them, or below.
  ///
  /// - Complexity: O(*s*) in the sites of the store and O(*k* log *k*) in the cookies returned.
  func cookies(concerning question: CookieQuestion) -> [Cookie] {
    let urls = [question.url, question.receivedFrom].compactMap { $0 }
    let hosts = urls.compactMap(\.host)
    // A URL without a host gets no cookie, and each is told so.
    guard hosts.count == urls.count else { return cookies }
    // A dot at the end makes another host, of the same site.
    let names = hosts.map { $0.name.hasSuffix(".") ? String($0.name.dropLast()) : $0.name }
    let positions = sites.indices.filter { index in
      let site = sites[index].name.utf8
      return names.contains { Self.covers(site, $0.utf8) || Self.covers($0.utf8, site) }
    }
    return positions.flatMap { cookies(ofSite: $0) }.sorted().map { cookies[Int($0)] }
  }

  /// Whether a name is a domain, or lies below it.
  private static func covers(_ domain: String.UTF8View, _ name: String.UTF8View) -> Bool {
    let rest = name.count - domain.count
    guard rest > 0 else { return rest == 0 && name.elementsEqual(domain) }
    let start = name.index(name.startIndex, offsetBy: rest)
    return name[name.index(before: start)] == UInt8(ascii: ".")
      && name[start...].elementsEqual(domain)
  }
}
