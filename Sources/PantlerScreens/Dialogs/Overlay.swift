import CookieCore
import ScreenKit
import StoreModel

/// A box or page that lies in front and takes the keys.
package enum Overlay: Equatable, Sendable {
  /// A plan is being made; keys typed meanwhile are discarded.
  case planning(Planning)
  /// A plan asks to be approved.
  case review(PlanReview)
  /// A sync is reviewed, row by row.
  case sync(SyncReview)
  /// One of several things is chosen.
  case menu(Menu)
  /// Every key, to read, search and run.
  case help(HelpPage)
  /// A text to read.
  case page(TextPage)
  /// A question about cookies and its answer.
  case explain(ExplainPage)
  /// A cookie is added or edited.
  case form(CookieForm)
  /// Something is asked that has nothing to do with a plan.
  case question(Question)
}

/// A plan that is being made.
package struct Planning: Equatable, Sendable {
  var token: Int
  /// What is being counted, such as `Counting what to delete`.
  var title: String
  var request: PlanRequest
  /// What the review that asked for a new plan showed, so that it comes back as it was.
  var marksLost = 0
}

/// A question with a yes that has to be chosen.
package struct Question: Equatable, Sendable {
  /// What happens on yes.
  enum Purpose: Equatable, Sendable {
    /// Copies a text that is a secret.
    case copySecret(String, what: String)
    /// Purges entries of the trash.
    case purge([String])
    /// Forgets what two stores had at their last sync.
    case forgetPair(web: StoreID, shared: StoreID)
    /// Keeps two stores that differ in step.
    case watch(web: StoreID, shared: StoreID)
    /// Undoes an entry although something cannot be as it was.
    case undo(String, force: Bool)
    /// Undoes an entry of stores that are not shown, or does it again.
    case reverseElsewhere(String, isRedo: Bool)
    /// Writes over a file that is there.
    case replaceFile(FileContent, path: String)
  }

  /// What is written to a file.
  enum FileContent: Equatable, Sendable {
    case cookies(ExportRequest)
    /// The log as it is then.
    case log
  }

  var purpose: Purpose
  var title: String
  var lines: [String]
  /// The name of the accepting button.
  var acceptTitle: String
  var acceptIsFocused = false
  var arming: Arming
}

/// Whether a box takes keys yet.
///
/// What was typed before the box was seen must not answer it.
package struct Arming: Equatable, Sendable {
  /// The timer's number.
  var token: Int
  /// Whether keys other than Cancel are taken.
  var isDrawn = false
  /// Whether accepting is possible.
  var isArmed = false
}

/// A text to read, line by line.
package struct TextPage: Equatable, Sendable {
  /// A line with its role.
  struct Line: Equatable, Sendable {
    var text: String
    var role: Role
    init(_ text: String, _ role: Role = .help) {
      self.text = text
      self.role = role
    }
  }

  var title: String
  var lines: [Line]
  var viewport = ListViewport()
}

extension TextPage.Line {
  /// The line in as many as it needs; pictures stay as they are.
  ///
  /// What follows goes on below the text of the first, after its sign or number.
  func wrapped(to width: Int, in terminal: TerminalProfile) -> [TextPage.Line] {
    guard role != .chartBar, terminal.metrics.width(of: text) > width else { return [self] }
    let sign = text.prefix(while: { $0 != " " }).count
    let gap = text.dropFirst(sign).prefix(while: { $0 == " " }).count
    let indent = sign + gap <= 6 && gap > 1 ? sign + gap : 0
    let room = max(1, width - indent)
    return terminal.wrapped(String(text.dropFirst(indent)), to: room).enumerated().map {
      let start = $0 == 0 ? String(text.prefix(indent)) : String(repeating: " ", count: indent)
      return TextPage.Line(start + $1, role)
    }
  }
}
