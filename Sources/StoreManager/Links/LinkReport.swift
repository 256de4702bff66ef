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
  /// Two programs write a cookie against each other, so it is left alone for a while.
  case fight(CookieKey, until: Timestamp)
}
