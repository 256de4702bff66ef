import StoreFormats
import StoreModel

/// Reads what is in single items of website data; blocks.
struct DataEntryReader {
  let access: StoreAccess
  /// Whether the values of keys are wanted.
  let withValues: Bool

  /// The keys of local storage or the files in caches; nothing for other types.
  func entries(of item: WebsiteDataItem) throws(StoreFailure) -> [WebsiteDataEntry] {
    switch item.type {
    case .localStorage: try keys(of: item)
    case .fetchCache: files(of: item)
    default: []
    }
  }

  private func keys(of item: WebsiteDataItem) throws(StoreFailure) -> [WebsiteDataEntry] {
    let inFolder = item.place.folders.first.map { FilePath.join($0, "localstorage.sqlite3") }
    guard
      let path = inFolder ?? item.place.files.first(where: { $0.hasSuffix(".localstorage") })
    else { return [] }
    let found = try ContentReader(copies: access.copies).decode(path) {
      (image, directory) throws(DecodingFailure) in
      try LocalStorageDatabase(
        decoding: image, scratchDirectory: directory, withValues: withValues)
    }
    return found.entries.map {
      WebsiteDataEntry(key: $0.key, byteCount: $0.valueByteCount, value: $0.value)
    }
  }

  private func files(of item: WebsiteDataItem) -> [WebsiteDataEntry] {
    let small = FileReader(budget: RetryBudget(attempts: 1))
    var found: [WebsiteDataEntry] = []
    for folder in item.place.folders {
      let list = small.beginning(of: FilePath.join(folder, "cacheslist"), count: 1 << 20)
        .flatMap { try? CacheList(decoding: $0) }
      let names = Dictionary(
        (list?.caches ?? []).map { ($0.uniqueName, $0.name) }, uniquingKeysWith: { $1 })
      let tree = ScannedTree(below: [folder])
      for root in tree.roots {
        for node in tree.descendants(of: root) where tree.nodes[node].kind == .regular {
          guard let bytes = small.beginning(of: tree.path(of: node), count: 1 << 14),
            let entry = try? CacheStorageEntry(decoding: bytes)
          else { continue }
          found.append(
            WebsiteDataEntry(
              group: names[entry.cache] ?? entry.cache, key: entry.url,
              byteCount: entry.bodySize))
        }
      }
    }
    return found.sorted { ($0.group ?? "", $0.key) < ($1.group ?? "", $1.key) }
  }
}
