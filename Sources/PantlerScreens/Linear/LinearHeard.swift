import ScreenKit
import StoreModel

/// What was in front when something was said, so that only what is new is told.
struct LinearHeard: Equatable, Sendable {
  /// What lies in front: which box it is, and the words of its lines.
  struct Front: Equatable, Sendable {
    var identity = ""
    var lines: [String] = []
  }

  /// Where a person is, and by which rules the rows are chosen and ordered.
  struct Place: Equatable, Sendable {
    var kind = LinearList.Kind.rows
    var view = ViewKind.sites
    var scope = Scope.everything
    var site: String?
    var filter = ""
    var order = ""
    var unfolded: Set<RowID> = []
  }

  var front = Front()
  var depth = 0
  var place = Place()
  var prompt: Prompt.Kind?
  var complaint: Prompt.Complaint?
  var completions: [String] = []
  var notice: Notice?
  var markCount = 0
  var selected: LinearList.Target?

  /// Nothing was said yet.
  init() {}

  init(_ state: BrowserState) {
    front = Self.front(state)
    depth = state.overlays.count
    place = Self.place(state)
    prompt = state.prompt?.kind
    complaint = state.prompt?.complaint
    completions = state.prompt?.completions ?? []
    notice = state.notice
    markCount = state.marks.count
    selected = Self.selected(state)
  }

  private static func place(_ state: BrowserState) -> Place {
    let isLog = state.view == .log || state.focus == .log
    let filter = isLog ? state.log.filter : state.filter
    let order =
      isLog
      ? "\(state.log.level) \(state.log.foldsRepeats) \(state.log.clearedBefore) \(state.log.isPaused)"
      : "\(state.sorting) \(state.looks.onlyIssues) \(state.looks.treeViews.contains(state.view))"
        + " \(state.looks.hiddenColumns.count)"
    var aside = state
    aside.overlays = []
    return Place(
      kind: LinearList(aside, makesLines: false).kind, view: state.view, scope: state.scope,
      site: state.site, filter: filter.isOn ? filter.text : "", order: order,
      unfolded: state.unfolded)
  }

  private static func selected(_ state: BrowserState) -> LinearList.Target? {
    if state.focus == .sources {
      return state.sources.viewport.selected.flatMap { position in
        state.sourceNodes.indices.contains(position)
          ? .scope(state.sourceNodes[position].scope(in: state)) : nil
      }
    }
    if state.view == .log || state.focus == .log {
      return state.log.viewport.selected.flatMap { state.log.rows[$0] }.map { .event($0.first) }
    }
    return state.selectedRow.flatMap { state.rowID($0) }.map { .row($0) }
  }

  private static func front(_ state: BrowserState) -> Front {
    let lines: () -> [String] = { LinearList(state).lines }
    switch state.overlays.last {
    case nil: return Front()
    case .planning(let planning): return Front(identity: "planning \(planning.token)")
    case .review(let review):
      return Front(
        identity: "review \(review.arming.token) \(review.showsList) \(review.acceptCount) "
          + "\(review.gone.count) \(review.changed.count)")
    case .sync(let review):
      return Front(identity: "sync \(review.arming.token) \(review.isStale)", lines: lines())
    case .menu(let menu): return Front(identity: "menu \(menu.title)", lines: lines())
    case .help(let page): return Front(identity: "help \(page.lines.count)")
    case .page(let page): return Front(identity: "page \(page.title)")
    case .explain(let page):
      return Front(
        identity: "why \(page.token) \(state.looks.isUnmasked) \(page.answer != nil)")
    case .form(let form):
      return Front(
        identity: "form \(form.store) \(form.original == nil)", lines: lines() + form.complaints)
    case .question(let question): return Front(identity: "question \(question.arming.token)")
    }
  }
}
