import StoreModel

/// One line of the log: an event, or several that repeat each other.
struct LogRow: Equatable, Sendable {
  /// The number of the newest event of the line.
  var number: UInt64
  /// The number of the first one.
  var first: UInt64
  /// How many there are.
  var count: Int
}

/// The lines of the log that the filter lets through, oldest first.
///
/// Lines are counted from the beginning of the log, so that a place stays the same when old ones go.
struct LogRows: Equatable, Sendable {
  /// The lines, with some that went in front of them.
  private(set) var storage: [LogRow] = []
  private var start = 0
  /// The number of lines that went.
  private(set) var gone = 0

  var count: Int { storage.count - start }

  /// The line at a position, or nil.
  subscript(position: Int) -> LogRow? {
    position >= 0 && position < count ? storage[start + position] : nil
  }

  var last: LogRow? { count > 0 ? storage[storage.count - 1] : nil }

  mutating func append(_ row: LogRow) { storage.append(row) }

  /// Adds one more to the newest line.
  mutating func repeatLast(number: UInt64) {
    guard count > 0 else { return }
    storage[storage.count - 1].number = number
    storage[storage.count - 1].count += 1
  }

  /// Takes lines away whose events are all older than a number, and says how many went.
  mutating func removeLines(before number: UInt64) -> Int {
    var removed = 0
    while start < storage.count, storage[start].number < number {
      start += 1
      removed += 1
    }
    gone += removed
    // Moved together only now and then, so that each line costs the same on average.
    if start > 1024, start > storage.count / 2 {
      storage.removeFirst(start)
      start = 0
    }
    return removed
  }

  static func == (left: LogRows, right: LogRows) -> Bool {
    left.count == right.count && left.storage[left.start...] == right.storage[right.start...]
  }
}
