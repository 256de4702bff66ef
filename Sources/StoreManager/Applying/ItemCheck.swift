import CookieCore
import StoreModel

/// What to do with one item, now that the store was read again.
enum ItemCheck: Equatable {
  /// Make the change, over what is really there.
  case approved
  /// There is nothing to do, or it must not be done.
  case settled(PlanResult.Outcome)
}

/// Compares items with what a store holds, before and after a change.
struct ItemChecker {
  /// The attributes that the store cannot keep.
  let lacking: Set<CookieAttribute>
  /// Whether a cookie may be removed although its times are no longer those that the plan shows.
  ///
  /// A person who asks for a removal means the cookie and what is in it; a later expiry makes it no other
  /// cookie. What undo takes back must be as it was left.
  let allowsLaterTimes: Bool

  /// Decides on an item.
  ///
  /// - Parameter present: what the store holds under the item's identity.
  func check(_ item: PlanItem, present: Cookie?) -> ItemCheck {
    precondition(item.sealedAfter == nil, "what a plan puts has its value")
    if item.conflict != nil { return .settled(.undecided) }
    switch (item.before, item.after, present) {
    case (_, nil, nil):
      return .settled(.goneAlready)
    case (_?, nil, let present?):
      guard let before = item.before(comparedWith: present), mayRemove(present, planned: before)
      else { return .settled(.changed) }
      return .approved
    case (nil, nil, _?):
      return .settled(.changed)
    case (nil, _?, nil):
      return .approved
    case (_?, _?, nil):
      return .settled(.goneAlready)
    case (_, let after?, let present?):
      if let before = item.before(comparedWith: present),
        before.agrees(with: present, ignoring: [])
      {
        return .approved
      }
      return .settled(after.agrees(with: present, ignoring: lacking) ? .thereAlready : .changed)
    }
  }

  /// Compares what was wanted with what was read back.
  func verify(
    _ item: PlanItem, outcome: AppliedChanges.Outcome, present: Cookie?, path: String
  ) -> (outcome: PlanResult.Outcome, losses: Set<CookieAttribute>) {
    switch outcome {
    case .goneAlready: return (.goneAlready, [])
    case .unrepresentable(let attribute): return (.unrepresentable(attribute), [])
    case .done, .unverified: break
    }
    guard let wanted = item.after else {
      guard present != nil else { return (.done, []) }
      return (outcome == .done ? .cameBack : .failed(.unverified(path: path)), [])
    }
    guard let present, wanted.value == present.value,
      wanted.encryptedValue == present.encryptedValue,
      let expiryLoss = expiryLoss(of: wanted, in: present)
    else { return (.failed(.unverified(path: path)), []) }
    let found = wanted.differences(from: present, ignoring: []).filter { attribute in
      switch attribute {
      // A store that adds times of its own loses nothing.
      case .creationTime: wanted.creationTime != nil
      case .lastAccessTime: wanted.lastAccessTime != nil
      case .lastUpdateTime: wanted.lastUpdateTime != nil
      default: true
      }
    }
    return (.done, found.union(expiryLoss).union(item.losses))
  }

  /// Reports whether an item's cookie is now as the item wants it.
  func isApplied(_ item: PlanItem, present: Cookie?) -> Bool {
    isSame(item.after, present)
  }

  /// Reports whether an item's cookie is as it was before.
  func isUnapplied(_ item: PlanItem, present: Cookie?) -> Bool {
    isSame(item.before, present)
  }

  private func isSame(_ wanted: Cookie?, _ present: Cookie?) -> Bool {
    guard let wanted, let present else { return wanted == nil && present == nil }
    return wanted.agrees(with: present, ignoring: lacking)
  }

  private func mayRemove(_ present: Cookie, planned: Cookie) -> Bool {
    guard allowsLaterTimes else { return planned.agrees(with: present, ignoring: lacking) }
    return present.eventDifferences(from: planned)
      .isDisjoint(with: [.value, .secure, .httpOnly, .sameSite])
  }

  /// What an expiry lost, or nil when it is another one altogether.
  private func expiryLoss(of wanted: Cookie, in present: Cookie) -> Set<CookieAttribute>? {
    if Cookie.sameExpiry(wanted.expiryTime, present.expiryTime, ignoring: []) { return [] }
    if Cookie.sameExpiry(wanted.expiryTime, present.expiryTime, ignoring: [.lateExpiry]) {
      return [.lateExpiry]
    }
    return lacking.contains(.session) && wanted.expiryTime == nil ? [.session] : nil
  }
}

/// What a store holds of a list of items.
struct PresentCookies {
  private let cookies: [Cookie]
  private let positions: [Int?]

  init(of items: [PlanItem], in snapshot: StoreSnapshot) {
    self.init(of: KeyTable(items.map { $0.key }), in: snapshot)
  }

  init(of keys: KeyTable, in snapshot: StoreSnapshot) {
    cookies = snapshot.cookies
    positions = keys.positions(in: snapshot.cookies, digests: snapshot.digests)
  }

  /// The cookie with the identity of the item at a place of the list; nil when there is none.
  subscript(place: Int) -> Cookie? { positions[place].map { cookies[$0] } }

  /// Whether there is a cookie with the identity of the item at a place of the list.
  func isPresent(_ place: Int) -> Bool { positions[place] != nil }

  /// Reports whether an item removes the very cookie that is there, so that nothing else has to be asked about it.
  func hasPlainRemoval(of items: [PlanItem], _ place: Int) -> Bool {
    guard let position = positions[place], items[place].after == nil,
      items[place].conflict == nil, items[place].sealedBefore == nil,
      let before = items[place].before
    else { return false }
    return before == cookies[position]
  }
}

extension Plan.Kind {
  /// What the log says of the changes of such a plan.
  var cause: StoreEvent.Cause {
    switch self {
    case .removal, .edit: .user
    case .sync: .sync
    case .import: .import
    case .undo: .undo
    }
  }
}
