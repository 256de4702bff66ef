package import CookieCore
package import StoreModel

/// Why the journal could not do what was asked.
package enum JournalFailure: Error, Hashable, Sendable {
  /// Nothing is left to undo, or to do again.
  case nothingLeft
  case noSuchEntry(String)
  case ambiguousEntry(String, candidates: [String])
  case cannotUndo(String, why: UndoObstacle)
  /// Another process is changing the same thing; its id where it is known.
  case taken(by: Int32?)
  /// A file of the entry does not hold what it should.
  case damaged(path: String)
  /// A system call failed; `code` is errno.
  case system(path: String, call: String, code: Int32)

  init(_ fault: FileFault) {
    self = .system(path: fault.path, call: fault.call, code: fault.code)
  }

  /// Whether another process has changed a file in between.
  var isStale: Bool {
    if case .system(_, _, FileFault.stale) = self { true } else { false }
  }

  /// The failure of a store that is left alone because the journal cannot be written.
  var storeFailure: StoreFailure {
    switch self {
    case .system(let path, _, let code): .journal(path: path, code: code)
    case .damaged(let path): .journal(path: path, code: 0)
    case .nothingLeft, .noSuchEntry, .ambiguousEntry, .cannotUndo, .taken:
      .journal(path: "", code: 0)
    }
  }
}

/// What became of entries that were to be removed for good.
package struct PurgedEntries: Hashable, Sendable {
  /// The number of those that were removed.
  package var count = 0
  /// Those that were left alone, because they are being made or taken back.
  package var inWork: [String] = []
}

/// Why an entry of the journal cannot be undone.
package enum UndoObstacle: String, Codable, Hashable, Sendable {
  case undoneAlready
  /// Nothing was changed, so there is nothing to take back.
  case notApplied
  /// It is not known yet whether the change was made; the store could not be read since.
  case incomplete
  case damaged
  /// It was not undone, so it cannot be done again.
  case notUndone
  /// It was more than the journal keeps of one change.
  case notKept
}

/// One applied plan as the journal lists it.
package struct JournalEntry: Hashable, Sendable, Identifiable {
  /// What became of the entry.
  package enum State: String, Codable, Hashable, Sendable {
    case applied, undone, partlyUndone
    /// A crash came in between, and the store could not be looked at since.
    case incomplete
    case notApplied
    case damaged
  }

  /// The id that undo takes.
  package var id: String
  /// When it was made.
  package var time: Timestamp
  /// Which kind of plan; nil when the entry is damaged.
  package var kind: Plan.Kind?
  /// The stores.
  package var stores: [StoreID]
  /// The number of cookies and items of website data that were removed.
  package var removals: Int
  /// The number of items of website data among them.
  package var dataRemovals: Int
  /// The number of cookies that were added.
  package var additions: Int
  /// The number of cookies that were replaced.
  package var changes: Int
  /// What became of it.
  package var state: State
  /// The bytes that it takes on the disk.
  package var byteCount: Int
  /// Why it cannot be undone; nil when it can.
  package var obstacle: UndoObstacle?
  /// The number of the undo that took it back, which grows from one to the next; nil when it is not known.
  package var undoNumber: Int?

  /// Whether it can be undone.
  package var canUndo: Bool { obstacle == nil }
  /// Whether it can be done again.
  package var canRedo: Bool { state == .undone }
}
