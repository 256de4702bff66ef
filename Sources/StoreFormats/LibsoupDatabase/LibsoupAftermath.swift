import CookieCore
import StoreModel

/// What a database should hold after a change that only removed cookies.
///
/// The pages were compared with those before the change, so a file that holds these very pages needs no decoding.
package struct LibsoupAftermath {
  private let pages: DatabasePages
  private let cookies: [Cookie]

  /// Says what is left; nil when more than removals changed the cookies, or when there was more to say of them.
  init?(
    pages: DatabasePages, of changes: [StoreChange], _ outcomes: [AppliedChanges.Outcome],
    before: LibsoupDatabase
  ) {
    guard before.notices.isEmpty, !before.isDamaged else { return nil }
    var removed: [CookieKey] = []
    removed.reserveCapacity(changes.count)
    for (change, outcome) in zip(changes, outcomes) {
      guard case .remove(let key) = change else { return nil }
      if outcome == .done { removed.append(key) }
    }
    self.pages = pages
    let table = KeyTable(removed)
    var left: [Cookie] = []
    left.reserveCapacity(before.cookies.count)
    let all = before.cookies
    for index in all.indices where table.place(ofCookieAt: index, in: all) == nil {
      left.append(all[index])
    }
    cookies = left
  }

  /// The jar in a file that was read back; nil when the file holds anything else.
  package func jar(in file: [UInt8]) -> LibsoupDatabase? {
    guard pages.areHeld(in: file, countersAside: true) else { return nil }
    return LibsoupDatabase(knownBytes: file, cookies: cookies)
  }
}
