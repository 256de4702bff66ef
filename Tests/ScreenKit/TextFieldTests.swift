import ScreenKit
import Testing

@Suite("A text field edits like readline, by grapheme cluster")
struct TextFieldTests {
  /// Presses keys and says whether the field took all of them.
  private func press(_ keys: String, in field: inout TextField) throws -> Bool {
    var taken = true
    for key in keys.split(separator: " ") {
      let handled = field.handle(try Key(parsing: String(key)))
      taken = taken && handled
    }
    return taken
  }

  private func shown(_ field: TextField) -> String { field.before + "|" + field.after }

  @Test(arguments: [
    (keys: "C-a", shown: "|one two-three"), (keys: "C-e", shown: "one two-three|"),
    (keys: "C-b", shown: "one two-thre|e"), (keys: "M-b", shown: "one two-|three"),
    (keys: "M-b M-b", shown: "one |two-three"), (keys: "C-a M-f", shown: "one| two-three"),
    (keys: "C-a C-f", shown: "o|ne two-three"), (keys: "C-w", shown: "one |"),
    (keys: "M-b C-u", shown: "|three"), (keys: "M-b C-k", shown: "one two-|"),
    (keys: "C-w C-w C-y", shown: "one two-three|"),
    (keys: "C-w C-y C-y", shown: "one two-threetwo-three|"),
    (keys: "C-u C-y", shown: "one two-three|"), (keys: "Backspace", shown: "one two-thre|"),
    (keys: "Home Del", shown: "|ne two-three"), (keys: "C-w C-b C-w C-y", shown: "one| "),
    (keys: "Left Left Right", shown: "one two-thre|e"), (keys: "C-Left", shown: "one two-|three"),
  ])
  func editing(keys: String, shown expected: String) throws {
    var field = TextField("one two-three")
    #expect(try press(keys, in: &field))
    #expect(shown(field) == expected)
  }

  @Test func `clusters are never cut`() throws {
    var field = TextField("a👩‍👩‍👧‍👦e\u{301}")
    #expect(try press("Backspace", in: &field))
    #expect(field.text == "a👩‍👩‍👧‍👦")
    #expect(try press("Left", in: &field))
    #expect(shown(field) == "a|👩‍👩‍👧‍👦")
    field.insert("e")
    field.insert("\u{301}")
    #expect(field.cursor == 2)
  }

  @Test func `keys that type nothing are left to others`() throws {
    var field = TextField("x")
    for key in ["Esc", "Enter", "C-d", "F1"] { #expect(try !press(key, in: &field)) }
    #expect(field == TextField("x"))
  }

  @Test func `history goes back and returns to the draft`() throws {
    var field = TextField(history: ["first", "second"])
    field.insert("dra")
    #expect(try press("Up", in: &field) && field.text == "second")
    #expect(try press("Up", in: &field) && field.text == "first")
    #expect(try press("Up", in: &field) && field.text == "first")
    #expect(try press("Down Down", in: &field) && field.text == "dra")
    field.set("second")
    field.remember()
    #expect(field.history == ["first", "second"])
    field.set("first")
    field.remember()
    #expect(field.history == ["second", "first"])
  }

  @Test func `a paste becomes one line`() {
    var field = TextField()
    field.paste("one\r\ntwo\tthree\n\n")
    #expect(field.text == "one two three")
    field.set("")
    field.paste(String(repeating: "x", count: TextField.limit + 5))
    #expect(field.text.count == TextField.limit)
  }

  @Test func `the window follows the cursor`() {
    var field = TextField("0123456789")
    #expect(
      field.window(width: 20, metrics: .standard) == .init(text: "0123456789", cursorColumn: 10))
    #expect(field.window(width: 5, metrics: .standard) == .init(text: "6789", cursorColumn: 4))
    field.apply(.start)
    #expect(field.window(width: 5, metrics: .standard) == .init(text: "01234", cursorColumn: 0))
    field.apply(.end)
    field.apply(.left)
    field.apply(.left)
    #expect(field.window(width: 5, metrics: .standard) == .init(text: "56789", cursorColumn: 3))
    #expect(field.window(width: 0, metrics: .standard).text == "")
    #expect(field.window(width: 20, metrics: .standard, mask: "*").text == "**********")
    let wide = TextField("日本語")
    #expect(wide.window(width: 4, metrics: .standard) == .init(text: "語", cursorColumn: 2))
  }

  @Test("What is typed or pasted takes the place of a selected text; moving keeps it")
  func selected() {
    var field = TextField("https://", isSelected: true)
    field.insert("x")
    #expect(field.text == "x" && !field.isSelected)
    field = TextField("abc", isSelected: true)
    field.apply(.left)
    field.insert("x")
    #expect(field.text == "abxc")
    for edit in [TextEdit.deleteLeft, .deleteRight, .killToStart] {
      field = TextField("abc", isSelected: true)
      field.apply(edit)
      #expect(field.isEmpty)
    }
    field = TextField("abc", isSelected: true)
    field.paste("de\n")
    #expect(field.text == "de")
    #expect(!TextField("", isSelected: true).isSelected)
  }
}
