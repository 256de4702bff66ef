/// Where a cookie stands: a store of the library and a position in its newest snapshot.
///
/// A reference is good for one state of the library only. What must outlive a new snapshot is kept as
/// an identity, or carried over by `Marks.carried(from:to:)`.
package struct CookieReference: Hashable, Sendable {
  /// The position of the store in the library.
  package let slot: Int32
  /// The position of the cookie in the snapshot.
  package let index: Int32

  /// Makes a reference.
  package init(slot: Int, index: Int) {
    self.slot = Int32(truncatingIfNeeded: slot)
    self.index = Int32(truncatingIfNeeded: index)
  }

  init(slot: Int32, index: Int32) {
    self.slot = slot
    self.index = index
  }
}
