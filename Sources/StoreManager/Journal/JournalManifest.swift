import CookieCore
import StoreModel

/// What one entry of the journal says about itself; the items are in files of their own.
struct JournalManifest: Codable, Hashable, Sendable {
  static let currentVersion = 1

  var version = Self.currentVersion
  var id: String
  var planID: String
  var kind: Plan.Kind
  var createdAt: Timestamp
  /// When it was last taken back or done again; nil when it never was.
  var reversedAt: Timestamp?
  var parts: [JournalPart] = []
  /// What was done to website data; nil in entries about cookies alone.
  var data: [JournalDataPart]?
  /// What the stores of a sync had agreed on before; nil in other entries, and in those from before it was kept.
  var origin: SyncOrigin?
  /// Which undo took it back, counted over the whole journal; nil when none did, or before that was counted.
  var undoNumber: Int?
  /// Whether a crash came while the entry was taken back, so that the next undo goes on with it.
  var isUndoOpen: Bool?

  /// When the stores were last changed.
  var changedAt: Timestamp { reversedAt ?? createdAt }

  /// The state of the entry as a whole.
  var state: JournalEntry.State {
    let states = Set(parts.map(\.state) + (data ?? []).map(\.state))
    if states.contains(where: \.isUnderWay) { return .incomplete }
    if states.contains(.partlyUndone) { return .partlyUndone }
    if states.contains(.applied) { return states.contains(.undone) ? .partlyUndone : .applied }
    return states.contains(.undone) ? .undone : .notApplied
  }

  /// Whether an undo that names no entry may mean this one: it is not undone, or a crash broke its undo off.
  var isToBeUndone: Bool {
    state == .applied || (state == .partlyUndone && isUndoOpen == true)
  }

  /// Why the entry cannot be undone; nil when it can.
  var obstacle: UndoObstacle? {
    switch state {
    case .applied, .partlyUndone: isKept ? nil : .notKept
    case .undone: .undoneAlready
    case .incomplete: .incomplete
    case .notApplied: .notApplied
    case .damaged: .damaged
    }
  }

  /// Whether there is a copy of anything.
  private var isKept: Bool {
    !parts.isEmpty || (data ?? []).contains { $0.archiveChecksum != nil }
  }
}

/// What an entry says about the website data of one store.
struct JournalDataPart: Codable, Hashable, Sendable {
  var store: StoreDescription
  var state = JournalPart.State.preparing
  /// The checksum of the file that lists the removals.
  var removalsChecksum: UInt64 = 0
  /// The checksum of the archive; nil when nothing could be kept.
  var archiveChecksum: UInt64?
  /// The number of items that were removed.
  var count = 0
  /// What was left of the databases that lost rows, by path.
  var left: [String: FileFingerprint] = [:]

  init(store: StoreDescription) {
    self.store = store
  }
}

/// What an entry says about one store.
struct JournalPart: Codable, Hashable, Sendable {
  /// How far the change of the store is.
  enum State: String, Codable, Hashable, Sendable {
    case preparing, applied, notApplied
    case undoing, undone, partlyUndone
    case redoing

    /// Whether a crash in this state leaves open what the store holds.
    var isUnderWay: Bool { self == .preparing || self == .undoing || self == .redoing }
  }

  var store: StoreDescription
  var state = State.preparing
  /// What the file held before the change; nil when there was none, or when the store is no file.
  var before: FileFingerprint?
  /// Whether the change made the file; entries without this were written before that could be.
  private var makesFile: Bool?
  /// What the file held after it.
  var after: FileFingerprint?
  /// The checksum of the kept copy of the file; nil when there is none.
  var imageChecksum: UInt64?
  /// The checksum of the file of items.
  var itemsChecksum: UInt64 = 0
  var removals = 0
  var additions = 0
  var changes = 0

  init(store: StoreDescription, before: FileFingerprint?, isNew: Bool) {
    self.store = store
    self.before = before
    makesFile = isNew ? true : nil
  }

  /// Whether the change made the file, so that taking it back removes it.
  var isNew: Bool { makesFile == true }

  mutating func count(_ items: [PlanItem]) {
    (removals, additions) = (0, 0)
    // An item that is passed on is copied, with all its texts.
    for place in items.indices {
      if items[place].after == nil {
        removals += 1
      } else if items[place].before == nil {
        additions += 1
      }
    }
    changes = items.count - removals - additions
  }
}

/// One change in the journal: the lossless cookies before and after.
struct JournalItem: Decodable, Hashable, Sendable {
  var before: Cookie?
  var after: Cookie?
  var reason: PlanItem.Reason

  func item(in store: StoreID) -> PlanItem? {
    (after ?? before).map {
      PlanItem(store: store, key: $0.key, before: before, after: after, reason: reason)
    }
  }
}

/// A checksum that tells a torn or altered file; it is no defence against somebody who wants to deceive.
///
/// - Source: FNV-1a, 64 bits.
func checksum(_ bytes: [UInt8]) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return hash
}
