import CookieCore
import StoreModel

/// The cookies of a table, and what else there is to say about its rows.
struct LibsoupFindings {
  private struct Entry {
    var id: Int64
    /// The expiry as it is stored.
    var expiry: Int64?
    /// The place of the row's cookie; nil for a row without a host.
    var place: Int?
  }

  /// The cookies, in the order of the rows.
  private(set) var cookies: [Cookie] = []
  private var entries: [Entry] = []

  /// How many rows have no host.
  var unreadCount: Int { entries.count - cookies.count }

  /// The row ids of the cookies.
  var ids: [Int64] { entries.compactMap { $0.place == nil ? nil : $0.id } }

  /// Takes the next row.
  mutating func add(id: Int64, cookie: Cookie?, expiry: Int64?) {
    entries.append(Entry(id: id, expiry: expiry, place: cookie.map { _ in cookies.count }))
    if let cookie { cookies.append(cookie) }
  }

  /// Puts rows in order that were read from both ends.
  mutating func sort() {
    entries.sort { $0.id < $1.id }
    cookies = entries.compactMap { $0.place.map { cookies[$0] } }
    var count = 0
    for index in entries.indices where entries[index].place != nil {
      entries[index].place = count
      count += 1
    }
  }

  /// Says what a person should know.
  func describe(hasSameSite: Bool, _ digests: CookieDigests, in notes: inout NoticeList) {
    if !hasSameSite {
      notes.add(.information, "The table is older than SameSite; libsoup adds the column itself.")
    }
    let mayRepeat = digests.mayRepeatKeys(of: cookies)
    var last: [CookieKey: Int64] = [:]
    if mayRepeat { last.reserveCapacity(entries.count) }
    var wrapped = 0
    for entry in entries {
      guard let place = entry.place else {
        notes.add(.warning, "Row \(entry.id) has no host; it is kept and not shown.")
        continue
      }
      if mayRepeat, let earlier = last.updateValue(entry.id, forKey: cookies[place].key) {
        notes.add(
          .warning, "Row \(earlier) gives way to row \(entry.id), which is the same cookie.")
      }
      guard let expiry = entry.expiry else {
        notes.add(.warning, "Row \(entry.id) has no expiry, which libsoup never writes.")
        continue
      }
      if expiry < 0 { wrapped += 1 }
    }
    if wrapped > 0 {
      let count = "An expiry after 2038 is stored as a negative number in \(wrapped) of the rows"
      notes.add(.information, "\(count); libsoup does so, and the time is shown as it was meant.")
    }
  }
}
