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
  /// The cookies that two programs write against each other, each once.
  var fights: [Fight] = []
  /// What the stores did not take, and is not tried again until it changes.
  var refused: [Refusal] = []

  /// A change that a store did not take.
  package struct Refusal: Equatable, Sendable {
    var store: StoreID
    var key: CookieKey
    /// Whether the cookie was to be removed.
    var isRemoval: Bool
    /// What the store cannot keep of it; nil when only its reading shows that it was not taken.
    var attribute: CookieAttribute?

    /// Takes every field as it is.
    package init(
      store: StoreID, key: CookieKey, isRemoval: Bool, attribute: CookieAttribute?
    ) {
      self.store = store
      self.key = key
      self.isRemoval = isRemoval
      self.attribute = attribute
    }
  }

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

  /// The cookies that are left alone now.
  func fights(at now: Timestamp) -> [Fight] { fights.filter { $0.until > now } }

  var web: StoreID { link.terms.web }
  var shared: StoreID { link.terms.shared }
}

extension SyncLink {
  /// The same sync as a command line: by the name of the link where it has one.
  var commandLine: String {
    name.map { commandText(["sync", $0]) } ?? terms.commandLine
  }
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
  /// All that stores did not take.
  case refused([SyncPair.Refusal])
  /// Two programs write a cookie against each other.
  case fight(CookieKey, until: Timestamp)
  /// The watch ended; with why when nobody asked for it.
  case ended(SyncPair.Trouble?)
}
