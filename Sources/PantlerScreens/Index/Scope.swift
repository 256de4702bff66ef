package import StoreModel

/// The stores whose content is shown.
package enum Scope: Hashable, Sendable {
  case everything
  case app(AppID)
  case store(StoreID)

  /// Reports whether a store is shown.
  func contains(_ description: StoreDescription) -> Bool {
    switch self {
    case .everything: true
    case .app(let app): AppID(description.app) == app
    case .store(let id): description.id == id
    }
  }
}

/// The identity of an app: the same program may be found under two engines.
package struct AppID: Hashable, Sendable {
  /// The engine.
  package var engine: Engine
  /// The bundle or desktop id.
  package var id: String

  /// Takes the identity of an app.
  package init(_ app: App) {
    engine = app.engine
    id = app.id
  }
}
