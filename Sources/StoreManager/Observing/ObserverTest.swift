package import StoreModel

/// What came of testing how a store is observed.
///
/// A store is never written for it: the change that has to be seen is made to a file of Pantler's own.
package struct ObserverTest: Hashable, Sendable {
  /// What became of the change.
  package enum Outcome: Hashable, Sendable {
    /// It was seen after so many milliseconds.
    case seen(milliseconds: Int)
    /// It was not seen in time.
    case unseen
    /// It could not be made.
    case failed(JournalFailure)
    /// The store is no file: its engine tells of changes itself, and nothing was changed for a test.
    case toldByEngine
  }

  /// The store.
  package var store: StoreID
  /// By what means the store can be observed; nil when the observer does not say so.
  package var means: ObservationMeans?
  /// The setting that limits it to polling; nil when nothing does.
  package var limit: String?
  /// What became of the change.
  package var outcome: Outcome
  /// Whether the file of the test is on the file system of the store, so that the test tells of it; nil when unknown.
  package var isOnSameFileSystem: Bool?
}
