import CookieCore
import StoreModel

extension BrowserState {
  /// Asks for the links to be compared, once for all that comes meanwhile.
  mutating func compareLinks() -> [Effect] {
    guard comparing == .idle else {
      comparing = .again
      return []
    }
    comparing = .underWay
    return [.listLinks]
  }

  /// Takes over how the links stand; those that the settings want watched are watched from the first time on.
  mutating func take(_ found: [SyncPair]) -> [Effect] {
    let isAgain = comparing == .again
    comparing = .idle
    var effects: [Effect] = []
    pairs = found.map { fresh in
      var pair = fresh
      if let old = self.pair(web: fresh.web, shared: fresh.shared) {
        (pair.isWatched, pair.fights, pair.refused) = (old.isWatched, old.fights, old.refused)
        // A running watch knows better why it stands still.
        if old.isWatched { pair.trouble = old.trouble ?? fresh.trouble }
      } else if pair.link.isWatched {
        pair.isWatched = true
        effects.append(.watchLink(pair.link.terms))
      }
      return pair
    }
    if view == .sync { rebuildRows() }
    return effects + (isAgain ? compareLinks() : [])
  }

  /// Takes note of what a watched link says.
  mutating func take(_ news: LinkNews, web: StoreID, shared: StoreID) -> [Effect] {
    guard let index = pairs.firstIndex(where: { $0.web == web && $0.shared == shared }) else {
      return []
    }
    let name = SyncText.title(pairs[index], library)
    var effects: [Effect] = []
    switch news {
    case .carried(let result, let time):
      note(time)
      notice = ResultText.notice(result, library: library)
      effects = [.listTrash] + compareLinks()
    case .undecided(let keys):
      let what = AmountText.count(keys.count, "cookie")
      let differ = keys.count == 1 ? "differs" : "differ"
      notice = Notice("\(name): \(what) \(differ) in the two; Enter lets you decide.", .warning)
      effects = compareLinks()
    case .stopped(let trouble):
      pairs[index].trouble = trouble
      notice = Notice("\(name) stands still: \(SyncText.sentence(trouble, library))", .failure)
    case .resumed:
      pairs[index].trouble = nil
      effects = compareLinks()
    case .fight(let key, let end):
      pairs[index].fights.removeAll { $0.key == key || $0.until <= asOf }
      pairs[index].fights.append(SyncPair.Fight(key: key, until: end))
      notice = Notice(SyncText.fight(key, until: end), .warning)
    case .refused(let refused):
      if let first = refused.first(where: { !pairs[index].refused.contains($0) }) {
        notice = Notice(SyncText.refusal(first, library), .warning)
      }
      pairs[index].refused = refused
    case .ended(let trouble):
      pairs[index].isWatched = false
      pairs[index].fights = []
      pairs[index].refused = []
      pairs[index].trouble = trouble
      if let trouble {
        notice = Notice("\(name) is not watched: \(SyncText.sentence(trouble, library))", .failure)
      }
    }
    if view == .sync { rebuildRows() }
    return effects
  }

  /// Begins to keep the selected link in step, or ends it.
  mutating func toggleWatch() -> [Effect] {
    guard case .pair(let position) = selectedRow else { return [] }
    let index = Int(position)
    let pair = pairs[index]
    let name = SyncText.title(pair, library)
    if pair.isWatched {
      notice = Notice("\(name): the watch ends after what is being written.")
      return [.endWatch(web: pair.web, shared: pair.shared)]
    }
    // What differs now would be carried unseen.
    if pair.differences != 0 { return askToWatch(pair) }
    return watch(web: pair.web, shared: pair.shared)
  }

  private mutating func askToWatch(_ pair: SyncPair) -> [Effect] {
    let token = nextToken()
    var present = "How many cookies differ now is not known."
    if let count = pair.differences {
      let differ = count == 1 ? "differs" : "differ"
      present = "\(AmountText.count(count, "cookie")) \(differ) now; Enter on the link shows each."
    }
    let deletions =
      pair.link.terms.prune ? "Deletions are carried, too." : "Deletions are left to you."
    overlays.append(
      .question(
        Question(
          purpose: .watch(web: pair.web, shared: pair.shared),
          title: "Keep in step: \(SyncText.title(pair, library))",
          lines: [
            present, "What the link carries of that is carried at once, and then every change.",
            deletions + " Each carry can be undone from Trash.",
          ],
          acceptTitle: "Watch", arming: Arming(token: token))))
    return armingTimers(token)
  }

  /// Begins to keep two stores in step.
  mutating func watch(web: StoreID, shared: StoreID) -> [Effect] {
    guard let index = pairs.firstIndex(where: { $0.web == web && $0.shared == shared }) else {
      return []
    }
    pairs[index].isWatched = true
    pairs[index].trouble = nil
    let terms = pairs[index].link.terms
    let deletions = terms.prune ? ", deletions too" : "; deletions are left to you"
    let name = SyncText.title(pairs[index], library)
    notice = Notice("\(name) is kept in step while Pantler runs\(deletions).")
    if view == .sync { rebuildRows() }
    return [.watchLink(terms)]
  }

  /// The link of two stores; nil when there is none.
  func pair(web: StoreID, shared: StoreID) -> SyncPair? {
    pairs.first { $0.web == web && $0.shared == shared }
  }

  /// Asks before what two stores had at their last sync is forgotten.
  mutating func askToForget() -> [Effect] {
    guard case .pair(let position) = selectedRow else { return [] }
    let pair = pairs[Int(position)]
    let token = nextToken()
    let stays =
      pair.link.name == nil
      ? "The two are no pair any more, and signing out clears each alone."
      : "The link stays in the settings; its next sync unites both."
    overlays.append(
      .question(
        Question(
          purpose: .forgetPair(web: pair.web, shared: pair.shared),
          title: "Forget the last sync of \(SyncText.title(pair, library))",
          lines: ["What both had then is forgotten. No cookie is deleted.", stays],
          acceptTitle: "Forget", arming: Arming(token: token))))
    return armingTimers(token)
  }

  /// Takes note that a pair was forgotten, or why it was not.
  mutating func forgotten(
    web: StoreID, shared: StoreID, _ failure: SyncPair.Trouble?
  ) -> [Effect] {
    if let failure {
      notice = Notice("Not forgotten: \(SyncText.sentence(failure, library))", .failure)
      return compareLinks()
    }
    notice = Notice("Forgotten; no cookie was touched.", .success)
    pairs.removeAll { $0.link.name == nil && $0.web == web && $0.shared == shared }
    if view == .sync { rebuildRows() }
    return compareLinks()
  }

  /// Remembers that two stores were compared or brought together.
  mutating func notePair(_ terms: SyncTerms, differences: Int, isApplied: Bool) -> [Effect] {
    if let index = pairs.firstIndex(where: { $0.web == terms.web && $0.shared == terms.shared }) {
      pairs[index].differences = differences
      if isApplied { pairs[index].agreedAt = asOf }
    } else {
      let link = SyncLink(name: nil, terms: terms)
      pairs.insert(
        SyncPair(link: link, differences: differences, agreedAt: isApplied ? asOf : nil), at: 0)
    }
    if view == .sync { rebuildRows() }
    return isApplied ? compareLinks() : []
  }
}
