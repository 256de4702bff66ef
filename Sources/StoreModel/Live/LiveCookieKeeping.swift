public import CookieCore

/// Keeps the persistent cookies of live stores between runs.
///
/// It is handed to an engine, which knows no file format. Only default and identified stores are ever kept.
public protocol LiveCookieKeeping: Sendable {
  /// Where a store keeps its cookies.
  func path(of store: LiveStore.Kind) -> String
  /// Reads the cookies of a store; a store that never kept any has none.
  func read(_ store: LiveStore.Kind) throws(StoreFailure) -> [Cookie]
  /// Replaces the cookies of a store, all at once or not at all.
  func write(_ cookies: [Cookie], of store: LiveStore.Kind) throws(StoreFailure)
}
