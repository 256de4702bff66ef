package import CookieCore
import ScreenKit
import StoreModel

/// A question about the cookies of one store, with its answer.
package struct ExplainPage: Equatable, Sendable {
  /// A part of the question that is typed.
  enum Field: Hashable, Sendable {
    case url, site, topLevelSite, time, container, receivedFrom
    /// A Set-Cookie line: that at a position, or a new one at the end.
    case setCookie(Int)
  }

  /// What a line of the page is about.
  enum Item: Hashable, Sendable {
    case field(Field)
    case method
    case reader
    case setter
    /// A cookie of the answer, by its position.
    case cookie(Int)
  }

  /// One line of the page.
  struct Line: Equatable, Sendable {
    var parts: [Canvas.Part]
    var item: Item?
  }

  /// What the lines depend on beside the answer.
  struct Look: Equatable, Sendable {
    var width: Int
    var isUnmasked: Bool
    var glyphs: GlyphSet
  }

  var store: StoreID
  var written: WrittenCookieQuestion
  /// The request whose answer is waited for, or is here.
  var token = 0
  /// When it was asked.
  var askedAt = Timestamp(microseconds: 0)
  /// What is to be selected when the answer is here.
  var wanted: Item?
  /// The answer to the newest question, or to the one before while it is waited for.
  var answer: Explanation?
  /// The lines, as they were made last.
  private(set) var lines: [Line] = []
  private(set) var viewport = ListViewport()
  private var look: Look?

  init(store: StoreID, written: WrittenCookieQuestion) {
    self.store = store
    self.written = written
  }

  /// What the selected line is about.
  var selectedItem: Item? { viewport.selected.flatMap { lines[$0].item } }

  /// The position of the Set-Cookie line that is selected, or of the last one; nil when there is none.
  var chosenSetCookie: Int? {
    if case .field(.setCookie(let index)) = selectedItem,
      written.setCookies.indices.contains(index)
    {
      return index
    }
    return written.setCookies.indices.last
  }

  /// Takes an answer.
  mutating func take(_ answer: Explanation) {
    self.answer = answer
    look = nil
  }

  /// Makes the lines anew where anything they show has changed, and fits them to a height.
  mutating func settle(height: Int, look: Look, state: BrowserState) {
    if look != self.look {
      self.look = look
      lines = ExplainText(page: self, state: state, width: look.width).lines
    }
    viewport.resize(count: lines.count, height: height)
    if let wanted, let index = lines.firstIndex(where: { $0.item == wanted }) {
      // As much of what stands under it as fits is shown with it.
      let count = lines[index...].prefix { $0.item == wanted }.count
      viewport.select(index + count - 1)
      viewport.select(index)
      self.wanted = nil
    }
  }

  /// Moves through the lines.
  mutating func move(_ command: Command) { viewport.apply(command) }

  /// Selects a line.
  mutating func select(_ position: Int) { viewport.select(position) }

  /// Scrolls by some lines.
  mutating func scroll(by rows: Int) { viewport.scroll(by: rows) }

  /// Goes to the next line that contains a text.
  mutating func find(_ text: String, forward: Bool) {
    guard !text.isEmpty, !lines.isEmpty else { return }
    let start = viewport.selected ?? 0
    for step in 1...lines.count {
      let index = (start + (forward ? step : lines.count - step)) % lines.count
      let line = lines[index].parts.map(\.text).joined()
      if line.lowercased().contains(text.lowercased()) {
        viewport.select(index)
        return
      }
    }
  }
}

/// A question with what it is asked of, to be answered outside.
package struct ExplainRequest: Equatable, Sendable {
  /// The question.
  package var written: WrittenCookieQuestion
  /// What the store holds.
  package var contents: StoreContents
  /// The engines whose differences are told.
  package var engines: [CookieEngine]
  /// The time that is meant where none is written.
  package var now: Timestamp

  /// Works out the answer.
  ///
  /// - Complexity: O(*n*) in the sites of the store and in the cookies of the URL's own site.
  package func answer(
    publicSuffixes: PublicSuffixes
  ) throws(WrittenCookieQuestion.Fault) -> Explanation {
    var question = try written.question(now: now, publicSuffixes: publicSuffixes)
    question.storedCookies = contents.cookies(concerning: question)
    question.engines = engines
    return Explanation(question)
  }
}
