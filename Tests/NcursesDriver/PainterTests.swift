import ScreenKit
import Testing

@testable import NcursesDriver

// The terminal database is read through one global of ncurses, so these run one by one.
@Suite("A painted terminal shows the grid, whatever it showed before", .serialized)
struct PainterTests {
  private static let words = [
    "abc", "日本", "e\u{301}", "🎉", "①", "\u{26A0}\u{FE0F}", "👩‍👩‍👧‍👦", "x", " ", "─│┌", "한", "  plain  ",
  ]

  /// A terminal that knows neither joiners nor pictures: every emoji takes the columns it likes.
  private static func width(_ scalar: Unicode.Scalar, ofEmoji columns: Int) -> Int {
    if [0x200D, 0xFE0F].contains(scalar.value) { return 0 }
    if scalar.properties.generalCategory == .nonspacingMark { return 0 }
    if scalar.properties.isEmoji, scalar.value >= 0x2600 { return columns }
    return TextMetrics.standard.width(of: Character(scalar))
  }

  @Test("FR-34: ASCII cells are right on terminals of every opinion", arguments: [1, 2])
  func randomFrames(emojiWidth: Int) throws {
    let terminal = try Capabilities(term: "xterm-256color", descriptor: 1)
    var painter = Painter(terminal: terminal, depth: .trueColor)
    let size = GridSize(width: 30, height: 5)
    var screen = FakeScreen(size: size) { Self.width($0, ofEmoji: emojiWidth) }
    var generator = Numbers(state: 42)
    var grid = CellGrid(size: size)
    for _ in 0..<300 {
      if generator.next(below: 10) == 0 { grid = CellGrid(size: size) }
      let count = generator.next(below: 5)
      for _ in 0..<count {
        let word = Self.words[generator.next(below: Self.words.count)]
        let point = GridPoint(x: generator.next(below: 32) - 2, y: generator.next(below: 5))
        let marks: Style.Attributes = generator.next(below: 2) == 0 ? [] : .bold
        grid.write(word, at: point, style: Style(attributes: marks))
      }
      screen.receive(painter.frame(grid, cursor: nil))
      for y in 0..<size.height {
        for (x, cell) in grid.row(y).enumerated() where cell.character.isASCII {
          if cell.isContinuation { continue }
          #expect(screen.cells[y][x].first == cell.character, "row \(y), column \(x)")
          #expect(screen.looks[y][x].contains("[1]") == cell.style.attributes.contains(.bold))
        }
      }
      #expect(screen.faults == [])
    }
  }

  @Test func `an unchanged frame writes nothing`() throws {
    let terminal = try Capabilities(term: "xterm-256color", descriptor: 1)
    var painter = Painter(terminal: terminal, depth: .trueColor)
    var grid = CellGrid(size: GridSize(width: 10, height: 2))
    grid.write("hello", at: .origin, style: .plain)
    #expect(!painter.frame(grid, cursor: nil).isEmpty)
    #expect(painter.frame(grid, cursor: nil).isEmpty)
    grid.write("j", at: .origin, style: .plain)
    #expect(painter.frame(grid, cursor: nil).count < 30)
    painter.forget()
    #expect(painter.frame(grid, cursor: nil).count > 20)
  }

  @Test func `the cursor is shown where it is wanted, and hidden elsewhere`() throws {
    let terminal = try Capabilities(term: "xterm-256color", descriptor: 1)
    var painter = Painter(terminal: terminal, depth: .trueColor)
    let grid = CellGrid(size: GridSize(width: 10, height: 2))
    var screen = FakeScreen(size: grid.size) { Self.width($0, ofEmoji: 2) }
    screen.receive(painter.frame(grid, cursor: GridPoint(x: 3, y: 1)))
    #expect(screen.isCursorShown && screen.cursor == GridPoint(x: 3, y: 1))
    screen.receive(painter.frame(grid, cursor: GridPoint(x: 10, y: 1)))
    #expect(!screen.isCursorShown)
  }

  @Test("FR-36: a vt102 gets no colour, and reverse video for what is selected")
  func oldTerminal() throws {
    let terminal = try Capabilities(term: "vt102", descriptor: 1)
    let options = TerminalOptions(environment: ["TERM": "vt102", "COLORTERM": "truecolor"])
    let depth = options.depth(colors: terminal.colors, isDirect: terminal.isDirect)
    #expect(depth == .mono)
    let theme = try ThemeLibrary().theme(named: "dark", depth: depth)
    var painter = Painter(terminal: terminal, depth: depth)
    var grid = CellGrid(size: GridSize(width: 10, height: 2), style: theme[.text])
    grid.write("selected", at: .origin, style: theme[.listSelected])
    let bytes = String(decoding: painter.frame(grid, cursor: nil), as: UTF8.self)
    #expect(bytes.contains("\u{1B}[7m") && !bytes.contains("\u{1B}[3"))
    #expect(!bytes.contains("$<"))
  }

  @Test(
    "FR-36: terminals that cannot show a screen are refused with the reason",
    arguments: [
      ("", TerminalUnavailable.kindUnknown), ("dumb", .tooSimple("dumb")),
      ("no-such-terminal", .noEntry("no-such-terminal")),
    ])
  func refused(term: String, reason: TerminalUnavailable) {
    #expect(throws: reason) { try Capabilities(term: term, descriptor: 1) }
  }

  @Test func `a grid larger or smaller than before is drawn whole`() throws {
    let terminal = try Capabilities(term: "linux", descriptor: 1)
    var painter = Painter(terminal: terminal, depth: .ansi8)
    for size in [(20, 5), (1, 1), (200, 60), (0, 0), (14, 3)] {
      let grid = CellGrid(size: GridSize(width: size.0, height: size.1))
      let bytes = String(decoding: painter.frame(grid, cursor: .origin), as: UTF8.self)
      #expect(bytes.contains(String(decoding: terminal.clear, as: UTF8.self)))
    }
  }
}

/// A random source that gives the same numbers every time.
struct Numbers {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
