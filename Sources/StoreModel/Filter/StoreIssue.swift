/// What can be wrong with a cookie that only a look at its store, or at others, tells.
///
/// Raw values are stable identifiers, beside those of `CookieIssue`.
public enum StoreIssue: String, CaseIterable, Codable, Sendable {
  /// Another cookie of the same name goes with the same requests.
  case duplicateName
  /// The shared storage that belongs to its store says otherwise.
  case differsFromShared
  /// Its value is encrypted, and the key is not at hand.
  case undecryptable
  /// It is in the memory of a live engine only, and ends with it.
  case onlyInMemory
}
