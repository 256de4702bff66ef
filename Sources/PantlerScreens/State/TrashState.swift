package import CookieCore
package import StoreModel

/// A change that was made and can perhaps be undone.
package struct TrashEntry: Equatable, Sendable {
  /// How far the change got.
  package enum Phase: Equatable, Sendable { case applied, undone, incomplete }

  /// The id that `undo` takes.
  package var id: String
  /// When it was made.
  package var time: Timestamp
  /// What kind of change it was.
  package var kind: Plan.Kind
  /// The stores that it changed.
  package var stores: [StoreID]
  /// How many cookies and items of website data it changed.
  package var count: Int
  /// How many of them are items of website data.
  package var dataCount: Int
  /// How far it got.
  package var phase: Phase
  /// The bytes it takes on disk.
  package var bytes: Int
  /// Why it cannot be undone; nil when it can.
  package var obstacle: String?
  /// The number of the undo that took it back; nil when it is not known.
  package var undoNumber: Int?

  /// The amount for people.
  var amount: String { DataText.amount(cookies: count - dataCount, items: dataCount) }

  /// Takes every field as it is.
  package init(
    id: String, time: Timestamp, kind: Plan.Kind, stores: [StoreID], count: Int, phase: Phase,
    bytes: Int, obstacle: String?, dataCount: Int = 0, undoNumber: Int? = nil
  ) {
    self.undoNumber = undoNumber
    self.id = id
    self.time = time
    self.kind = kind
    self.stores = stores
    self.count = count
    self.phase = phase
    self.bytes = bytes
    self.obstacle = obstacle
    self.dataCount = dataCount
  }
}

/// What can be undone, newest first.
struct TrashState: Equatable, Sendable {
  var entries: [TrashEntry] = []
  /// Why the list could not be read; nil when it could.
  var failure: String?

  /// What the last undo took back; nil when nothing can be done again.
  var lastUndone: TrashEntry? {
    let undone = entries.filter { $0.phase == .undone || $0.undoNumber != nil }
    // Of entries from before undos were counted the newest counts, which comes first.
    return undone.reduce(nil) { last, entry in
      guard let last else { return entry }
      return entry.undoNumber ?? 0 > last.undoNumber ?? 0 ? entry : last
    }
  }
}
