import CookieCore
import StoreModel

/// The journal entry of a change that is under way.
struct OpenEntry {
  /// What is being done.
  enum Act {
    case apply(planID: String, kind: Plan.Kind)
    case undo, redo

    /// The state of a part while its store is being changed.
    var underWay: JournalPart.State {
      switch self {
      case .apply: .preparing
      case .undo: .undoing
      case .redo: .redoing
      }
    }
  }

  let act: Act
  /// What the stores of a sync agreed on when it began; nil for other plans.
  var origin: SyncOrigin?
  /// Nil until the first store is about to be changed.
  var manifest: JournalManifest?
  /// The part of the store that is being changed.
  var index = 0

  /// The part that is being changed.
  var part: JournalPart? {
    get { manifest.flatMap { $0.parts.indices.contains(index) ? $0.parts[index] : nil } }
    set {
      guard let newValue, var parts = manifest?.parts, parts.indices.contains(index) else { return }
      parts[index] = newValue
      manifest?.parts = parts
    }
  }
}
