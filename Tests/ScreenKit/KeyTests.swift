import ScreenKit
import Testing

@Suite("Keys are written and read in one notation")
struct KeyTests {
  @Test(arguments: [
    (text: "C-d", key: Key("d", .control)), (text: "S-Tab", key: Key(.tab, .shift)),
    (text: "M-x", key: Key("x", .alt)), (text: "F5", key: Key(.function(5))),
    (text: "Space", key: Key(" ")), (text: "g", key: Key("g")), (text: "G", key: Key("G")),
    (text: "-", key: Key("-")), (text: "C--", key: Key("-", .control)),
    (text: "C-M-Left", key: Key(.left, [.control, .alt])), (text: "PgUp", key: Key(.pageUp)),
    (text: "C-Space", key: Key(" ", .control)), (text: "\\", key: Key("\\")),
    (text: "ü", key: Key("ü")), (text: "Esc", key: Key(.escape)),
  ])
  func notation(text: String, key: Key) throws {
    #expect(try Key(parsing: text) == key)
    #expect(key.description == text)
  }

  @Test(arguments: [
    (text: "escape", key: Key(.escape)), (text: "C-D", key: Key("d", .control)),
    (text: "A-x", key: Key("x", .alt)), (text: "f12", key: Key(.function(12))),
    (text: "Delete", key: Key(.delete)), (text: "return", key: Key(.enter)),
  ])
  func otherSpellings(text: String, key: Key) throws {
    #expect(try Key(parsing: text) == key)
  }

  @Test func `what is no key is refused`() {
    #expect(throws: KeyParsingFailure.unknownKey("Spacebar")) { try Key(parsing: "Spacebar") }
    #expect(throws: KeyParsingFailure.unusableModifier("S-a")) { try Key(parsing: "S-a") }
    #expect(throws: KeyParsingFailure.empty) { try Key(parsing: "") }
    #expect(throws: KeyParsingFailure.unknownKey("F0")) { try Key(parsing: "F0") }
    #expect(throws: KeyParsingFailure.empty) { try KeySequence(parsing: "  ") }
    #expect(throws: KeyParsingFailure.unknownKey("\u{1B}")) { try Key(parsing: "\u{1B}") }
  }

  @Test func `sequences are keys with blanks between`() throws {
    let sequence = try KeySequence(parsing: "g g")
    #expect(sequence.keys == [Key("g"), Key("g")])
    #expect(sequence.description == "g g")
  }
}

@Suite("A keymap is a table that is looked up and checked")
struct KeymapTests {
  private enum Context { case list, global }
  private enum Command { case top, open, quit, delete, help }

  private func table(_ rows: [(keys: String, command: Command)]) throws -> KeyTable<Command> {
    try KeyTable(rows)
  }

  @Test func `a beginning waits, an end matches, the rest is nothing`() throws {
    let table = try table([("g g", .top), ("g o", .open), ("q", .quit)])
    guard case .prefix(let ways) = table.lookup([Key("g")]) else {
      Issue.record("g is not a beginning")
      return
    }
    #expect(ways.map(\.command) == [.top, .open])
    #expect(table.lookup([Key("g"), Key("g")]) == .match(.top))
    #expect(table.lookup([Key("g"), Key("x")]) == .none)
    #expect(table.lookup([Key("q")]) == .match(.quit))
    #expect(table.lookup([]) == .none)
  }

  @Test func `the inner context decides first`() throws {
    let keymap = Keymap<Context, Command>([
      .list: try table([("q", .top), ("d", .delete)]),
      .global: try table([("q", .quit), ("?", .help)]),
    ])
    #expect(keymap.lookup([Key("q")], in: [.list, .global]) == .match(.top))
    #expect(keymap.lookup([Key("q")], in: [.global]) == .match(.quit))
    #expect(keymap.lookup([Key("?")], in: [.list, .global]) == .match(.help))
    #expect(keymap.sequences(for: .quit, in: [.list, .global]) == [])
    #expect(keymap.sequences(for: .quit, in: [.global]) == [KeySequence(Key("q"))])
  }

  @Test func `rebinding replaces, unbinding removes`() throws {
    var table = try table([("q", .quit)])
    table.bind(KeySequence(Key("q")), to: .help)
    #expect(table.lookup([Key("q")]) == .match(.help))
    #expect(table.bindings.count == 1)
    table.unbind(KeySequence(Key("q")))
    #expect(table.lookup([Key("q")]) == .none)
  }

  @Test func `the check finds what cannot work`() throws {
    let q = KeySequence(Key("q"))
    #expect(
      try table([("q", .quit), ("q", .help)]).issues() == [.clash(q, commands: [.quit, .help])])
    let gg = try KeySequence(parsing: "g g")
    #expect(
      try table([("g g", .top), ("g", .open)]).issues()
        == [.unreachable(gg, .top, behind: KeySequence(Key("g")))])
    let flow = try KeySequence(parsing: "C-s")
    #expect(
      try table([("C-s", .open)]).issues()
        == [.flowControl(flow, .open, key: Key("s", .control))])
    #expect(try table([("g g", .top), ("q", .quit), ("C-d", .help)]).issues().isEmpty)
    let digit = try KeySequence(parsing: "C-5")
    #expect(
      try table([("C-5", .open)]).issues() == [.notSent(digit, .open, key: Key("5", .control))])
  }

  @Test(arguments: [
    (keys: "C-i", real: Key(.tab)), (keys: "C-m", real: Key(.enter)),
    (keys: "C-j", real: Key(.enter)),
    (keys: "C-[", real: Key(.escape)), (keys: "C-h", real: Key(.backspace)),
    (keys: "C-@", real: Key(" ", .control)),
  ])
  func aliases(keys: String, real: Key) throws {
    let sequence = try KeySequence(parsing: keys)
    #expect(
      try table([(keys, .open)]).issues()
        == [.controlAlias(sequence, .open, key: sequence.keys[0], arrivesAs: real)])
  }

  @Test func `the keys of text fields have no faults`() {
    #expect(TextEdit.keys.issues().isEmpty)
    #expect(Set(TextEdit.keys.bindings.map(\.command)) == Set(TextEdit.allCases))
  }
}
