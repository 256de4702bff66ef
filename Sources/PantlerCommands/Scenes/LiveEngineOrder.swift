package import StoreModel

/// Which live engine is wanted.
package struct LiveEngineOrder: Sendable {
  /// The name, such as `embedded`.
  package var name: String
  /// Whose rules of sharing it shall keep.
  package var era: EngineEra
  /// The app that its stores are listed under.
  package var app: App
  /// The directory for the files of an engine that keeps its stores itself; it need not be there yet.
  package var directory: String
  /// What keeps the persistent stores of an engine that does not.
  package var keeping: any LiveCookieKeeping
}

/// A live engine that was made.
package struct LiveEngineParts: Sendable {
  /// The engine.
  package var engine: any LiveEngine
  /// What makes its stores stores like all others.
  package var driver: any StoreDriver
  /// The identity of one of its stores among all stores.
  package var storeID: @Sendable (LiveStore.ID) -> StoreID

  /// Takes every field as it is.
  package init(
    engine: any LiveEngine, driver: any StoreDriver,
    storeID: @escaping @Sendable (LiveStore.ID) -> StoreID
  ) {
    self.engine = engine
    self.driver = driver
    self.storeID = storeID
  }
}
