import CookieCore
import StoreFormats
import StoreModel

/// Copies a database and decodes it.
struct ContentReader: Sendable {
  private let copies: TemporaryCopies
  private let databases = DatabaseReader(
    budget: RetryBudget(attempts: 10), byteLimit: 256 << 20)

  init(copies: TemporaryCopies) {
    self.copies = copies
  }

  /// Copies a database and decodes it.
  func decode<Value>(
    _ path: String, _ decode: (DatabaseImage, String) throws(DecodingFailure) -> Value
  ) throws(StoreFailure) -> Value {
    let content = try databases.read(path)
    let directory = copies.directory
    if !content.isMainFileOnly {
      try reportingFailures(of: directory) { () throws(SystemFailure) in
        try PrivateDirectory.create(directory)
      }
    }
    do throws(DecodingFailure) {
      return try decode(content.image, directory)
    } catch {
      throw error.storeFailure(path: path)
    }
  }
}

// MARK: What is in databases of single sites, of which there may be thousands.

extension WebsiteDataScanner {
  /// A database that is looked into when everything has its owner.
  struct Pending: Sendable {
    enum Kind: Sendable {
      case localStorage, indexedDB
    }

    var kind: Kind
    var path: String
  }

  /// What was found in it.
  private struct Content: Sendable {
    var name: String?
    var count: Int?
    var parts: [WebsiteDataItem.Part]?
    var failure: StoreFailure?
  }

  /// As many databases are read before what is known is told.
  private static let batchSize = 512

  /// Looks into the databases, owner by owner, and tells each owner's items when they are whole.
  mutating func readContents() {
    sortItems()
    var start = 0
    while start < listing.items.count {
      var end = start
      var waiting: [Int] = []
      while end < listing.items.count, waiting.count < Self.batchSize || isSameOwner(end) {
        if pending[end] != nil { waiting.append(end) }
        end += 1
      }
      guard !report.isStopped else {
        listing.isComplete = false
        return
      }
      if !waiting.isEmpty {
        read(waiting)
        // What was read may have told names, by which items are in order too.
        let items = Array(listing.items[start..<end])
        listing.items.replaceSubrange(start..<end, with: Self.order(of: items).map { items[$0] })
      }
      report.finish(
        listing.items[start..<end], roots: listing.roots, fileCount: tree.nodes.count)
      start = end
    }
  }

  private func isSameOwner(_ index: Int) -> Bool {
    index > 0 && listing.items[index].owner == listing.items[index - 1].owner
  }

  /// Brings the items of an owner together.
  private mutating func sortItems() {
    let order = Self.order(of: listing.items)
    let before = (listing.items, pending)
    listing.items = order.map { before.0[$0] }
    pending = [:]
    for (new, old) in order.enumerated() {
      if let found = before.1[old] { pending[new] = found }
    }
  }

  private struct Order: Comparable {
    var texts: [String]

    static func < (left: Order, right: Order) -> Bool {
      left.texts.lexicographicallyPrecedes(right.texts)
    }
  }

  /// The positions of items in the order in which they are told.
  private static func order(of items: [WebsiteDataItem]) -> [Int] {
    let keys = items.map(order)
    return keys.indices.sorted { keys[$0] < keys[$1] }
  }

  private static func order(_ item: WebsiteDataItem) -> Order {
    Order(texts: [
      item.site.name, item.topSite?.name ?? "", item.type.rawValue, item.origin ?? item.host,
      item.name ?? "", item.place.folders.first ?? item.place.files.first ?? "",
    ])
  }

  private mutating func read(_ items: [Int]) {
    let meant = items.compactMap { pending[$0] }
    let reader = reader
    let found = OwnThread.pieces(of: meant.count, size: 16) { range in
      range.map { Self.content(of: meant[$0], reader) }
    }.flatMap { $0 }
    for (index, content) in zip(items, found) {
      listing.items[index].count = content.count ?? listing.items[index].count
      listing.items[index].name = content.name ?? listing.items[index].name
      listing.items[index].parts = content.parts
      guard let failure = content.failure else { continue }
      listing.problems.append(failure)
      if pending[index]?.kind == .indexedDB {
        listing.items[index].doubt = listing.items[index].doubt ?? .unreadable
      }
    }
  }

  private static func content(of pending: Pending, _ reader: ContentReader) -> Content {
    do throws(StoreFailure) {
      switch pending.kind {
      case .localStorage:
        let count = try reader.decode(pending.path) { (image, directory) throws(DecodingFailure) in
          try LocalStorageDatabase.keyCount(of: image, scratchDirectory: directory)
        }
        return Content(count: count)
      case .indexedDB:
        let database = try reader.decode(pending.path) {
          (image, directory) throws(DecodingFailure) in
          try IndexedDBDatabase(decoding: image, scratchDirectory: directory)
        }
        return Content(
          name: database.name,
          parts: database.objectStores.map { .init(name: $0.name, count: $0.recordCount) })
      }
    } catch {
      return Content(failure: error)
    }
  }
}
