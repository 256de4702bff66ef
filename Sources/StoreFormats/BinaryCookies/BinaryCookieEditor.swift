import CookieCore
import StoreModel

/// Applies changes to the records of a file.
struct BinaryCookieEditor {
  private(set) var cookies: [Cookie]
  private(set) var layout: BinaryCookies.Layout
  private(set) var hasChanged = false
  private let document: BinaryCookies
  /// The records by which cookies are put back.
  private let earlier: [CookieKey: [UInt8]]

  /// Begins with the present state of a document.
  ///
  /// - Parameter earlier: the records by which cookies are put back; each says what is put under its identity.
  init(document: BinaryCookies, earlier: [CookieKey: [UInt8]] = [:]) {
    self.document = document
    self.earlier = earlier
    cookies = document.cookies
    layout = document.layout
  }

  /// Makes the changes in their order and returns one outcome for each.
  mutating func run(_ changes: [StoreChange]) -> [AppliedChanges.Outcome] {
    var ledger = ChangeLedger(changes: changes, cookies: cookies)
    let outcomes = changes.map { change in
      ledger.apply(change) { cookie, present in
        // What stood in the file can stand there.
        guard earlier[cookie.key] == nil else { return nil }
        return BinaryCookieRecord.obstacle(
          to: cookie, replacesSession: present.map { $0.expiryTime == nil } ?? false)
      }
    }
    rebuild(ledger)
    return outcomes
  }

  private mutating func rebuild(_ ledger: ChangeLedger) {
    var newCookies: [Cookie] = []
    var newLayout = layout
    newLayout.records = []
    newLayout.pages = []
    newCookies.reserveCapacity(cookies.count)
    newLayout.records.reserveCapacity(cookies.count)
    var index = 0
    for page in layout.pages {
      var newPage = page
      for position in index..<index + page.recordCount {
        step(ledger, position, &newPage, &newCookies, &newLayout.records)
      }
      index += page.recordCount
      // A page that a change left empty goes away; one that was empty before stays.
      if newPage.recordCount > 0 || page.recordCount == 0 { newLayout.pages.append(newPage) }
    }
    let additions = ledger.additions.map { cookie in
      earlier[cookie.key] == nil ? BinaryCookieRecord.representable(cookie) : cookie
    }
    cookies = newCookies
    layout = newLayout
    append(additions)
    if hasChanged { layout.needsWriting = true }
  }

  private mutating func step(
    _ ledger: ChangeLedger, _ position: Int, _ page: inout BinaryCookies.Page,
    _ newCookies: inout [Cookie], _ newRecords: inout [BinaryCookies.RecordBytes]
  ) {
    let old = cookies[position]
    switch ledger.fate(of: position) {
    case .keep: break
    case .remove:
      page.source = nil
      page.recordCount -= 1
      hasChanged = true
      return
    case .replace(let cookie):
      if let record = earlier[cookie.key] {
        newCookies.append(cookie)
        newRecords.append(.made(record))
        page.source = nil
        hasChanged = true
        return
      }
      let new = BinaryCookieRecord.representable(cookie)
      guard new != old else { break }
      let bytes = document.withBytes(of: layout.records[position]) { Array($0) }
      let record = BinaryCookieRecord.bytes(of: new, replacing: (old, bytes))
      newCookies.append(BinaryCookieRecord.cookie(from: record) ?? new)
      newRecords.append(.made(record))
      page.source = nil
      hasChanged = true
      return
    }
    newCookies.append(old)
    newRecords.append(layout.records[position])
  }

  /// Puts new cookies at the end of their domain's page, or on new pages at the end of the file.
  private mutating func append(_ additions: [Cookie]) {
    guard !additions.isEmpty else { return }
    hasChanged = true
    var pageOfDomain: [StoredDomain: Int] = [:]
    var index = 0
    for (number, page) in layout.pages.enumerated() {
      for cookie in cookies[index..<index + page.recordCount] {
        let domain = StoredDomain(cookie)
        if pageOfDomain[domain] == nil { pageOfDomain[domain] = number }
      }
      index += page.recordCount
    }
    var added: [Int: [Cookie]] = [:]
    for cookie in additions {
      let next = layout.pages.count
      let number = pageOfDomain[StoredDomain(cookie), default: next]
      if number == next {
        layout.pages.append(BinaryCookies.Page(source: nil, recordCount: 0))
        pageOfDomain[StoredDomain(cookie)] = number
      }
      added[number, default: []].append(cookie)
    }
    merge(added)
  }

  private mutating func merge(_ added: [Int: [Cookie]]) {
    var newCookies: [Cookie] = []
    var newRecords: [BinaryCookies.RecordBytes] = []
    var index = 0
    for number in layout.pages.indices {
      let end = index + layout.pages[number].recordCount
      newCookies += cookies[index..<end]
      newRecords += layout.records[index..<end]
      index = end
      guard let more = added[number] else { continue }
      for cookie in more {
        let record =
          earlier[cookie.key] ?? BinaryCookieRecord.bytes(of: cookie, replacing: nil)
        newCookies.append(BinaryCookieRecord.cookie(from: record) ?? cookie)
        newRecords.append(.made(record))
      }
      layout.pages[number].source = nil
      layout.pages[number].recordCount += more.count
    }
    cookies = newCookies
    layout.records = newRecords
  }
}

/// The domain as a page groups by it: host-only and domain cookies of one host have pages of their own.
private struct StoredDomain: Hashable {
  let domain: CookieText
  let hostOnly: Bool

  init(_ cookie: Cookie) {
    domain = cookie.domain
    hostOnly = cookie.hostOnly
  }
}
