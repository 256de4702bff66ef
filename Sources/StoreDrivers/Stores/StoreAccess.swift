package import CookieCore
import StoreModel

/// What all drivers of files share.
package struct StoreAccess: Sendable {
  /// The running processes.
  package var processes: ProcessTable
  /// Watches files.
  package var watcher: FileWatcher
  /// The place for copies.
  package var copies: TemporaryCopies
  /// The directory of the locks against other writers of this kind.
  package var lockDirectory: String
  /// How long to wait for a writer.
  package var budget: RetryBudget
  /// What goes wrong in tests.
  package var faults: FileFaults
  /// The clock.
  package var now: @Sendable () -> Timestamp
  let memory = SnapshotMemory()
  let surroundings: Surroundings

  /// Chooses the places by the surroundings.
  package init(
    surroundings: Surroundings, watcher: FileWatcher = FileWatcher(),
    budget: RetryBudget = RetryBudget(), faults: FileFaults = FileFaults(),
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.surroundings = surroundings
    processes = ProcessTable(root: surroundings.processRoot)
    self.watcher = watcher
    copies = TemporaryCopies(base: FilePath.join(surroundings.runtimeDirectory, "copies"))
    // Programs with other places for what is temporary, such as those that a timer starts, have to meet here.
    lockDirectory = FilePath.join(surroundings.stateHome, "pantler/locks")
    self.budget = budget
    self.faults = faults
    self.now = now
  }

  /// How a store is read and written.
  func mechanism(for store: StoreDescription) throws(StoreFailure) -> any StoreMechanism {
    let replacement = FileReplacement(reader: FileReader(budget: budget), faults: faults)
    if let codec = StoreCodec.codec(for: store.format) {
      return DocumentMechanism(codec: codec, replacement: replacement)
    }
    guard store.format == .libsoupDatabase else {
      throw .unsupported(path: store.path, reason: "Another driver knows this format.")
    }
    return DatabaseMechanism(
      reader: DatabaseReader(budget: budget), copies: copies, replacement: replacement)
  }
}
