import ScreenKit
import Testing

@Suite("Text is as wide as the cells it fills")
struct TextWidthTests {
  @Test(
    "FR-34: columns stay in place behind wide, combining and ambiguous characters",
    arguments: [
      (text: "日本", width: 4), (text: "e\u{301}", width: 1), (text: "🎉", width: 2),
      (text: "①", width: 1), (text: "\u{26A0}", width: 1), (text: "\u{26A0}\u{FE0F}", width: 2),
      (text: "", width: 0),
    ])
  func widthOfNames(text: String, width: Int) {
    #expect(TextMetrics.standard.width(of: text) == width)
    var grid = CellGrid(size: GridSize(width: 60, height: 1))
    grid.write(TextMetrics.standard.fitted(text, to: 20), at: .origin, style: .plain)
    #expect(grid.write("next", at: GridPoint(x: 20, y: 0), style: .plain) == 4)
    #expect(grid[GridPoint(x: 20, y: 0)].character == "n")
    #expect(grid.row(0).reduce(0) { $0 + Int($1.width) } == 60)
  }

  @Test(arguments: [
    (text: "1\u{FE0F}\u{20E3}", width: 2), (text: "🇩🇪", width: 2),
    (text: "👩‍👩‍👧‍👦", width: 2), (text: "👍🏽", width: 2), (text: "ﾊﾟ", width: 2),
    (text: "Ａ", width: 2), (text: "한", width: 2), (text: "\u{1112}\u{1161}\u{11AB}", width: 2),
    (text: "क्ष", width: 2), (text: "नि", width: 1), (text: "☎\u{FE0E}", width: 1),
    (text: "⌚", width: 2), (text: "⌚\u{FE0E}", width: 1), (text: "plain text", width: 10),
    (text: "ü", width: 1), (text: "u\u{308}\u{301}", width: 1), (text: "\u{3000}", width: 2),
    (text: "a\u{200B}b", width: 10), (text: "\u{1B}[2J", width: 7), (text: "ก็", width: 1),
    (text: "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", width: 2),
  ])
  func widthOfClusters(text: String, width: Int) {
    #expect(TextMetrics.standard.width(of: text) == width)
  }

  @Test func `ambiguous characters are wide when the terminal draws them so`() {
    let wide = TextMetrics(ambiguousIsWide: true)
    #expect(wide.width(of: "①") == 2)
    #expect(wide.width(of: "a①b") == 4)
    #expect(wide.width(of: "é") == 2)
    #expect(wide.width(of: "ñ") == 1)
    #expect(wide.truncated("abcdef", to: 4) == "abc~")
  }

  @Test func `a terminal without UTF-8 gets escapes of the right width`() {
    let ascii = TextMetrics(isASCIIOnly: true)
    #expect(ascii.fitted("aü", to: 8) == "a\\u{fc} ".padded(to: 8))
    #expect(ascii.width(of: "ü") == 6)
    #expect(ascii.truncated("größer", to: 4, ellipsis: "…") == "gr\\~")
  }
}

extension String {
  func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
