import CookieCore
import StoreModel

/// The items of a change that are to be made, as the store is now.
struct ApprovedItems {
  /// Their places among all items.
  let places: [Int]
  /// The items, each with what the store holds before.
  let items: [PlanItem]
  /// Their identities.
  let keys: KeyTable

  /// Takes some of the items.
  ///
  /// An item is large, so that the list is not made anew where all are approved as they are.
  ///
  /// - Parameters:
  ///   - allKeys: the identities of all items.
  ///   - altered: what the store holds before where that is not what the item says, by its place among those.
  init(
    _ all: [PlanItem], _ allKeys: KeyTable, at places: [Int],
    altered: [(place: Int, before: Cookie?)]
  ) {
    self.places = places
    var items = places.count == all.count ? all : places.map { all[$0] }
    for (place, before) in altered {
      items[place].before = before
      items[place].sealedBefore = nil
    }
    self.items = items
    keys = places.count == all.count ? allKeys : KeyTable(items.map { $0.key })
  }

  /// What the driver is to do.
  var changes: [StoreChange] {
    items.indices.map { place in
      items[place].after.map(StoreChange.put) ?? .remove(items[place].key)
    }
  }
}
