/// The SameSite attribute as a store records it.
public enum SameSite: String, Codable, Hashable, Sendable, CaseIterable {
  /// No attribute; RFC 6265bis calls its enforcement "Default".
  case unspecified
  /// Goes with every request.
  case none
  /// Goes with cross-site requests only where a link is followed.
  case lax
  /// Goes with same-site requests only.
  case strict
}
