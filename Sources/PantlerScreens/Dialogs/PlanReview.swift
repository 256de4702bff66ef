import CookieCore
import ScreenKit
import StoreModel

/// A plan that asks to be approved.
///
/// The plan is frozen by identity when the box opens. What changes meanwhile is noted here: a changed value
/// takes the item out until it is approved again, and what is gone stays out.
package struct PlanReview: Equatable, Sendable {
  /// The buttons, from left to right.
  enum Button: CaseIterable, Sendable { case cancel, viewList, exportFirst, accept }

  /// The plan with its counts.
  package var proposal: PlanProposal
  /// Whether keys are taken yet.
  var arming: Arming
  /// The button that Enter presses.
  var focus = Button.cancel
  /// Positions of items whose value changed since the box opened.
  var changed: Set<Int> = []
  /// Positions of items that are gone since the box opened.
  var gone: Set<Int> = []
  /// How many were marked and went before the box opened.
  var lostBefore = 0
  /// What was typed of the count.
  var typed = ""
  /// Whether the items are listed in place of the summary.
  var showsList = false
  /// The place in that list.
  var viewport = ListViewport()
  /// The part of the summary that is on the screen.
  var text = ListViewport()
  /// Whether the end of the summary was on the screen.
  var isRead = false
  /// Whether files are written although a program has them open.
  var force = false

  init(_ proposal: PlanProposal, arming: Arming, lostBefore: Int = 0) {
    self.proposal = proposal
    self.arming = arming
    self.lostBefore = lostBefore
    viewport = ListViewport(count: proposal.plan.itemCount)
  }

  /// The plan as asked for.
  var plan: Plan { proposal.plan }

  /// How many items would be changed now.
  var acceptCount: Int { plan.itemCount - changed.union(gone).count }

  /// How many of them are cookies.
  var cookieCount: Int { plan.items.count - changed.union(gone).count }

  /// What would be applied: the plan without what changed or went.
  var approvedPlan: Plan {
    guard !changed.isEmpty || !gone.isEmpty else { return plan }
    var plan = plan
    let out = changed.union(gone)
    plan.items = plan.items.enumerated().filter { !out.contains($0.offset) }.map(\.element)
    return plan
  }

  /// Whether the count must be typed, and was not.
  var lacksCount: Bool { proposal.level == .typedCount && typed != String(acceptCount) }

  /// The file that the cookies come from; nil unless they are imported.
  var importedFile: String? {
    guard case .importing(let path, _) = proposal.request else { return nil }
    return path
  }

  /// The verb of the accepting button.
  var verb: String {
    switch plan.kind {
    case .removal: "Delete"
    case .sync: "Apply"
    case .edit: plan.items.contains { $0.isRemoval } ? "Replace" : "Save"
    case .import: "Import"
    case .undo: "Undo"
    }
  }

  /// What the accepting button says.
  var acceptTitle: String { "\(verb) \(acceptCount)" }

  /// Compares the items of one store with its newest snapshot.
  ///
  /// A change of anything but the value is taken over: the item is the same cookie, only its facts moved.
  mutating func compare(with contents: StoreContents, in store: StoreID) {
    for index in proposal.plan.items.indices where proposal.plan.items[index].store == store {
      guard let before = proposal.plan.items[index].before else { continue }
      guard let position = contents.position(of: before.key) else {
        gone.insert(index)
        continue
      }
      gone.remove(index)
      let now = contents.cookies[position]
      guard now != before else { continue }
      if now.value == before.value, now.encryptedValue == before.encryptedValue {
        proposal.plan.items[index].before = now
      } else {
        changed.insert(index)
        latest[index] = now
      }
    }
  }

  /// Takes what changed into the plan again, as it is now.
  mutating func approveChanged() {
    for index in changed {
      if let cookie = latest[index] { proposal.plan.items[index].before = cookie }
    }
    changed = []
    latest = [:]
    typed = ""
  }

  private var latest: [Int: Cookie] = [:]
}
