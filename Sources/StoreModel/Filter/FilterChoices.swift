import CookieCore

/// The words that stand for the values of a closed list.
enum FilterChoices {
  typealias Choice<Value> = (word: String, value: Value)

  /// Data types by WebKit's names, and groups of them by everyday words.
  static let types: [Choice<[DataType]>] =
    [
      ("cache", [.diskCache, .memoryCache, .fetchCache, .offlineWebApplicationCache]),
      ("storage", [.localStorage, .sessionStorage]),
      ("indexeddb", [.indexedDBDatabases]),
      ("database", [.indexedDBDatabases, .webSQLDatabases]),
      ("serviceworker", [.serviceWorkerRegistrations]),
    ] + DataType.allCases.map { ($0.rawValue, [$0]) }

  static let sameSite: [Choice<SameSite>] = SameSite.allCases.map { ($0.rawValue, $0) }

  static let causes: [Choice<StoreEvent.Cause>] = StoreEvent.Cause.allCases.map {
    ($0.rawValue, $0)
  }

  static let levels: [Choice<StoreEvent.Level>] = StoreEvent.Level.allCases.map {
    ($0.rawValue, $0)
  }

  static let flags: [Choice<Bool>] = [
    ("yes", true), ("no", false), ("true", true), ("false", false), ("1", true), ("0", false),
  ]

  /// The listed spelling of a word, whatever its case; nil when it is not in the field's list.
  static func word(_ text: String, of field: FilterField) -> String? {
    let folded = text.lowercased()
    if field.kind == .flag {
      return flags.first { $0.word == folded }.map { $0.value ? "yes" : "no" }
    }
    if field == .type, folded == "cookie" { return DataType.cookies.rawValue }
    return field.choices.first { $0.lowercased() == folded }
  }
}
