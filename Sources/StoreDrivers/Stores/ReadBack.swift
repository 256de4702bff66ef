import CookieCore
import StoreModel

/// Compares what a store shows after a change with what was asked for.
struct ReadBack {
  private let unrepresentable: Set<CookieAttribute>
  private let snapshot: StoreSnapshot

  init(store: StoreDescription, snapshot: StoreSnapshot) {
    unrepresentable = store.capabilities.unrepresentable
    self.snapshot = snapshot
  }

  /// The outcomes, with `unverified` for each change that doesn't show.
  ///
  /// Of several changes to one identity the last one has to show.
  func verified(
    _ outcomes: [AppliedChanges.Outcome], of changes: [StoreChange]
  ) -> [AppliedChanges.Outcome] {
    let identities = KeyTable(changes.map { identity($0.key) })
    var last = [Int](repeating: -1, count: changes.count)
    for index in changes.indices where outcomes[index] != .goneAlready {
      last[identities.firstPlace(ofKeyAt: index)] = index
    }
    let stored = identities.positions(
      in: snapshot.cookies, digests: snapshot.digests)
    return outcomes.indices.map { index in
      guard outcomes[index] == .done, last[identities.firstPlace(ofKeyAt: index)] == index else {
        return outcomes[index]
      }
      let found = stored[index].map { snapshot.cookies[$0] }
      return shows(changes[index], found) ? .done : .unverified
    }
  }

  /// The identity as far as the format can tell it.
  private func identity(_ key: CookieKey) -> CookieKey {
    var identity = key
    if lacks(.partition) { identity.partition = nil }
    if lacks(.container) { identity.container = nil }
    if lacks(.sourceScheme) {
      identity.sourceScheme = nil
      identity.sourcePort = nil
    }
    return identity
  }

  private func shows(_ change: StoreChange, _ found: Cookie?) -> Bool {
    guard case .put(let wanted) = change else { return found == nil }
    guard let found, found.value == wanted.value else { return false }
    return (lacks(.secure) || found.secure == wanted.secure)
      && (lacks(.httpOnly) || found.httpOnly == wanted.httpOnly)
      && (lacks(.sameSite) || agree(found.sameSite, wanted.sameSite))
      && agree(found.expiryTime, wanted.expiryTime)
  }

  /// libsoup writes no attribute and None alike.
  private func agree(_ found: SameSite, _ wanted: SameSite) -> Bool {
    let open: Set<SameSite> = [.none, .unspecified]
    return found == wanted || (open.contains(found) && open.contains(wanted))
  }

  private func agree(_ found: Timestamp?, _ wanted: Timestamp?) -> Bool {
    switch (found, wanted) {
    case (nil, nil): true
    case (let found?, let wanted?):
      // Formats keep whole seconds, and none keeps a time before 1970 for certain.
      found.seconds == wanted.seconds || wanted.seconds <= 0
        || (lacks(.lateExpiry) && wanted.seconds > Int64(Int32.max))
        || abs(found.secondsSince1970 - wanted.secondsSince1970) < 1
    case (nil, _?), (_?, nil): false
    }
  }

  private func lacks(_ attribute: CookieAttribute) -> Bool {
    unrepresentable.contains(attribute)
  }
}
