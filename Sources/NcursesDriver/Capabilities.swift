import CNcurses
import ScreenKit

/// What the terminal database says of a terminal, read once.
///
/// ncurses paints in the colours of a palette and by the widths of the C library. Here the grid
/// has already decided both, so only ncurses' knowledge of terminals is used (curs_terminfo(3X));
/// the bytes of a frame are made by `Painter`.
struct Capabilities: Sendable {
  /// Named strings, without the delays that only printing terminals needed.
  var clear, enterScreen, leaveScreen, hideCursor, showCursor, resetStyle: [UInt8]
  var bold, dim, italic, underline, reverse, resetColors: [UInt8]
  var wrapOff, wrapOn: [UInt8]

  /// The strings for each number of the palette.
  var foregrounds, backgrounds: [[UInt8]]

  /// The unexpanded string that places the cursor.
  var place: String

  /// The number of colours.
  var colors: Int

  /// Whether any colour can be named by its components.
  var isDirect: Bool

  /// Whether writing in the last cell does not scroll the screen.
  var canFillLastCell: Bool

  /// Marks that this terminal cannot show together with colours.
  var marksLostInColor: Style.Attributes

  /// The size by the database, for terminals that do not tell theirs.
  var defaultSize: GridSize

  /// What special keys send.
  var keys: [[UInt8]: Key]

  /// Reads the entry of a terminal.
  init(term: String, descriptor: Int32) throws(TerminalUnavailable) {
    guard !term.isEmpty else { throw .kindUnknown }
    var answer: Int32 = 0
    guard setupterm(term, descriptor, &answer) == 0 else {
      throw answer < 0 ? .noDatabase : answer > 0 ? .tooSimple(term) : .noEntry(term)
    }
    guard let place = Self.text("cup"), let clear = Self.text("clear") else {
      throw .tooSimple(term)
    }
    self.place = place
    self.clear = Self.bytes(clear)
    enterScreen = Self.string("smcup")
    leaveScreen = Self.string("rmcup")
    hideCursor = Self.string("civis")
    showCursor = Self.string("cnorm")
    resetStyle = Self.string("sgr0")
    bold = Self.string("bold")
    dim = Self.string("dim")
    italic = Self.string("sitm")
    underline = Self.string("smul")
    reverse = Self.string("rev")
    resetColors = Self.string("op")
    (wrapOff, wrapOn) = (Self.string("rmam"), Self.string("smam"))
    colors = Int(tigetnum("colors"))
    isDirect = tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || tigetflag("Tc") > 0
    (foregrounds, backgrounds) = Self.palette(colors: colors)
    canFillLastCell = !wrapOff.isEmpty || tigetflag("xenl") > 0 || tigetflag("am") <= 0
    marksLostInColor = Self.marks(lost: Int(tigetnum("ncv")))
    defaultSize = GridSize(
      width: max(1, Int(tigetnum("cols"))), height: max(1, Int(tigetnum("lines"))))
    keys = Self.keyStrings()
  }

  /// Returns the bytes that place the cursor.
  func move(to point: GridPoint) -> [UInt8] {
    if place == "\u{1B}[%i%p1%d;%p2%dH" {
      return Array("\u{1B}[\(point.y + 1);\(point.x + 1)H".utf8)
    }
    return Self.expand(place, point.y, point.x)
  }

  private static func text(_ name: String) -> String? {
    guard let pointer = tigetstr(name), Int(bitPattern: pointer) != -1 else { return nil }
    let text = String(cString: pointer)
    return text.isEmpty ? nil : text
  }

  private static func string(_ name: String) -> [UInt8] { text(name).map(bytes) ?? [] }

  /// Leaves out delays, written `$<5>`, which were for terminals that print on paper.
  private static func bytes(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if rest.starts(with: Array("$<".utf8)), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        rest = rest[(end + 1)...]
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func expand(_ text: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
    guard let pointer = pantler_parameterized(text, Int32(first), Int32(second)) else { return [] }
    return bytes(String(cString: pointer))
  }

  private static func palette(colors: Int) -> ([[UInt8]], [[UInt8]]) {
    guard colors > 0, let ink = text("setaf"), let ground = text("setab") else { return ([], []) }
    let numbers = 0..<min(256, colors)
    return (numbers.map { expand(ink, $0) }, numbers.map { expand(ground, $0) })
  }

  /// Reads the bits of `no_color_video`.
  private static func marks(lost bits: Int) -> Style.Attributes {
    guard bits > 0 else { return [] }
    var marks: Style.Attributes = []
    if bits & 2 != 0 { marks.insert(.underline) }
    if bits & 4 != 0 { marks.insert(.reverse) }
    if bits & 16 != 0 { marks.insert(.dim) }
    if bits & 32 != 0 { marks.insert(.bold) }
    return marks
  }

  private static func keyStrings() -> [[UInt8]: Key] {
    var names: [(String, Key)] = [
      ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
      ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
      ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kcbt", Key(.tab, .shift)),
      ("kbs", Key(.backspace)),
    ]
    names += (1...20).map { ("kf\($0)", Key(.function($0))) }
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in names {
      let sent = string(name)
      // What is no escape sequence, such as a backspace, is read as the byte it is.
      if sent.count > 1, sent.first == 0x1B, keys[sent] == nil { keys[sent] = key }
    }
    return keys
  }
}
