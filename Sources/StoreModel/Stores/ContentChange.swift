/// In what the cookies of a store differ from those that it had before.
///
/// The others are the same and in the same order. Places are in ascending order.
package struct ContentChange: Hashable, Sendable {
  /// One cookie that is another one than before.
  package struct Replacement: Hashable, Sendable {
    /// Its place before.
    package var before: Int
    /// Its place now.
    package var after: Int

    /// Takes both as they are.
    package init(before: Int, after: Int) {
      self.before = before
      self.after = after
    }
  }

  /// The content that this is the difference from.
  package var origin: FileFingerprint
  /// The places that the cookies had which are gone.
  package var removed: [Int]
  /// The cookies of one identity that have other attributes.
  package var replaced: [Replacement]
  /// The places of new cookies.
  package var added: [Int]

  /// Takes every field as it is.
  package init(
    from origin: FileFingerprint, removed: [Int] = [], replaced: [Replacement] = [],
    added: [Int] = []
  ) {
    self.origin = origin
    self.removed = removed
    self.replaced = replaced
    self.added = added
  }
}
