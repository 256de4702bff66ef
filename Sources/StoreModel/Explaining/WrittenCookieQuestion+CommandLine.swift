public import CookieCore

extension WrittenCookieQuestion {
  /// The same question as a command line.
  ///
  /// - Parameter store: the store that is asked about; nil for none.
  public func commandLine(store: StoreID?) -> String {
    var arguments = ["explain", url]
    let options: [(String, String?)] = [
      ("--store", store?.rawValue), ("--received-from", receivedFrom),
      ("--set-by", setBy == .http ? nil : setBy.rawValue),
      ("--read-by", readBy == .http ? nil : readBy.rawValue),
      ("--method", method == "GET" ? nil : method), ("--site-for-cookies", siteForCookies),
      ("--top-level-site", topLevelSite), ("--container", container), ("--at", time),
    ]
    for (name, value) in options {
      if let value { arguments += [name, value] }
    }
    if isNavigation { arguments.append("--navigation") }
    // What begins with @ names a file there, unless a second @ stands before it.
    for setCookie in setCookies {
      let text = setCookie.text
      arguments += ["--set-cookie", text.hasPrefix("@") ? "@" + text : text]
    }
    return commandText(arguments)
  }
}
