import CookieCore
import StoreModel

/// What keeps two stores apart, for people.
enum SyncText {
  /// The name of a link, or of its two stores.
  static func title(_ pair: SyncPair, _ library: Library) -> String {
    func name(_ store: StoreID) -> String { library.entry(of: store)?.name ?? store.rawValue }
    return pair.link.name ?? "\(name(pair.web)) and \(name(pair.shared))"
  }

  /// Why a link stands still.
  static func sentence(_ trouble: SyncPair.Trouble, _ library: Library) -> String {
    switch trouble {
    case .obstacle(let obstacle): sentence(obstacle, library)
    case .base(let reason): "What both last agreed on cannot be read: \(reason)."
    case .taken(let process):
      "Another program watches it already" + (process.map { " (pid \($0))." } ?? ".")
    }
  }

  /// That a cookie is left alone.
  static func fight(_ key: CookieKey, until end: Timestamp) -> String {
    "\(CookieFormat.label(key)): two programs write it against each other. Left alone until "
      + TimeText.clock(end) + "."
  }

  /// That a store did not take a change.
  static func refusal(_ refusal: SyncPair.Refusal, _ library: Library) -> String {
    let store = library.entry(of: refusal.store)?.name ?? refusal.store.rawValue
    let what =
      if let attribute = refusal.attribute {
        "\(attribute.rawValue) does not fit into \(store)"
      } else if refusal.isRemoval {
        "deleted from \(store), and there again at once"
      } else {
        "not kept by \(store)"
      }
    return "\(CookieFormat.label(refusal.key)): \(what). Not tried again until it changes."
  }

  /// How a link is brought into agreement.
  static func terms(_ terms: SyncTerms) -> String {
    let direction =
      switch terms.direction {
      case .both: "both ways"
      case .toShared: "to shared only"
      case .toWeb: "to this store only"
      }
    let rule =
      switch terms.rule {
      case .newer: "the newer one wins"
      case .web: "this store wins"
      case .shared: "the shared one wins"
      case .ask: "conflicts are left to you"
      }
    let deletions = terms.prune ? "deletions too" : "no deletions"
    let sessions = terms.carriesSessions ? "" : ", no session cookies"
    return "\(direction), \(deletions), \(rule)\(sessions)"
  }

  /// What a link is narrowed to; nil when it carries everything.
  static func limits(_ terms: SyncTerms) -> String? {
    let sites = terms.sites.map { $0.sorted().joined(separator: " ") }
    let filter = terms.filter.map { "what fits \($0.text)" }
    let limits = [sites, filter].compactMap { $0 }
    return limits.isEmpty ? nil : limits.joined(separator: ", ")
  }

  /// Attributes by name, those that a server set first.
  static func names(_ attributes: Set<CookieAttribute>) -> String {
    CookieAttribute.allCases.filter(attributes.contains).map(\.rawValue).joined(separator: ", ")
  }

  /// Why a row is left, as the end of a sentence.
  static func reason(_ left: SyncRow.Left) -> String {
    if let failure = left.failure { return FailureText.short(failure) }
    return switch (left.reason, left.attribute) {
    case (.guarded, _): "guarded"
    case (.unreadInSource, _): "it may be among the unread records of the other one"
    case (_, .session?): "session cookies do not fit"
    case (_, .hostOnly?): "it cannot be told from another one"
    case (_, let attribute?): "\(attribute.rawValue) does not fit"
    case (_, nil): "it does not fit"
    }
  }

  /// Why neither side of a row counts, as the end of a sentence.
  static func undecided(_ rule: SyncConflictRule) -> String {
    rule == .newer ? "neither is known to be newer" : "no rule says which counts"
  }

  /// When a link is brought into agreement.
  static func mode(_ pair: SyncPair) -> String {
    let link = pair.link
    let mode =
      link.isWatched
      ? "watched while Pantler runs" : pair.isWatched ? "watched now; W ends that" : "by hand"
    guard !link.sitesBeforeLoading.isEmpty else { return mode }
    return mode + ", before loading " + link.sitesBeforeLoading.sorted().joined(separator: " ")
  }

  /// That what two stores had at their last sync is not known.
  static let cutOff =
    "The last sync's record was cut off: what one has the other may have deleted."

  /// What to say of the whole of a sync where nothing is to be said of a row; empty for nothing.
  static func remark(_ review: SyncReview, _ library: Library) -> String {
    let names = review.otherNames.sorted { $0.key < $1.key }.map { store, count in
      OtherNamesText.sentence(library.entry(of: store)?.name ?? store.rawValue, count)
    }
    return ((review.isCutOff ? [cutOff] : []) + names).joined(separator: " ")
  }

  static func sentence(_ obstacle: SyncObstacle, _ library: Library) -> String {
    let name = library.entry(of: obstacle.store)?.name ?? obstacle.store.rawValue
    switch obstacle {
    case .unreadable(_, let failure):
      return "\(name): \(FailureText.short(failure)). \(FailureText.nextStep(failure))"
    case .emptied(_, let count):
      return "\(name) is empty but held \(AmountText.count(count, "cookie")) at the last sync: "
        + "unknown, not deleted. pantler sync --anew unites both again."
    case .damaged:
      return "\(name) is damaged, so some of its cookies may be missing. Restore it first."
    case .halfWritten(_, let count, .line(let line)):
      return "\(name) may be half written: line \(line) is no cookie, and "
        + "\(AmountText.count(count, "cookie")) of the last sync \(count == 1 ? "is" : "are") missing."
    case .halfWritten(_, let count, .open(let holders)):
      let names = holders.map { "\($0.name) (pid \($0.id))" }.joined(separator: ", ")
      return "\(name) may be half written: \(names) has it open, and "
        + "\(AmountText.count(count, "cookie")) of the last sync \(count == 1 ? "is" : "are") missing."
    }
  }
}
