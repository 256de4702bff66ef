import StoreModel

/// Gathers notices up to a limit, so that a hostile file cannot fill the memory with complaints.
struct NoticeList {
  private(set) var notices: [StoreNotice] = []
  private(set) var hasDamage = false
  private let limit: Int

  /// Begins an empty list.
  init(limit: Int = 200) {
    self.limit = limit
  }

  /// Adds a notice of any level.
  mutating func add(
    _ level: StoreNotice.Level, _ message: @autoclosure () -> String, at offset: Int? = nil,
    line: Int? = nil
  ) {
    if level == .damage { hasDamage = true }
    if notices.count < limit {
      notices.append(StoreNotice(level: level, message: message(), offset: offset, line: line))
    } else if notices.count == limit {
      notices.append(StoreNotice(level: .warning, message: "Further notices are left out."))
    }
  }

  /// Adds a notice of damage.
  mutating func damage(_ message: @autoclosure () -> String, at offset: Int?) {
    add(.damage, message(), at: offset)
  }
}
