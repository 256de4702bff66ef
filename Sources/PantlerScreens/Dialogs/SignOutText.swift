import CookieCore
import ScreenKit
import StoreModel

/// Signing out, in the box that asks.
enum SignOutText {
  /// The same act as a command line.
  static func commandLine(_ wish: RemovalWish) -> String {
    let data = wish.wantsWebsiteData ? ["--with-data"] : []
    let stores = wish.isEverywhere ? [] : wish.scope.map(\.rawValue)
    return (["pantler", "signout", wish.signsOutOf ?? ""] + stores + data)
      .joined(separator: " ")
  }

  /// What the site keeps beside cookies, and which hosts WebKit's own records do not show.
  ///
  /// - Parameter name: the name of a store for people.
  static func lines(_ review: PlanReview, name: (StoreID) -> String) -> [ReviewText.Line] {
    guard let about = review.proposal.signOut, let wish = review.signOutWish else { return [] }
    var lines: [ReviewText.Line] = []
    if let linked = wish.signOutScope?.links.keys.sorted(), !linked.isEmpty {
      let names = linked.map(name).joined(separator: ", ")
      lines.append(.init("Linked, so it goes along: \(names).", .dialogWarning))
    }
    let parts = about.related.map { "\(AmountText.grouped($0.count)) \($0.type.rawValue)" }
      .joined(separator: " · ")
    if wish.wantsWebsiteData {
      lines.append(.init("Its data goes, too: w leaves it.", .dialogWarning))
    } else if !parts.isEmpty {
      lines.append(.init("It also keeps \(parts): w takes that, too.", .dialogWarning))
    }
    if about.hasWebsiteData, !wish.wantsWebsiteData {
      lines.append(
        .init("Saved passwords (credentials) stay: they are elsewhere.", .dialog))
    }
    if about.isUnlisted {
      lines.append(.init("WebKit's own records do not list this host.", .dialog))
    }
    let reaching = about.unlisted.filter(\.reachesSite)
    if !reaching.isEmpty {
      lines.append(
        .init(
          "Sent to it as well, and not in WebKit's own records: \(names(reaching)).",
          .dialogWarning))
    }
    let others = about.unlisted.filter { !$0.reachesSite }
    if !others.isEmpty {
      lines.append(
        .init("Not touched, nor listed by WebKit itself: \(names(others)).", .dialog))
    }
    return lines
  }

  private static func names(_ hosts: [SignOut.UnlistedHost]) -> String {
    let shown = hosts.prefix(2).map { "\(CanonicalHost.displayName(of: $0.host)) (\($0.count))" }
    let more = hosts.count > 2 ? ", \(hosts.count - 2) more" : ""
    return shown.joined(separator: ", ") + more
  }
}

extension PlanReview {
  /// What was asked for, when the plan signs out of a site; nil for other plans.
  var signOutWish: RemovalWish? {
    guard case .removal(let wish) = proposal.request, wish.signsOutOf != nil else { return nil }
    return wish
  }

  /// The site that the plan signs out of; nil for other plans.
  var signedOutSite: String? { signOutWish?.signsOutOf }

  /// Whether the site keeps more that can be deleted, or that is in the plan already.
  var offersData: Bool {
    guard let wish = signOutWish else { return false }
    return wish.wantsWebsiteData || proposal.signOut?.related.isEmpty == false
  }
}
