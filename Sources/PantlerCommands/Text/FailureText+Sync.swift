import StoreModel

extension FailureText {
  /// That nobody knows which stores a pair is about.
  static func damagedPair(_ path: String) -> String {
    "\(shown(path)): it is damaged, so what a synced pair had at its last sync is not known, nor which "
      + "two stores these are. “pantler sync A B --forget” with the two removes it."
  }

  /// That nobody knows what a pair had at its last sync.
  static func cutOff(_ web: StoreID, _ shared: StoreID) -> String {
    "\(shown(web.rawValue)) and \(shown(shared.rawValue)): what both had at the last sync was cut off, by a "
      + "crash or a full disk. The next sync deletes nothing and carries what only one of them has."
  }

  /// Why two stores were not brought together; nothing was changed in either.
  static func text(for obstacle: SyncObstacle) -> String {
    switch obstacle {
    case .unreadable(_, let failure): text(for: failure)
    case .emptied(let store, let count):
      "\(shown(store.rawValue)): it is empty, although it held \(amount(count, "cookie")) at the last "
        + "sync. That is unknown, not deleted, so nothing was changed. If it was emptied on purpose, "
        + "empty the other store too with “pantler rm”, or unite both again with --anew."
    case .damaged(let store):
      "\(shown(store.rawValue)): it is damaged, so some of its cookies may be missing, and nothing "
        + "was changed. Restore it from a copy first."
    case .halfWritten(let store, let count, .line(let line)):
      "\(shown(store.rawValue)): line \(line) is no cookie, and \(amount(count, "cookie")) of the last "
        + "sync \(count == 1 ? "is" : "are") missing; the file may be half written. Nothing was changed. "
        + "Mend or remove the line, then sync again."
    case .halfWritten(let store, let count, .open(let holders)):
      "\(shown(store.rawValue)): \(holders.map { process($0) }.joined(separator: ", ")) has it open, and "
        + "\(amount(count, "cookie")) of the last sync \(count == 1 ? "is" : "are") missing; it may be half "
        + "written. Nothing was changed. Sync again when the program is done."
    }
  }
}
