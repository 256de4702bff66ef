import ScreenKit
import Testing

@testable import PantlerScreens

@Suite("Keys come from one table")
struct KeyTests {
  @Test(
    "No preset has clashes, aliases, flow-control keys or keys out of reach",
    arguments: KeyPreset.allCases)
  func lint(preset: KeyPreset) {
    for (context, table) in preset.keymap.tables {
      #expect(table.issues().isEmpty, "\(context.title)")
    }
  }

  @Test("Every written key is read", arguments: KeyContext.allCases)
  func written(context: KeyContext) throws {
    let rows = DefaultKeys.rows[context] ?? []
    for text in rows.flatMap(\.keys) + (DefaultKeys.emacs[context] ?? []).flatMap(\.keys) {
      #expect(throws: Never.self) { try KeySequence(parsing: text) }
    }
    #expect(KeyPreset.vi.keymap.tables[context]?.bindings.count == rows.flatMap(\.keys).count)
  }

  @Test("Only d D S Del F8 begin a loss, and none of them is a control chord")
  func destructive() {
    let keys = KeyPreset.vi.keymap.tables.values.flatMap(\.bindings)
      .filter { $0.command.opensDestruction }.map(\.sequence.description)
    #expect(Set(keys) == ["d", "D", "S", "Del", "F8"])
    let safe = KeyPreset.safe.keymap.tables.values.flatMap(\.bindings)
    #expect(!safe.contains { $0.command.opensDestruction })
  }

  @Test("No default of vi needs Alt outside of text input")
  func alt() {
    for (context, table) in KeyPreset.vi.keymap.tables where context != .input {
      let keys = table.bindings.flatMap(\.sequence.keys)
      #expect(!keys.contains { $0.modifiers.contains(.alt) })
    }
  }

  @Test("Every command has a title, a help text, and in vi a key", arguments: Command.allCases)
  func texts(command: Command) {
    #expect(command.title != command.rawValue || !command.help.isEmpty)
    #expect(command.help.hasSuffix("."))
    let tables = KeyPreset.vi.keymap.tables.values
    #expect(tables.contains { !$0.sequences(for: command).isEmpty })
  }

  @Test("Inside dialogs no control chord accepts")
  func dialogs() {
    for context in [KeyContext.dialog, .syncDialog] {
      let bindings = KeyPreset.vi.keymap.tables[context]?.bindings ?? []
      let chords = bindings.filter { $0.sequence.keys.contains { $0.modifiers.contains(.control) } }
      #expect(!chords.contains { $0.command == .accept || $0.command == .press })
    }
  }

  @Test("Esc goes back one step and never quits; q does at the top", arguments: KeyPreset.allCases)
  func escape(preset: KeyPreset) {
    var session = Session.ready()
    session.state.keymap = preset.keymap
    session.press("Enter")
    #expect(session.state.view == .cookies)
    session.press("Esc")
    #expect(session.state.view == .sites)
    session.press("Esc")
    #expect(session.state.notice?.text == "There is nothing to go back to; Q quits.")
    #expect(!session.state.isEnding && !session.effects.contains(.quit))
    if preset == .emacs { session.press("C-g") }
    #expect(!session.state.isEnding)
    session.press("q")
    #expect(session.state.isEnding && session.effects.last == .quit)
  }

  @Test("While stores are read, keys about rows say so instead of asking for a selection")
  func loading() {
    var session = Session()
    session.isHeld = { if case .discover = $0 { true } else { false } }
    session.start()
    for key in ["S", "D", "e", "a", "s", "p", "E"] {
      session.press(key)
      let said = session.state.notice?.text ?? ""
      #expect(said.hasSuffix(": stores are still being looked for"), "\(key): \(said)")
    }
    session.isHeld = { if case .read = $0 { true } else { false } }
    let discovery = session.held.removeFirst()
    session.carryOut(discovery)
    session.press("s")
    #expect(session.state.notice?.text == "sync: 3 stores are still being read")
    // Once a row is there, it can be selected.
    let reading = session.held
    session.isHeld = { _ in false }
    session.carryOut(reading[0])
    session.press("e")
    #expect(session.state.notice?.text == "edit: select a cookie first")
    for effect in reading.dropFirst() { session.carryOut(effect) }
    var one = Session(stores: [Samples.notes: []])
    one.isHeld = { if case .read = $0 { true } else { false } }
    one.start()
    one.press("s")
    #expect(one.state.notice?.text.hasSuffix("is still being read") == true)
  }

  @Test("A command that cannot run stays listed and says why")
  func unavailable() {
    var session = Session.ready()
    session.press("8 S")
    #expect(session.state.notice?.text.contains("select a site first") == true)
    session.press("?")
    #expect(session.text.contains("Not now"))
  }

  @Test("Help is searched, and Enter runs the line")
  func help() {
    var session = Session.ready()
    session.press("? /")
    session.type("tree flat")
    session.press("Enter Enter")
    #expect(session.state.overlays.isEmpty)
    #expect(!session.state.looks.treeViews.contains(.sites))
  }

  @Test("The hint bar follows the keymap")
  func hints() {
    var session = Session.ready()
    #expect(session.row(-1).contains("d delete"))
    session.press(":")
    session.type("keys safe")
    session.press("Enter")
    #expect(!session.row(-1).contains("d delete"))
  }

  @Test("A sequence shows how it can go on")
  func sequence() {
    var session = Session.ready()
    session.press("j j g")
    #expect(session.row(-1).contains("g top"))
    session.press("g")
    #expect(session.state.viewport.selected == 0)
  }

  @Test("C-c twice in a second quits, and once does not")
  func quitting() {
    var session = Session.ready()
    session.press("C-c")
    #expect(!session.effects.contains(.quit))
    session.wait(1000)
    session.press("C-c")
    #expect(!session.effects.contains(.quit))
    session.press("C-c")
    #expect(session.effects.contains(.quit))
  }

  @Test("C-c stops what is being applied")
  func cancelling() {
    var session = Session.ready()
    session.isHeld = { if case .apply = $0 { true } else { false } }
    session.press("2 d")
    session.wait(500)
    session.press("y C-c")
    guard case .apply(_, _, let token)? = session.held.first else {
      Issue.record("nothing was applied")
      return
    }
    #expect(session.effects.contains(.cancel(token: token)))
  }

  @Test("FR-40: Esc closes a dialog at once, with no timer to wait for")
  func escape() {
    var session = Session.ready()
    session.press("2 d")
    let timers = session.timers.count
    session.press("Esc")
    #expect(session.state.overlays.isEmpty)
    #expect(session.timers.count == timers)
    session.press("d Up Down")
    #expect(!session.state.overlays.isEmpty)
  }
}
