/// One thing in an item of website data, read on request: a key of local storage, or a file in a cache.
public struct WebsiteDataEntry: Hashable, Sendable {
  /// The cache that a file is in; nil for keys.
  public var group: String?
  /// The key, or the URL.
  public var key: String
  /// The bytes of the value, or of the file; nil when unknown.
  public var byteCount: Int?
  /// The value, which is a secret; nil when it was not asked for, and for files.
  public var value: String?

  /// Takes every field as it is.
  public init(group: String? = nil, key: String, byteCount: Int?, value: String? = nil) {
    self.group = group
    self.key = key
    self.byteCount = byteCount
    self.value = value
  }
}

/// Redacted: the value is a secret.
extension WebsiteDataEntry: CustomStringConvertible, CustomReflectable {
  /// A form without the value.
  public var description: String {
    "\(group.map { $0 + " " } ?? "")\(key) (\(byteCount ?? 0) bytes)"
  }
  /// A mirror that does not show the value.
  public var customMirror: Mirror { Mirror(self, children: ["key": key]) }
}
