import StoreModel

/// One row of the list in the middle.
enum TableRow: Equatable, Sendable {
  /// A site, as a position in the catalog.
  case site(Int32)
  /// A site in one store, when the sites are shown flat.
  case siteInStore(Int32, slot: Int32)
  /// A cookie; `depth` is 1 under a site.
  case cookie(CookieReference, depth: UInt8)
  /// A type of data.
  case type(DataType)
  /// What a site keeps of a type, as a position in the catalog; `depth` is 1 under a site or type.
  case data(Int32, depth: UInt8)
  /// A site under a type.
  case siteOfType(Int32)
  /// An app, above its stores.
  case app(AppID)
  /// A store, as a position in the library.
  case store(slot: Int32)
  /// Something done before that can be undone, as a position in the trash.
  case trash(Int32)
  /// A pair of stores that was brought together, as a position.
  case pair(Int32)
  /// A process pool, by its id.
  case pool(Int32)
  /// A web process of a pool, by both ids.
  case webView(Int32, pool: Int32)
  /// A pool of a live engine.
  case livePool(LivePool.ID, app: String)
  /// A view of a live engine.
  case liveView(LiveView.ID, app: String)
}

/// The identity of a row, by which the selection finds it again when rows move.
enum RowID: Hashable, Sendable {
  case site(String)
  case siteInStore(String, StoreID)
  case cookie(ItemID)
  case type(DataType)
  case data(DataType, site: String, topSite: String?)
  case siteOfType(String)
  case app(AppID)
  case store(StoreID)
  case trash(String)
  case pair(StoreID, StoreID)
  case pool(Int32)
  case webView(Int32, pool: Int32)
  case livePool(LivePool.ID, app: String)
  case liveView(LiveView.ID, app: String)
}

/// The rows of the list: either cookies alone, or rows of several kinds.
///
/// Cookies alone share the storage of the filter's result, so that a million of them are not copied.
enum RowList: Equatable, Sendable {
  case cookies([CookieReference])
  case mixed([TableRow])

  var count: Int {
    switch self {
    case .cookies(let references): references.count
    case .mixed(let rows): rows.count
    }
  }

  /// The row at a position, or nil.
  subscript(position: Int) -> TableRow? {
    switch self {
    case .cookies(let references):
      references.indices.contains(position) ? .cookie(references[position], depth: 0) : nil
    case .mixed(let rows): rows.indices.contains(position) ? rows[position] : nil
    }
  }

  /// Returns the position of a row, or nil.
  func position(of row: TableRow) -> Int? {
    switch self {
    case .cookies(let references):
      guard case .cookie(let wanted, _) = row else { return nil }
      return references.firstIndex(of: wanted)
    case .mixed(let rows):
      guard case .cookie(let wanted, _) = row else { return rows.firstIndex(of: row) }
      return rows.firstIndex {
        if case .cookie(let reference, _) = $0 { reference == wanted } else { false }
      }
    }
  }
}
