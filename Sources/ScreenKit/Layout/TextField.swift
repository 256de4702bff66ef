/// A line of text that a person edits, with the keys of readline.
///
/// The cursor stands between grapheme clusters, so no editing step cuts one apart.
package struct TextField: Equatable, Sendable {
  /// The text left of the cursor.
  package private(set) var before: String

  /// The text right of the cursor.
  package private(set) var after: String

  /// Lines entered before, the oldest first.
  package private(set) var history: [String]

  /// Whether the whole text is selected, so that what is typed takes its place.
  package private(set) var isSelected: Bool

  private var killed = ""
  private var lastWasKill = false
  private var historyIndex: Int?
  private var draft = ""

  /// Makes a field with the cursor at the end.
  ///
  /// - Parameter isSelected: whether the text is a suggestion, in whose place comes what is typed.
  package init(_ text: String = "", history: [String] = [], isSelected: Bool = false) {
    before = text
    after = ""
    self.history = history
    self.isSelected = isSelected && !text.isEmpty
  }

  /// The most clusters a field takes; the rest of a paste is dropped.
  package static let limit = 8192

  /// The whole text.
  package var text: String { before + after }

  /// The cursor, counted in clusters from the beginning.
  package var cursor: Int { before.count }

  /// Whether nothing is written.
  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Replaces the text and puts the cursor at its end.
  package mutating func set(_ text: String) {
    isSelected = false
    before = String(text.prefix(Self.limit))
    after = ""
    forgetSequence()
  }

  /// Writes text at the cursor.
  package mutating func insert(_ text: String) {
    if isSelected { (before, after) = ("", "") }
    isSelected = false
    let room = Self.limit - before.count - after.count
    before += text.prefix(max(0, room))
    forgetSequence()
  }

  /// Writes pasted text at the cursor: trailing line ends are dropped, others become blanks.
  package mutating func paste(_ text: String) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    while let last = lines.last, last.isEmpty { lines.removeLast() }
    insert(lines.joined(separator: " ").replacing("\t", with: " "))
  }

  /// Keeps the text as the newest line of the history, unless it is empty or there already.
  package mutating func remember() {
    guard !isEmpty else { return }
    let line = text
    history.removeAll { $0 == line }
    history.append(line)
    historyIndex = nil
  }

  /// Does one editing step.
  package mutating func apply(_ edit: TextEdit) {
    if !edit.isKill { lastWasKill = false }
    if !edit.isHistory { historyIndex = nil }
    let wasSelected = isSelected
    isSelected = false
    switch edit {
    case .deleteLeft where wasSelected, .deleteRight where wasSelected:
      (before, after) = ("", "")
    case .start: (before, after) = ("", text)
    case .end: (before, after) = (text, "")
    case .left: moveLeft(1)
    case .right: moveRight(1)
    case .wordLeft: moveLeft(wordLengthBefore)
    case .wordRight: moveRight(wordLengthAfter)
    case .deleteLeft: before = String(before.dropLast())
    case .deleteRight: after = String(after.dropFirst())
    case .killWordLeft: killLeft(blankWordLengthBefore)
    case .killToStart: killLeft(before.count)
    case .killToEnd: killToEnd()
    case .yank: insert(killed)
    case .historyPrevious: recall(-1)
    case .historyNext: recall(1)
    }
  }

  /// Takes a key if it types or edits something, and says whether it did.
  package mutating func handle(_ key: Key) -> Bool {
    if let typed = key.typedText {
      insert(typed)
      return true
    }
    guard case .match(let edit) = TextEdit.keys.lookup([key]) else { return false }
    apply(edit)
    return true
  }

  private mutating func forgetSequence() {
    lastWasKill = false
    historyIndex = nil
  }

  private mutating func moveLeft(_ count: Int) {
    after = before.suffix(count) + after
    before = String(before.dropLast(count))
  }

  private mutating func moveRight(_ count: Int) {
    before += after.prefix(count)
    after = String(after.dropFirst(count))
  }

  private mutating func killLeft(_ count: Int) {
    let text = String(before.suffix(count))
    before = String(before.dropLast(count))
    killed = lastWasKill ? text + killed : text
    lastWasKill = true
  }

  private mutating func killToEnd() {
    killed = lastWasKill ? killed + after : after
    after = ""
    lastWasKill = true
  }

  private mutating func recall(_ step: Int) {
    let current = historyIndex ?? history.count
    let wanted = current + step
    guard (0...history.count).contains(wanted), wanted != current else { return }
    if current == history.count { draft = text }
    before = wanted == history.count ? draft : history[wanted]
    after = ""
    historyIndex = wanted
  }

  /// The clusters back to the beginning of a word of letters and digits.
  private var wordLengthBefore: Int {
    let gap = before.reversed().prefix { !$0.isLetter && !$0.isNumber }.count
    return gap + before.dropLast(gap).reversed().prefix { $0.isLetter || $0.isNumber }.count
  }

  private var wordLengthAfter: Int {
    let gap = after.prefix { !$0.isLetter && !$0.isNumber }.count
    return gap + after.dropFirst(gap).prefix { $0.isLetter || $0.isNumber }.count
  }

  /// The clusters back to the beginning of a word between blanks.
  private var blankWordLengthBefore: Int {
    let gap = before.reversed().prefix(while: \.isWhitespace).count
    return gap + before.dropLast(gap).reversed().prefix { !$0.isWhitespace }.count
  }
}
