import CookieCore

extension CommandSession {
  /// The site that a person means by a host or by the address of a page.
  ///
  /// - Parameter name: what the operand or option is called.
  func site(_ text: String, of name: String) throws(CommandFailure) -> String {
    guard text.contains("/") || Self.endsInPort(text) else {
      return host.publicSuffixes.site(ofHost: text).name
    }
    guard let url = CookieURL(text.contains("://") ? text : "https://" + text), let found = url.host
    else {
      throw .usage(
        .badValue(name: name, value: text, expected: "give a site such as example.org"))
    }
    return host.publicSuffixes.site(of: found).name
  }

  /// The sites of an option that may be repeated.
  func sites(_ option: String) throws(CommandFailure) -> Set<String> {
    var sites: Set<String> = []
    for text in arguments.values(option) { sites.insert(try site(text, of: "--" + option)) }
    return sites
  }

  private static func endsInPort(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    // The address of the sixth version has more colons than one.
    return parts.count == 2 && !parts[1].isEmpty && parts[1].allSatisfy(\.isWholeNumber)
  }
}
