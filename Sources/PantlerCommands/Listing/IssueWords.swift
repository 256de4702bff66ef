import CookieCore
import StoreModel

/// What the issues of one store's cookies are called.
struct IssueWords: Sendable {
  /// Positions of cookies that go with a request together with another of their name.
  private var sharing: Set<Int> = []
  /// Positions of cookies that the shared storage says otherwise of.
  private var differing: Set<Int> = []
  private let store: StoreDescription

  /// Looks for what only the whole store tells, and others.
  ///
  /// - Parameter shared: what is held against the store, with what one of the two cannot hold.
  init(
    _ cookies: [Cookie], of store: StoreDescription, shared: [SharedReading], now: Timestamp
  ) {
    self.store = store
    sharing = Set(cookies.positionsSharingNames(at: now))
    for reading in shared where !reading.cookies.isEmpty {
      let byName = Dictionary(grouping: reading.cookies, by: \.name)
      for (position, cookie) in cookies.enumerated() {
        guard let theirs = byName[cookie.name]?.last(where: { $0.key == cookie.key }),
          !cookie.agrees(with: theirs, ignoring: reading.lacking)
        else { continue }
        differing.insert(position)
      }
    }
  }

  /// The words for the cookie at a position, its own issues known.
  func words(for cookie: Cookie, at position: Int, _ issues: [CookieIssue]) -> [String] {
    var words = issues.map(\.rawValue)
    if !sharing.isEmpty, sharing.contains(position) {
      words.append(StoreIssue.duplicateName.rawValue)
    }
    if !differing.isEmpty, differing.contains(position) {
      words.append(StoreIssue.differsFromShared.rawValue)
    }
    if cookie.encryptedValue != nil { words.append(StoreIssue.undecryptable.rawValue) }
    if cookie.isOnlyInMemory(in: store) { words.append(StoreIssue.onlyInMemory.rawValue) }
    return words
  }
}
