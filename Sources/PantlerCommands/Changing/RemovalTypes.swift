import StoreModel

/// The data types that `--types` names.
enum RemovalTypes {
  private static let groups: [String: Set<DataType>] = [
    "caches": DataType.caches, "all": Set(DataType.allCases),
  ]

  /// The words that `--types` takes.
  static let words = DataType.allCases.map(\.rawValue) + groups.keys.sorted()

  /// The types that are asked for; cookies when nothing is said.
  ///
  /// Of a group only what can be on the disk is meant.
  static func types(of arguments: ParsedArguments) throws(CommandFailure) -> Set<DataType> {
    guard let text = arguments.value("types") else { return [.cookies] }
    var types: Set<DataType> = []
    for word in text.split(separator: ",") {
      if let group = groups[String(word)] {
        types.formUnion(group.filter { $0.removalRefusal == nil })
      } else if let type = DataType(rawValue: String(word)) {
        types.insert(type)
      }
    }
    guard !types.isEmpty else { throw .usage(.missingValue(option: "types")) }
    types.subtract(kept(arguments))
    guard !types.isEmpty else { throw .usage(.conflict("--types", "--keep")) }
    return types
  }

  /// The types that go along with those that are named, as WebKit takes them along.
  ///
  /// What a filter chooses is chosen item by item, so nothing goes along with it.
  static func companions(
    of types: Set<DataType>, _ arguments: ParsedArguments
  ) -> Set<DataType> {
    guard arguments.has("types"), !arguments.has("filter") else { return [] }
    return DataType.companions(of: types).subtracting(kept(arguments))
  }

  /// The types that `--keep` names.
  private static func kept(_ arguments: ParsedArguments) -> Set<DataType> {
    let words = arguments.value("keep")?.split(separator: ",") ?? []
    return Set(words.compactMap { DataType(rawValue: String($0)) })
  }

  /// Whether types are meant as a group, of which some may be left out.
  static func isGroup(_ arguments: ParsedArguments) -> Bool {
    let words = arguments.value("types")?.split(separator: ",") ?? []
    return words.contains { groups[String($0)] != nil }
  }
}
