import PantlerCommands

/// What commands show of the screens' data.
enum Catalogues {
  static let version = "0.1"

  static func themes(_ environment: [String: String]) -> ThemeCatalogue {
    ThemeCatalogue(
      entries: { [] },
      check: { ThemeCatalogue.Entry(name: $0, origin: $0, roles: [], problems: []) })
  }

  static let keys = KeyCatalogue(presets: [], bindings: { _ in [] }, problems: { _ in [] })
}
