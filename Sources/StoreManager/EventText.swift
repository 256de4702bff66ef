import CookieCore
import StoreModel

/// The sentences that the manager puts into the log.
enum EventText {
  static func synced(_ result: PlanResult) -> String {
    let done = zip(result.plan.items, result.outcomes).filter { $0.1 == .done }.map(\.0)
    let removed = done.count(where: \.isRemoval)
    let added = done.count(where: \.isAddition)
    let changed = done.count - removed - added
    return "\(added) added, \(changed) changed, \(removed) removed"
  }

  static let engineDied =
    "its engine died, so what it holds is unknown; :restart starts it again"

  static func removed(_ items: [WebsiteDataItem]) -> String {
    "Website data deleted: " + list(items)
  }

  static func restored(_ items: [WebsiteDataItem]) -> String {
    "Website data put back: " + list(items)
  }

  static func leftovers(_ count: Int) -> String {
    "\(count) temporary \(count == 1 ? "file" : "files") of a run that was killed removed."
  }

  static func disturbed(_ count: Int) -> String {
    "While website data was deleted, another program changed \(count) other files of the profile."
  }

  private static func list(_ items: [WebsiteDataItem]) -> String {
    guard !items.isEmpty else { return "nothing" }
    let types = Set(items.map(\.type.rawValue)).sorted().joined(separator: ", ")
    let sites = Set(items.map(\.site.name))
    let names = sites.count > 3 ? "\(sites.count) sites" : sites.sorted().joined(separator: ", ")
    return "\(types) of \(names)"
  }

  static func fight(_ key: CookieKey) -> String {
    "Two programs keep writing the cookie \(key.name.text) against each other. "
      + "It is left alone for a while."
  }

  static func cutOff(_ web: StoreID, _ shared: StoreID) -> String {
    "What \(web) and \(shared) had at the last sync was cut off. They were united, and nothing was deleted."
  }

  /// Who may have set a removed cookie again.
  ///
  /// - Parameter view: the web view that the engine named; nil when it named none.
  static func returned(view: String?, holders: [ProcessReference]) -> String {
    if let view { return "It was set again by the view \(view)." }
    guard !holders.isEmpty else {
      return "It was set again in the file; no process has the file open now."
    }
    let names = holders.map { holder in
      let pages = holder.companions
      let owner = holder.owner ?? holder.name
      return "\(owner) (pid \(holder.id))\(pages.isEmpty ? "" : " " + pages)"
    }
    return "It was set again; the file is open in \(names.joined(separator: ", "))."
  }

  static func observed(_ change: ObservedChange) -> String {
    change.count == 1
      ? "Observer: change \(change.sequence)."
      : "Observer: changes \(change.sequence - UInt64(change.count) + 1) to \(change.sequence) together."
  }

  static let readable = "The store can be read again."

  static let damaged =
    "The file is damaged: what is gone from it may be there and unreadable. It is not written."

  static let missed = "A change was found by the slow poll alone; its hint never came."

  static func limited(setting: String) -> String {
    "The system limit on file watches (\(setting)) is used up; the store is checked by polling."
  }
}
