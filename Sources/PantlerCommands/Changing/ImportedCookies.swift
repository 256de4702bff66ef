import CookieCore
import StoreModel

/// The cookies of a file, parted by whether their names keep what they promise.
///
/// A name such as `__Host-sid` tells a server how the cookie was set. One that does not keep to it would lend it
/// a trust that it has not earned, so it goes into no store.
struct ImportedCookies {
  /// The cookies that may go into a store.
  private(set) var accepted: [Cookie] = []
  /// One line for each that may not, with the rule that it breaks.
  private(set) var refusals: [String] = []
  /// One line for each accepted cookie that browsers would not have accepted, with the reasons.
  private(set) var warnings: [String] = []

  init(_ cookies: [Cookie], now: Timestamp, publicSuffixes: PublicSuffixes) {
    for cookie in cookies {
      let issues = cookie.issues(now: now, publicSuffixes: publicSuffixes)
        .filter { $0.rejection != nil }
      let broken = issues.filter(Self.isBrokenPromise)
      let label = CookieLine.label(cookie.key)
      guard broken.isEmpty else {
        refusals.append("\(label) is refused. " + broken.map(\.sentence).joined(separator: " "))
        continue
      }
      accepted.append(cookie)
      guard !issues.isEmpty else { continue }
      warnings.append(
        "\(label): browsers would reject this. " + issues.map(\.sentence).joined(separator: " "))
    }
  }

  private static func isBrokenPromise(_ issue: CookieIssue) -> Bool {
    switch issue {
    case .securePrefixBroken, .hostPrefixBroken, .httpPrefixBroken, .hostHttpPrefixBroken,
      .namelessWithPrefix:
      true
    default: false
    }
  }
}
