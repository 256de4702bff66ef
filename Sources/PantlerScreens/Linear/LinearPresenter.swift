package import ScreenKit
import StoreModel

/// The interface as a conversation: a person writes lines, and is answered in sentences.
///
/// It is for screen readers and for terminals that cannot place a cursor. State, acts, dialogs and plans are those of
/// the screens: a line becomes messages for `update`, and what is new in the state is told. Nothing is ever drawn
/// anew. A number stands for what it was read out with, even when lines have moved since.
package struct LinearPresenter: Sendable {
  /// What a line comes to.
  package struct Reading: Equatable, Sendable {
    /// What is to be sent to `update`, one after another.
    package var messages: [Message] = []
    /// What is said at once.
    package var lines: [String] = []

    init(_ messages: [Message] = [], saying lines: [String] = []) {
      self.messages = messages
      self.lines = lines
    }
    init(saying line: String, _ more: String...) { lines = [line] + more }
  }

  /// What the next line is taken for, where the state itself asks for none.
  enum Expectation: Equatable, Sendable {
    /// The number of items that a plan changes.
    case count(Int)
    /// What is to stand in a line of the form.
    case field(CookieForm.Field)
    /// The number of a view.
    case view
  }

  /// How many lines are read out at once.
  let pageSize: Int
  /// How far the list was read out.
  var list = LinearProgress()
  /// How far what lies in front of it was read out.
  var box = LinearProgress()
  var expectation: Expectation?
  /// Whether new lines of the log are told as they come.
  var announcesLog = false
  /// Lines of the log are told from this event on.
  var firstUntold: UInt64 = 0
  /// Whether the details of the row are told next.
  var wantsDetails = false
  /// Whether it is still to be told that all website data was read.
  var owesListing = false
  /// What was in front, and how it was, when something was said last.
  var heard = LinearHeard()

  /// A terminal on which there is room for everything, since nothing is drawn.
  package static let profile = TerminalProfile(
    size: GridSize(width: 100_000, height: 100_000), depth: .mono)

  /// Makes the presenter of a conversation that has not begun.
  package init(pageSize: Int = 20) { self.pageSize = max(1, pageSize) }

  /// Whether something can be said: nothing is read, counted or changed just now.
  package static func isReady(_ state: BrowserState) -> Bool {
    switch state.overlays.last {
    case .planning: return false
    case .explain(let page) where page.answer == nil: return false
    default: break
    }
    let isReading = state.library.entries.contains { $0.phase == .reading || $0.phase == .unread }
    return state.activity == nil && !state.isDiscovering && !isReading && !state.isArranging
      && state.scan.isComplete
  }

  /// Whether the website data of every store was listed once, so that what is told of it is all.
  package static func isListed(_ state: BrowserState) -> Bool {
    state.library.entries.allSatisfy { $0.listedFiles == nil || $0.data?.isComplete == true }
  }

  /// Whether what is in front takes an answer: a question does only when there was time to hear it.
  package static func isArmed(_ state: BrowserState) -> Bool {
    switch state.overlays.last {
    case .review(let review): review.arming.isArmed
    case .sync(let review): review.arming.isArmed
    case .question(let question): question.arming.isArmed
    default: true
    }
  }

  /// Whether a line stops what is under way, or leaves.
  package static func stops(_ line: String) -> Bool {
    ["stop", "cancel", "quit", "exit", "c-c"].contains(line.trimmed.lowercased())
  }

  /// What is said at the beginning, when all stores were read.
  package mutating func greeting(_ state: BrowserState) -> [String] {
    let failed = state.library.entries.count {
      if case .failed = $0.phase { true } else { false }
    }
    let trouble =
      failed > 0 ? " \(AmountText.count(failed, "store")) could not be read; stores tells why." : ""
    let lines = [
      "Pantler. \(AmountText.count(state.library.entries.count, "store")), "
        + "\(AmountText.count(state.library.cookieCount, "cookie")).\(trouble)"
    ]
    firstUntold = state.log.buffer.endNumber
    owesListing = !Self.isListed(state)
    let listing =
      owesListing
      ? ["Website data is still being read, so what is told of it is not all. The end is told."]
      : []
    return finish(
      lines + listing + notice(state) + readFront(state)
        + ["Type the number of a line to open it, or help for what can be typed."], state)
  }

  /// What is said while something takes its time.
  package func progress(_ state: BrowserState) -> String? {
    if let activity = state.activity {
      let part = activity.total.map { ": \(activity.done) of \($0)" } ?? ""
      return "\(activity.title)\(part). Type stop to stop it."
    }
    if case .planning(let planning) = state.overlays.last { return "\(planning.title)." }
    if state.isDiscovering { return "Looking for stores." }
    let reading = state.library.entries.count { $0.phase == .reading }
    if reading > 0 { return "Reading \(AmountText.count(reading, "store"))." }
    let files = state.library.entries.compactMap(\.listedFiles).reduce(0, +)
    return Self.isListed(state)
      ? nil : "Reading website data: \(AmountText.count(files, "file")) so far."
  }

  /// A text as it can be written on one line.
  package static func visible(_ text: String) -> String { VisibleText.escaped(text) }

  /// Remembers what was said, and makes every line fit for a terminal.
  mutating func finish(_ lines: [String], _ state: BrowserState, keepsHeard: Bool = true)
    -> [String]
  {
    if keepsHeard { heard = LinearHeard(state) }
    return lines.map { VisibleText.escaped($0) }
  }
}

/// How far something was read out.
struct LinearProgress: Sendable {
  /// The line that is read out next.
  var next = 0
  /// Where the page that was read out last began.
  var pageStart = 0
  /// What the numbers stand for that were read out.
  var numbers: [Int: LinearList.Target] = [:]
}

extension LinearPresenter {
  /// How far what is in front was read out; the numbers of the list stay those of the list while a box is open.
  func progress(in state: BrowserState) -> LinearProgress { state.overlays.isEmpty ? list : box }

  /// Remembers how far what is in front was read out.
  mutating func remember(_ progress: LinearProgress, in state: BrowserState) {
    if state.overlays.isEmpty { list = progress } else { box = progress }
  }
}
