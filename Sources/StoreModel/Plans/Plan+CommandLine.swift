import CookieCore

extension Plan {
  /// The name of the file that the plan's command line names.
  public var fileName: String { "plan-\(id).json" }

  /// Whether its command lines name a file with the plan in it.
  public var commandLinesNeedFile: Bool {
    kind == .removal || (kind == .edit && items.contains(where: \.isRemoval))
  }

  /// The same act as a command line, one line for each command.
  ///
  /// Values are secrets, so an edit shows `VALUE` in place of one.
  ///
  /// - Parameters:
  ///   - importedFile: the file that an import came from.
  ///   - planFile: the file that the plan is kept in; nil for its name alone.
  public func commandLines(importedFile: String? = nil, planFile: String? = nil) -> [String] {
    let file = planFile ?? fileName
    switch kind {
    case .removal:
      return stores.map { command("rm", $0.rawValue, "--plan", file) }
    case .sync:
      return sync.map { [$0.commandLine] } ?? []
    case .edit:
      return items.filter { !$0.isRemoval }.compactMap(setCommand)
        + items.filter(\.isRemoval).map { command("rm", $0.store.rawValue, "--plan", file) }
    case .import:
      return stores.map { command("import", importedFile ?? fileName, $0.rawValue) }
    case .undo:
      return [command("undo", id)]
    }
  }

  private func setCommand(_ item: PlanItem) -> String? {
    guard let cookie = item.after else { return nil }
    let scheme = cookie.secure ? "https" : "http"
    var header = "\(cookie.name.text)=VALUE; Path=\(cookie.path.text)"
    if !cookie.hostOnly { header += "; Domain=\(cookie.domain.text)" }
    if cookie.secure { header += "; Secure" }
    if cookie.httpOnly { header += "; HttpOnly" }
    switch cookie.sameSite {
    case .unspecified: break
    case .none: header += "; SameSite=None"
    case .lax: header += "; SameSite=Lax"
    case .strict: header += "; SameSite=Strict"
    }
    if cookie.partition != nil { header += "; Partitioned" }
    let url = "\(scheme)://\(cookie.domain.text)\(cookie.path.text)"
    return command("set", item.store.rawValue, "--url", url, header)
  }
}

extension SyncTerms {
  /// The same sync as a command line.
  public var commandLine: String {
    var arguments = ["sync", web.rawValue, shared.rawValue]
    switch direction {
    case .toShared: arguments.append("--to-shared")
    case .toWeb: arguments.append("--to-web")
    case .both: arguments.append("--both")
    }
    for site in (sites ?? []).sorted() { arguments += ["--site", site] }
    if let filter { arguments += ["--filter", filter.text] }
    for rule in guards { arguments += ["--guard", rule.text] }
    if !carriesSessions { arguments.append("--no-sessions") }
    switch rule {
    case .newer: break
    case .web: arguments += ["--prefer", "first"]
    case .shared: arguments += ["--prefer", "second"]
    case .ask: arguments += ["--prefer", "ask"]
    }
    if prune { arguments.append("--prune") }
    return commandText(arguments)
  }
}

private func command(_ arguments: String...) -> String {
  commandText(arguments)
}

/// Puts words together to a command line of `pantler`, quoted for a shell.
package func commandText(_ arguments: [String]) -> String {
  (["pantler"] + arguments.map(quotedForShell)).joined(separator: " ")
}

/// Quotes a word for a POSIX shell where that is needed.
package func quotedForShell(_ word: String) -> String {
  let plain = word.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-_./:@%+,=".utf8.contains(byte)
    }
  }
  if plain && !word.isEmpty { return word }
  return "'"
    + word.split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: "'\\''") + "'"
}
