/// A set that is written in one order, so that the same plan gives the same bytes.
@propertyWrapper
public struct SortedCoding<Element: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// The set.
  public var wrappedValue: Set<Element>

  /// Takes the set.
  public init(wrappedValue: Set<Element>) {
    self.wrappedValue = wrappedValue
  }
}

extension SortedCoding: Codable {
  /// Reads an array in any order.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Set<Element>.self)
  }

  /// Writes an array in the order of the elements' descriptions.
  public func encode(to encoder: any Encoder) throws {
    let sorted = wrappedValue.map { (text: String(describing: $0), element: $0) }
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    var container = encoder.singleValueContainer()
    try container.encode(sorted.map(\.element))
  }
}

// Dictionaries with these keys are written as objects, whose keys can be sorted.
extension StoreID: CodingKeyRepresentable {}
extension DataType: CodingKeyRepresentable {}
extension SkippedItem.Reason: CodingKeyRepresentable {}
extension StoreCapabilities.Act: CodingKeyRepresentable {}
