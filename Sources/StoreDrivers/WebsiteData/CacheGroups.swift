import CookieCore
import StoreFormats
import StoreModel

/// The files of a version of WebKit's HTTP cache by whose they are.
struct CacheGroups {
  /// Whose the files of a group are.
  struct Key: Hashable {
    /// Nil for files of which nothing is known.
    var origin: WebOrigin?
    /// The registrable domain of the top page; empty on GTK and WPE.
    var partition: String
  }

  /// What was counted in a group.
  private struct Sums {
    var files = 0
    var resources = 0
    var contentBytes = 0
    var modified: Timestamp?
  }

  /// Whether newer versions of the engine would delete the files.
  let isOld: Bool
  private var positions: [Key: Int] = [:]
  private var keys: [Key] = []
  /// For each group what is listed of it, up to what is counted.
  private var plainItems: [WebsiteDataItem] = []
  private var sums: [Sums] = []
  private var files: [(node: Int, group: Int)] = []

  init(isOld: Bool) { self.isOld = isOld }

  /// The position of a group, which is made when it is new.
  mutating func position(of key: Key, item: (_ isOld: Bool) -> WebsiteDataItem) -> Int {
    if let position = positions[key] { return position }
    plainItems.append(item(isOld))
    keys.append(key)
    sums.append(Sums())
    positions[key] = keys.count - 1
    return keys.count - 1
  }

  /// Adds a record with what its head says, or another file.
  mutating func add(_ file: Int, to position: Int, _ head: RecordHeads.Head? = nil) {
    files.append((file, position))
    sums[position].files += 1
    guard let head else { return }
    sums[position].modified = sums[position].modified.map { max($0, head.time) } ?? head.time
    guard let bytes = head.byteCount else { return }
    sums[position].resources += 1
    sums[position].contentBytes += bytes
  }

  /// What is listed of the groups that have files, without their places.
  var items: [WebsiteDataItem] {
    keys.indices.filter { sums[$0].files > 0 }.map(item)
  }

  /// What is listed of the groups that have files, and those, in an order that does not change from run to run.
  var itemsWithFiles: [(item: WebsiteDataItem, files: [Int])] {
    var members = sums.map { sum in
      var files: [Int] = []
      files.reserveCapacity(sum.files)
      return files
    }
    for file in files { members[file.group].append(file.node) }
    let names = keys.map { ($0.origin?.string ?? "", $0.partition) }
    return keys.indices.filter { sums[$0].files > 0 }.sorted { names[$0] < names[$1] }
      .map { (item($0), members[$0]) }
  }

  private func item(_ position: Int) -> WebsiteDataItem {
    var item = plainItems[position]
    item.count = sums[position].resources
    item.contentBytes = sums[position].contentBytes
    item.modified = sums[position].modified
    return item
  }
}
