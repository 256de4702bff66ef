package import CookieCore
package import StoreModel

/// A link: two stores that are brought into agreement, and how it stands.
package struct SyncPair: Equatable, Sendable {
  /// Why a link cannot be compared or watched.
  package enum Trouble: Equatable, Sendable {
    /// What a store holds is unknown.
    case obstacle(SyncObstacle)
    /// What both last agreed on cannot be read; a sentence for people.
    case base(String)
    /// Another process watches the link; its id where it is known.
    case taken(by: Int32?)
  }

  /// The link.
  package var link: SyncLink
  /// How many cookies differ; nil when that is unknown.
  package var differences: Int?
  /// When both stores last agreed; nil when they never did.
  package var agreedAt: Timestamp?
  /// Why it cannot be compared; nil when it can.
  package var trouble: Trouble?
  /// Whether it is kept in step now.
  var isWatched = false
  /// The cookie that two programs write against each other; nil when there is none.
  var fight: Fight?

  /// A cookie that is left alone for a while.
  struct Fight: Equatable, Sendable {
    var key: CookieKey
    var until: Timestamp
  }

  /// Takes what was found out.
  package init(
    link: SyncLink, differences: Int?, agreedAt: Timestamp?, trouble: Trouble? = nil
  ) {
    self.link = link
    self.differences = differences
    self.agreedAt = agreedAt
    self.trouble = trouble
  }

  var web: StoreID { link.terms.web }
  var shared: StoreID { link.terms.shared }
}

/// What a watched link says of itself.
package enum LinkNews: Equatable, Sendable {
  /// Something was carried, or could not be.
  case carried(PlanResult, at: Timestamp)
  /// Both sides changed these cookies and no rule says which counts.
  case undecided([CookieKey])
  /// Nothing is carried for the time being.
  case stopped(SyncPair.Trouble)
  /// What made the link stop is over.
  case resumed
  /// Two programs write a cookie against each other.
  case fight(CookieKey, until: Timestamp)
  /// The watch ended; with why when nobody asked for it.
  case ended(SyncPair.Trouble?)
}
