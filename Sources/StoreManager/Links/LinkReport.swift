package import CookieCore
package import StoreModel

/// What a watched link says of itself.
package enum LinkReport: Sendable {
  /// Something was carried, or could not be.
  case carried(PlanResult)
  /// Both sides changed these cookies and no rule says which counts; they are left as they are.
  case undecided([CookieKey])
  /// What a store holds is unknown; nothing is carried until it is known again.
  case stopped(LinkFailure)
  /// What made the link stop is over.
  case resumed
  /// What stores did not take, all that is known now; none of it is tried again until one side changes it.
  case refused([RefusedItem])
  /// Two programs write a cookie against each other, so it is left alone for a while.
  case fight(CookieKey, until: Timestamp)
}

/// A change that a store did not take, as it was found when the store was read back.
package struct RefusedItem: Hashable, Sendable {
  /// The store.
  package var store: StoreID
  /// The identity of the cookie.
  package var key: CookieKey
  /// Whether the cookie was to be removed.
  package var isRemoval: Bool
  /// What the store cannot keep of it; nil when only the reading shows that it was not taken.
  package var attribute: CookieAttribute?
}
