import CookieCore
import StoreModel

/// What filters call the issues of one store's cookies.
struct IssueWords: Sendable {
  private let duplicates: Set<CookieKey>

  /// Looks for what only the whole store tells, where a filter asks for it.
  init(_ snapshot: StoreSnapshot?, for filter: Filter, now: Timestamp) {
    guard let cookies = snapshot?.cookies, filter.fields.contains(.issue) else {
      duplicates = []
      return
    }
    duplicates = Set(cookies.positionsSharingNames(at: now).map { cookies[$0].key })
  }

  /// The words for one cookie, its own issues known.
  func words(for cookie: Cookie, _ issues: [CookieIssue]) -> [String] {
    var words = issues.map(\.rawValue)
    if !duplicates.isEmpty, duplicates.contains(cookie.key) {
      words.append(StoreIssue.duplicateName.rawValue)
    }
    if cookie.encryptedValue != nil { words.append(StoreIssue.undecryptable.rawValue) }
    return words
  }
}
