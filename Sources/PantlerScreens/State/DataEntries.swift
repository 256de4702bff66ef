package import StoreModel

/// Whose keys or files are asked for.
package struct DataQuestion: Equatable, Sendable {
  /// The stores in whose profiles they are.
  package var stores: [StoreID]
  /// Whose they are.
  package var owner: DataRecord.Owner
  /// The type.
  package var type: DataType
}

/// Keys of local storage or files in caches that were asked for.
struct DataEntries: Equatable, Sendable {
  /// What was asked.
  var question: DataQuestion
  /// The answer; nil while it is read.
  var entries: [WebsiteDataEntry]?
}

extension DataType {
  /// What can be shown of the type one by one; nil when nothing can.
  var entryNoun: String? {
    switch self {
    case .localStorage: "Keys"
    case .fetchCache: "URLs"
    default: nil
    }
  }
}
