import CookieCore

/// Finds a cookie of a snapshot by its identity in constant time.
///
/// An open-addressing table of positions, so that a million cookies cost eight bytes each.
struct KeyIndex: Equatable, Sendable {
  private var table: [Int32]
  private let mask: Int

  /// Enters every cookie.
  init(_ cookies: [Cookie]) {
    var capacity = 16
    while capacity < cookies.count * 2 { capacity *= 2 }
    table = Array(repeating: -1, count: capacity)
    mask = capacity - 1
    for index in cookies.indices {
      var slot = Self.hash(cookies[index].name, cookies[index].domain, cookies[index].path) & mask
      while table[slot] >= 0 { slot = (slot + 1) & mask }
      table[slot] = Int32(truncatingIfNeeded: index)
    }
  }

  /// Returns the position of the cookie with an identity, or nil.
  func position(of key: CookieKey, in cookies: [Cookie]) -> Int? {
    var slot = Self.hash(key.name, key.domain, key.path) & mask
    while table[slot] >= 0 {
      let index = Int(table[slot])
      if cookies[index].key == key { return index }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private static func hash(_ name: CookieText, _ domain: CookieText, _ path: CookieText) -> Int {
    // FNV-1a over the three texts; only positions are derived from it, so no seed is needed.
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [name, domain, path] {
      for byte in text.text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
      state = (state ^ 0x1f) &* 0x100_0000_01b3
    }
    return Int(truncatingIfNeeded: state ^ (state >> 29)) & .max
  }
}
