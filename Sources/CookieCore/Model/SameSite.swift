/// The SameSite attribute as a store records it.
public enum SameSite: String, Codable, Hashable, Sendable, CaseIterable {
  /// No attribute; RFC 6265bis calls its enforcement "Default".
  case unspecified
  case none
  case lax
  case strict
}
