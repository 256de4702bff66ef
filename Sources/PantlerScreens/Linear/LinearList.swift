import CookieCore
import ScreenKit
import StoreModel

/// What is in front as a list of lines, some of which have numbers to choose them by.
struct LinearList {
  /// What a number stands for, so that it means the same although lines have moved.
  enum Target: Hashable, Sendable {
    case row(RowID)
    /// An event of the log, by the number of the first of its line.
    case event(UInt64)
    case scope(Scope)
    /// A line that does not move, by its position.
    case position(Int)
  }

  /// What the lines are.
  enum Kind: Hashable, Sendable {
    case rows, events, sources, details
    case plan, planItems, sync, menu, help, page, why, form, question, waiting

    /// Whether it waits for an answer by which something is changed or not.
    var isQuestion: Bool {
      switch self {
      case .plan, .planItems, .question, .sync: true
      default: false
      }
    }

    /// Whether an empty line is the answer that changes nothing; elsewhere it reads on.
    var cancelsByEmptyLine: Bool {
      switch self {
      case .plan, .question, .sync, .menu, .waiting: true
      case .rows, .events, .sources, .details, .planItems, .help, .page, .why, .form: false
      }
    }
  }

  let state: BrowserState
  let kind: Kind
  /// The lines of what has few, made beforehand.
  private var made: [(text: String, target: Target?)] = []
  private let row: LinearRow?

  /// Takes what is in front.
  ///
  /// - Parameter makesLines: false where only its kind is asked for.
  init(_ state: BrowserState, makesLines: Bool = true) {
    self.state = state
    kind = Self.kind(state)
    row = kind == .rows && makesLines ? LinearRow(state) : nil
    guard makesLines else { return }
    switch kind {
    case .sources: made = sources
    case .details: made = DetailText.lines(state).map { (LinearText.line($0), nil) }
    case .rows, .events: break
    default: made = overlayLines
    }
  }

  private static func kind(_ state: BrowserState) -> Kind {
    switch state.overlays.last {
    case .planning: return .waiting
    case .review(let review): return review.showsList ? .planItems : .plan
    case .sync: return .sync
    case .menu: return .menu
    case .help: return .help
    case .page: return .page
    case .explain: return .why
    case .form: return .form
    case .question: return .question
    case nil: break
    }
    switch state.focus {
    case .sources: return .sources
    case .details: return .details
    case .log: return .events
    case .list: return state.view == .log ? .events : .rows
    }
  }

  /// The number of lines.
  var count: Int {
    switch kind {
    case .rows: state.rows.count
    case .events: state.log.rows.count
    default: made.count
    }
  }

  /// The line at a position, without its number.
  func text(at position: Int) -> String {
    switch kind {
    case .rows: return row?.text(at: position) ?? ""
    case .events:
      guard let line = state.log.rows[count - 1 - position],
        let event = state.log.buffer[line.number]
      else { return "" }
      return LinearLog.text(event, count: line.count, state)
    default: return made.indices.contains(position) ? made[position].text : ""
    }
  }

  /// What the line at a position is; nil for one that cannot be chosen.
  func target(at position: Int) -> Target? {
    switch kind {
    case .rows: return state.rows[position].flatMap { state.rowID($0) }.map { .row($0) }
    case .events: return state.log.rows[count - 1 - position].map { .event($0.first) }
    default: return made.indices.contains(position) ? made[position].target : nil
    }
  }

  /// The number of the line at a position; nil for one that cannot be chosen.
  func number(at position: Int) -> Int? {
    guard kind != .rows, kind != .events else { return position + 1 }
    guard target(at: position) != nil else { return nil }
    return made[...position].count { $0.target != nil }
  }

  /// The position of the line with a number.
  func line(numbered number: Int) -> Int? {
    guard kind != .rows, kind != .events else {
      return (1...max(1, count)).contains(number) && count > 0 ? number - 1 : nil
    }
    return made.indices.first { self.number(at: $0) == number }
  }

  /// All lines of what has few.
  var lines: [String] { made.map(\.text) }

  /// The position in the state's own list of what was read out; nil when it is gone.
  func position(of target: Target) -> Int? {
    switch target {
    case .row(let id):
      return state.position(of: id)
    case .event(let first):
      return (0..<state.log.rows.count).first { state.log.rows[$0]?.first == first }
    case .scope(let scope):
      return state.sourceNodes.firstIndex { $0.scope(in: state) == scope }
    case .position(let position): return position
    }
  }

  private var sources: [(text: String, target: Target?)] {
    state.sourceNodes.map { node in
      let scope = node.scope(in: state)
      let current = !node.isRunning && scope == state.scope ? ", shown now" : ""
      let text: String
      switch node {
      case .everything:
        text = "All stores, " + AmountText.count(state.library.cookieCount, "cookie")
      case .app(let app, let slots):
        text = "App \(state.library[slots[0]].description.app.name), \(app.engine.rawValue)"
      case .pool(_, let id):
        let views = state.running.pool(id)?.views.count ?? 0
        text = "Pool \(id), " + AmountText.count(views, "web process", "web processes")
      case .webView(_, let pool, let id):
        let view = state.running.pool(pool)?.views.first { $0.id == id }
        text = view?.label ?? "web process \(id)"
      case .store(let slot):
        let entry = state.library[slot]
        let count = entry.contents.map { AmountText.count($0.cookies.count, "cookie") }
        let use = entry.contents?.snapshot.holders.isEmpty == false ? ", in use" : ""
        text = "\(entry.description.title), \(count ?? "not read")\(use)"
      }
      return (text + current, .scope(scope))
    }
  }
}

/// Events of the log as sentences.
enum LinearLog {
  static func text(_ event: StoreEvent, count: Int, _ state: BrowserState) -> String {
    let parts = [
      TimeText.clock(event.time), LinearText.spoken(LogText.source(event, library: state.library)),
      event.level == .error ? "error" : "", event.kind.title, LogText.item(event),
      LogText.change(event, unmasked: state.looks.isUnmasked, arrow: " to "),
      LogText.cause(event).replacing("cause: ", with: "cause "),
      count > 1 ? "\(AmountText.grouped(count)) times" : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
