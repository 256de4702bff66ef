/// A step of editing in a text field.
package enum TextEdit: Hashable, Sendable, CaseIterable {
  case start, end, left, right, wordLeft, wordRight
  case deleteLeft, deleteRight
  case killWordLeft, killToStart, killToEnd, yank
  case historyPrevious, historyNext

  var isKill: Bool {
    switch self {
    case .killWordLeft, .killToStart, .killToEnd: true
    default: false
    }
  }

  var isHistory: Bool { self == .historyPrevious || self == .historyNext }

  /// The keys of a text field, in the order in which help shows them.
  package static let keys = KeyTable<TextEdit>([
    bind(Key("a", .control), .start), bind(Key(.home), .start),
    bind(Key("e", .control), .end), bind(Key(.end), .end),
    bind(Key("b", .control), .left), bind(Key(.left), .left),
    bind(Key("f", .control), .right), bind(Key(.right), .right),
    bind(Key("b", .alt), .wordLeft), bind(Key(.left, .control), .wordLeft),
    bind(Key("f", .alt), .wordRight), bind(Key(.right, .control), .wordRight),
    bind(Key(.backspace), .deleteLeft), bind(Key(.delete), .deleteRight),
    bind(Key("w", .control), .killWordLeft), bind(Key("u", .control), .killToStart),
    bind(Key("k", .control), .killToEnd), bind(Key("y", .control), .yank),
    bind(Key(.up), .historyPrevious), bind(Key("p", .control), .historyPrevious),
    bind(Key(.down), .historyNext), bind(Key("n", .control), .historyNext),
  ])

  private static func bind(_ key: Key, _ edit: TextEdit) -> KeyBinding<TextEdit> {
    KeyBinding(KeySequence(key), edit)
  }
}

extension TextField {
  /// The part of a field that is on the screen.
  package struct Window: Equatable, Sendable {
    /// Visible text of at most the width asked for.
    package let text: String

    /// The column of the cursor within it; always less than the width.
    package let cursorColumn: Int

    /// Makes a window.
    package init(text: String, cursorColumn: Int) {
      self.text = text
      self.cursorColumn = cursorColumn
    }
  }

  /// Returns the part of the text around the cursor that fits.
  ///
  /// - Parameter mask: a sign of one column that is shown in place of each cluster.
  package func window(width: Int, metrics: TextMetrics, mask: Character? = nil) -> Window {
    guard width > 0 else { return Window(text: "", cursorColumn: 0) }
    let left = mask.map { String(repeating: $0, count: before.count) } ?? before
    let right = mask.map { String(repeating: $0, count: after.count) } ?? after
    // A quarter of the field is kept for what follows the cursor, so that one sees ahead.
    let ahead = min(metrics.width(of: right), width / 4)
    let shownLeft = metrics.suffix(of: left, width: width - 1 - ahead)
    let column = metrics.width(of: shownLeft)
    let shownRight = metrics.prefix(of: right, width: width - column)
    return Window(text: shownLeft + shownRight, cursorColumn: column)
  }
}
