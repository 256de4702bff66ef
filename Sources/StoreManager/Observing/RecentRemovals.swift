import CookieCore
import StoreModel

/// The cookies that Pantler removed from one store a moment ago and that have not come back.
struct RecentRemovals {
  /// A cookie that was removed.
  private struct Removal {
    var cookie: Cookie
    var time: Timestamp
  }

  /// What one change removed as a whole; it shares its storage with the change.
  private struct Batch {
    let approved: ApprovedItems
    let time: Timestamp
    /// Whether the cookie at each place has come back or was put back; nil while none has.
    private var isOver: [Bool]?

    init(_ approved: ApprovedItems, _ time: Timestamp) {
      self.approved = approved
      self.time = time
    }

    mutating func forget(_ key: CookieKey) {
      if let place = approved.keys.place(of: key) { end(place) }
    }

    /// Takes out what a reading has again, in its order.
    mutating func take(in snapshot: StoreSnapshot) -> [(removed: Cookie, present: Cookie)] {
      let found = approved.keys.positions(in: snapshot.cookies, digests: snapshot.digests)
      var returned: [(removed: Cookie, present: Cookie)] = []
      for place in found.indices {
        guard let position = found[place], isOver?[place] != true,
          let removed = approved.items[place].before
        else { continue }
        returned.append((removed, snapshot.cookies[position]))
        end(place)
      }
      return returned
    }

    private mutating func end(_ place: Int) {
      if isOver == nil { isOver = Array(repeating: false, count: approved.items.count) }
      isOver?[place] = true
    }
  }

  private var removals: [CookieKey: Removal] = [:]
  private var batches: [Batch] = []

  /// Makes room for so many more.
  mutating func reserveCapacity(_ count: Int) {
    removals.reserveCapacity(removals.count + count)
  }

  /// Notes one difference that a change of our own made.
  mutating func note(_ entry: SnapshotDiff.Entry, at time: Timestamp) {
    forget(entry.key)
    guard entry.after == nil, let cookie = entry.before else { return }
    removals[entry.key] = Removal(cookie: cookie, time: time)
  }

  /// Notes that all the cookies of a change were removed.
  ///
  /// - Complexity: O(1) unless something was removed a moment before.
  mutating func note(_ approved: ApprovedItems, at time: Timestamp) {
    if !removals.isEmpty {
      for key in approved.keys.keys { removals[key] = nil }
    }
    // What is removed again came back in between, which was told then.
    for place in batches.indices {
      for key in approved.keys.keys { batches[place].forget(key) }
    }
    batches.append(Batch(approved, time))
  }

  /// Takes out the cookies of a reading that were removed since a time, and forgets what was removed before.
  mutating func take(
    in snapshot: StoreSnapshot, since oldest: Timestamp
  ) -> [(removed: Cookie, present: Cookie)] {
    if !removals.isEmpty { removals = removals.filter { $0.value.time >= oldest } }
    batches.removeAll { $0.time < oldest }
    var returned: [(removed: Cookie, present: Cookie)] = []
    for place in batches.indices { returned += batches[place].take(in: snapshot) }
    guard !removals.isEmpty else { return returned }
    for cookie in snapshot.cookies {
      guard let removal = removals.removeValue(forKey: cookie.key) else { continue }
      returned.append((removal.cookie, cookie))
    }
    return returned
  }

  private mutating func forget(_ key: CookieKey) {
    removals[key] = nil
    for place in batches.indices { batches[place].forget(key) }
  }
}
