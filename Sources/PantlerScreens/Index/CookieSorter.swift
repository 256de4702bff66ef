import CookieCore

/// Sorts the cookies of a catalog.
struct CookieSorter {
  let request: CatalogRequest
  let sites: [SiteSummary]

  func order(by sorting: Sorting) -> [CookieReference] {
    let base = baseOrder(isDescending: sorting.isDescending && sorting.key == .site)
    switch sorting.key {
    case .site, .cookies: return base
    case .name: return byText(base, sorting.isDescending, \.name)
    case .host: return byText(base, sorting.isDescending, \.domain)
    case .path: return byText(base, sorting.isDescending, \.path)
    case .store: return byStore(base, sorting.isDescending)
    case .size: return byNumber(base, sorting.isDescending) { Int64($0.nameAndValueCount) }
    case .expires: return byNumber(base, sorting.isDescending) { $0.expiryTime?.microseconds }
    case .created: return byNumber(base, sorting.isDescending) { $0.creationTime?.microseconds }
    case .used: return byNumber(base, sorting.isDescending) { $0.lastAccessTime?.microseconds }
    }
  }

  /// Site by site, store by store, in order of identity: no comparison is needed.
  private func baseOrder(isDescending: Bool) -> [CookieReference] {
    var contents: [Int32: StoreContents] = [:]
    for part in request.parts { contents[part.slot] = part.contents }
    var result: [CookieReference] = []
    result.reserveCapacity(request.cookieCount)
    for position in sites.indices {
      let summary = sites[isDescending ? sites.count - 1 - position : position]
      for member in summary.members {
        guard let store = contents[member.slot] else { continue }
        for index in store.cookies(ofSite: Int(member.site)) {
          result.append(CookieReference(slot: member.slot, index: index))
        }
      }
    }
    return result
  }

  private func byStore(_ base: [CookieReference], _ isDescending: Bool) -> [CookieReference] {
    let groups = Dictionary(grouping: base, by: \.slot)
    let slots = groups.keys.sorted(by: isDescending ? { $0 > $1 } : { $0 < $1 })
    return slots.flatMap { groups[$0] ?? [] }
  }

  private func byNumber(
    _ base: [CookieReference], _ isDescending: Bool, _ number: (Cookie) -> Int64?
  ) -> [CookieReference] {
    let keyed = keyed(base) { SortNumber(number($0), isDescending: isDescending) }
    return keyed.sorted {
      $0.key == $1.key ? $0.position < $1.position : $0.key < $1.key
    }.map { base[Int($0.position)] }
  }

  private func byText(
    _ base: [CookieReference], _ isDescending: Bool, _ text: (Cookie) -> CookieText
  ) -> [CookieReference] {
    let keyed = keyed(base) { SortText(text($0)) }
    return keyed.sorted {
      if $0.key == $1.key { return $0.position < $1.position }
      return isDescending ? $1.key < $0.key : $0.key < $1.key
    }.map { base[Int($0.position)] }
  }

  private func keyed<Key>(
    _ base: [CookieReference], _ key: (Cookie) -> Key
  ) -> [(key: Key, position: Int32)] {
    var cookies: [Int32: [Cookie]] = [:]
    for part in request.parts { cookies[part.slot] = part.contents.cookies }
    var result: [(key: Key, position: Int32)] = []
    result.reserveCapacity(base.count)
    var slot: Int32 = -1
    var current: [Cookie] = []
    for (position, reference) in base.enumerated() {
      if reference.slot != slot {
        slot = reference.slot
        current = cookies[slot] ?? []
      }
      result.append((key(current[Int(reference.index)]), Int32(truncatingIfNeeded: position)))
    }
    return result
  }
}

/// A text to sort by, with its first eight bytes as a number, which decides most comparisons.
struct SortText: Comparable {
  let beginning: UInt64
  let text: CookieText

  init(_ text: CookieText) {
    self.text = text
    var beginning: UInt64 = 0
    var count = 0
    for byte in text.text.utf8.prefix(8) {
      beginning = beginning << 8 | UInt64(byte)
      count += 1
    }
    self.beginning = count == 0 ? 0 : beginning << UInt64(8 * (8 - count))
  }

  static func < (left: SortText, right: SortText) -> Bool {
    left.beginning == right.beginning ? left.text < right.text : left.beginning < right.beginning
  }
}
