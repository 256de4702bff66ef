import CookieCore
import StoreModel

/// Signing out in plain words.
enum SignOutText {
  /// Why stores are cleared that nobody named.
  ///
  /// - Parameters:
  ///   - stores: those in which there is something to clear.
  ///   - agreed: when pairs of stores last agreed.
  static func links(
    _ scope: SignOutScope, clearing stores: [StoreID], agreed: [[StoreID]: Timestamp]
  ) -> [String] {
    stores.flatMap { store in
      (scope.links[store] ?? []).map { link in
        let other = link.terms.web == store ? link.terms.shared : link.terms.web
        if let name = link.name {
          return "\(store) goes along: the link “\(name)” joins it to \(other)."
        }
        let time = agreed[[link.terms.web, link.terms.shared]].map { " on " + TimeText.plain($0) }
        return "\(store) goes along: it was synced with \(other)\(time ?? ""); “pantler sync "
          + "\(link.terms.web) \(link.terms.shared) --forget” ends that."
      }
    }
  }

  /// What a person should know beside what the plan itself says.
  ///
  /// - Parameter types: what is deleted beside cookies.
  static func remarks(_ about: SignOut, _ types: Set<DataType>) -> [String] {
    let site = CanonicalHost.displayName(of: about.site)
    var remarks: [String] = []
    let kept = about.related.filter { !types.contains($0.type) }
    if !kept.isEmpty {
      let parts = kept.map { "\($0.count) \($0.type.rawValue)" }.joined(separator: ", ")
      remarks.append("\(site) also keeps \(parts); --with-data deletes that too.")
    }
    if about.hasWebsiteData, !types.contains(.credentials),
      let refusal = DataType.credentials.removalRefusal
    {
      remarks.append("Passwords that were saved (credentials) stay: \(refusal).")
    }
    if about.isUnlisted {
      remarks.append(
        "WebKit's own records do not list \(site); its cookies are deleted one by one.")
    }
    let reaching = about.unlisted.filter(\.reachesSite)
    for host in reaching {
      remarks.append(
        "\(shown(host)) is not in WebKit's own records, and is sent to \(site) too; "
          + "“pantler signout \(host.host)” deletes it.")
    }
    let others = about.unlisted.filter { !$0.reachesSite }
    if !others.isEmpty {
      let hosts = others.prefix(5).map(shown).joined(separator: ", ")
      let more = others.count > 5 ? " and \(others.count - 5) more hosts" : ""
      remarks.append("Not touched, and not in WebKit's own records: \(hosts)\(more).")
    }
    return remarks
  }

  /// What the last reading found.
  static func readBack(_ left: [StoreID: Int], of site: String) -> String {
    let site = CanonicalHost.displayName(of: site)
    let kept = left.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    guard !kept.isEmpty else {
      let names = left.keys.sorted().map(\.rawValue)
      let shown = names.prefix(mostNamed).joined(separator: ", ")
      let more =
        names.count > mostNamed ? " and \(amount(names.count - mostNamed, "more store"))" : ""
      return "Read again: no cookie of \(site) is left in \(shown)\(more)."
    }
    let parts = kept.map { "\(amount($0.value, "cookie")) in \($0.key)" }
    return "Read again: of \(site) there are still " + parts.joined(separator: ", ") + "."
  }

  private static let mostNamed = 6

  private static func shown(_ host: SignOut.UnlistedHost) -> String {
    "\(CanonicalHost.displayName(of: host.host)) (\(amount(host.count, "cookie")))"
  }
}
