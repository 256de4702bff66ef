import ScreenKit
import Testing

@Suite("What is sent to the clipboard is exact, and wrapped where it must be")
struct ClipboardRequestTests {
  private func request(_ text: String, _ through: ClipboardRequest.Multiplexer) -> String? {
    ClipboardRequest.bytes(for: text, through: through).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("FR-42: the payload is the exact bytes, wrapped for tmux and screen")
  func wrapping() {
    #expect(request("ü\n", .none) == "\u{1B}]52;c;w7wK\u{07}")
    #expect(request("ü\n", .tmux) == "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;w7wK\u{07}\u{1B}\\")
    #expect(request("ü\n", .screen) == "\u{1B}P\u{1B}]52;c;w7wK\u{07}\u{1B}\\")
  }

  @Test(arguments: [
    (text: "", base64: ""), (text: "f", base64: "Zg=="), (text: "fo", base64: "Zm8="),
    (text: "foo", base64: "Zm9v"), (text: "foobar", base64: "Zm9vYmFy"),
    (text: "??>", base64: "Pz8+"),
  ])
  func base64(text: String, base64: String) {
    #expect(request(text, .none) == "\u{1B}]52;c;\(base64)\u{07}")
  }

  @Test func `long texts go through screen in pieces, and too long ones not at all`() {
    let long = String(repeating: "x", count: 1000)
    let pieces = request(long, .screen)?.components(separatedBy: "\u{1B}\\") ?? []
    #expect(pieces.count == 7 && pieces.allSatisfy { $0.utf8.count <= 258 })
    #expect(request(String(repeating: "x", count: ClipboardRequest.limit), .none) != nil)
    #expect(request(String(repeating: "x", count: ClipboardRequest.limit + 1), .none) == nil)
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}

@Suite("Signs and escapes follow the terminal and the locale")
struct GlyphChoiceTests {
  @Test(arguments: [
    (term: "xterm", locale: "de_DE.UTF-8", wide: false, glyphs: GlyphSet.unicode, ascii: false),
    (term: "xterm", locale: "C.utf8", wide: false, glyphs: .unicode, ascii: false),
    (term: "xterm", locale: "C", wide: false, glyphs: .ascii, ascii: true),
    (term: "xterm", locale: "", wide: false, glyphs: .ascii, ascii: true),
    (term: "linux", locale: "C.UTF-8", wide: false, glyphs: .ascii, ascii: false),
    (term: "vt220", locale: "C.UTF-8", wide: false, glyphs: .ascii, ascii: true),
    (term: "vte-256color", locale: "C.UTF-8", wide: false, glyphs: .unicode, ascii: false),
    (term: "xterm", locale: "ja_JP.UTF-8", wide: true, glyphs: .ascii, ascii: false),
  ])
  func choice(term: String, locale: String, wide: Bool, glyphs: GlyphSet, ascii: Bool) {
    let chosen = GlyphSet.automatic(term: term, locale: locale, ambiguousIsWide: wide)
    #expect(chosen.glyphs == glyphs)
    #expect(chosen.metrics.isASCIIOnly == ascii)
  }
}

@Suite("The recording driver stands in for a terminal")
@MainActor struct RecordingDriverTests {
  @Test func `it keeps frames and passes events on until the terminal is closed`() async {
    let driver = RecordingDriver(TerminalProfile(size: GridSize(width: 4, height: 1)))
    var grid = CellGrid(size: driver.profile.size)
    grid.write("abcd", at: .origin, style: .plain)
    driver.present(grid, cursor: GridPoint(x: 1, y: 0))
    #expect(driver.frames.map(\.text) == ["|abcd|"])
    #expect(driver.cursor == GridPoint(x: 1, y: 0))
    driver.send(.key(Key("q")))
    driver.suspend()
    driver.send(.closed)
    var events: [TerminalEvent] = []
    for await event in driver.events { events.append(event) }
    #expect(events == [.key(Key("q")), .resumed, .closed])
    #expect(driver.copy("text") == .sentToTerminal && driver.copied == ["text"])
    driver.restore()
    #expect(driver.isRestored)
  }
}
