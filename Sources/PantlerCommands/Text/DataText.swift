import CookieCore
import StoreModel

/// Plans and results of website data in plain words.
enum DataText {
  /// Type and owner, such as `localStorage of shop.example`.
  static func label(_ item: WebsiteDataItem) -> String {
    var text = "\(item.type.rawValue) of \(CanonicalHost.displayName(of: item.site.name))"
    if let origin = item.origin {
      text += " (\(origin))"
    } else if !item.host.isEmpty, item.host != item.site.name {
      text += " (\(CanonicalHost.displayName(of: item.host)))"
    }
    if let top = item.topSite { text += " in \(CanonicalHost.displayName(of: top.name))" }
    if let name = item.name { text += " “\(name)”" }
    return VisibleText.escaped(text)
  }

  /// One removal as a line.
  static func line(_ removal: DataRemoval, showsStore: Bool) -> String {
    var line = label(removal.item)
    if let bytes = removal.item.contentBytes ?? removal.item.bytes { line += "  \(bytes) bytes" }
    if showsStore { line += "  in \(removal.store)" }
    if !removal.isKept { line += "  cannot be undone" }
    return line
  }

  /// Something in a profile that belongs to nobody, and why that is known no better.
  static func line(_ odd: WebsiteDataListing.Unattributed) -> String {
    guard let reason = odd.reason else {
      return "not attributed: \(VisibleText.escaped(odd.path)), \(amount(odd.bytes, "byte"))"
    }
    return line(odd, reason)
  }

  /// Something in a profile that nobody looked into, and why.
  static func line(
    _ odd: WebsiteDataListing.Unattributed, _ reason: WebsiteDataListing.Unattributed.Reason
  ) -> String {
    let path = VisibleText.escaped(odd.path)
    switch reason {
    case .link(let target):
      return "\(path) is a link to \(VisibleText.escaped(target)). "
        + "Nothing behind it is counted or deleted; name that place itself to see it."
    case .closed(let failure): return "not attributed: " + FailureText.text(for: failure)
    }
  }

  /// What of a profile may not be whose it seems, or is not found by the engine, and why: a line for each type.
  static func doubts(_ listing: WebsiteDataListing) -> [String] {
    WebsiteDataItem.Doubt.allCases.flatMap { doubt in
      let items = listing.items.filter { $0.doubt == doubt }
      return DataType.allCases.compactMap { type -> String? in
        let some = items.filter { $0.type == type }
        guard !some.isEmpty else { return nil }
        let bytes = some.compactMap(\.bytes).reduce(0, +)
        return "\(type.rawValue), \(amount(some.count, "item")) of \(amount(bytes, "byte")): "
          + doubt.sentence
      }
    }
  }

  /// What a person should know of the website data before it is removed.
  static func remarks(of plan: Plan) -> [String] {
    guard let data = plan.data else { return [] }
    var remarks = data.effects.map(\.sentence)
    remarks += data.refused.map { "Left out: \($0.type.rawValue), because \($0.reason)." }
    remarks += (data.unseen ?? []).compactMap { odd in
      odd.reason.map { "What sites keep there stays: " + line(odd, $0) }
    }
    let guarded = data.skipped.count { $0.reason == .guarded }
    if guarded > 0 {
      let items = amount(guarded, "item")
      remarks.append(
        "Skipped: \(items) of website data, guarded; --include-guarded takes guarded ones too.")
    }
    let unknown = Set(data.skipped.filter { $0.reason == .unknownForm }.map(\.item.type.rawValue))
    if !unknown.isEmpty {
      remarks.append(
        "Left out: \(unknown.sorted().joined(separator: ", ")), because the file holds it in a form that is not "
          + "known. The program that owns the profile can delete it.")
    }
    return remarks
  }

  /// What was done, such as `2 cookies and 3 items of website data`.
  static func count(of result: PlanResult) -> String {
    count(cookies: result.outcomes.count, items: result.data?.outcomes.count ?? 0)
  }

  /// So many of both, such as `2 cookies and 3 items of website data`.
  static func count(cookies: Int, items: Int) -> String {
    let data = amount(items, "item") + " of website data"
    guard items > 0 else { return amount(cookies, "cookie") }
    return cookies > 0 ? amount(cookies, "cookie") + " and \(data)" : data
  }

  /// What the comparison of everything else showed.
  static func details(of result: PlanResult) -> [String] {
    guard let data = result.data, data.comparedFiles > 0 || !data.disturbedFiles.isEmpty else {
      return []
    }
    let compared = amount(data.comparedFiles, "other file")
    guard !data.disturbedFiles.isEmpty else {
      return ["\(compared) of the profile compared: all as before."]
    }
    let shown = data.disturbedFiles.prefix(8).map { VisibleText.escaped($0) }
    return [
      "\(compared) of the profile compared: \(data.disturbedFiles.count) not as before, changed by "
        + "another program: " + shown.joined(separator: ", ")
    ]
  }
}
