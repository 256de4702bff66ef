/// What a list is sorted by, and in which direction.
package struct Sorting: Hashable, Sendable {
  /// What rows are compared by.
  package enum Key: String, Hashable, Sendable, CaseIterable {
    case site, name, host, path, store, cookies, size, expires, created, used

    /// The name for people.
    package var title: String {
      switch self {
      case .site: "site"
      case .name: "name"
      case .host: "host"
      case .path: "path"
      case .store: "store"
      case .cookies: "cookies"
      case .size: "size"
      case .expires: "expires"
      case .created: "created"
      case .used: "last used"
      }
    }
  }

  /// What rows are compared by.
  package var key: Key
  /// Whether the greatest comes first.
  package var isDescending: Bool

  /// Makes a sorting.
  package init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }
}
