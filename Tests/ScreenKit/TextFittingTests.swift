import ScreenKit
import Testing

@Suite("Text is cut and padded to an exact width")
struct TextFittingTests {
  private let metrics = TextMetrics.standard

  @Test(arguments: [
    (text: "abcdef", width: 6, cut: "abcdef"), (text: "abcdef", width: 4, cut: "abc…"),
    (text: "abcdef", width: 1, cut: "…"), (text: "abcdef", width: 0, cut: ""),
    (text: "日本語", width: 5, cut: "日本…"), (text: "日本語", width: 4, cut: "日…"),
    (text: "日本語", width: 2, cut: "…"), (text: "", width: 3, cut: ""),
    (text: "a\u{1B}b", width: 4, cut: "a\\x…"),
  ])
  func endCut(text: String, width: Int, cut: String) {
    #expect(metrics.truncated(text, to: width) == cut)
    #expect(metrics.width(of: metrics.fitted(text, to: width)) == width)
  }

  @Test(arguments: [
    (text: "www.shop.example.org", width: 20, keep: "example.org", cut: "www.shop.example.org"),
    (text: "www.shop.example.org", width: 16, keep: "example.org", cut: "www….example.org"),
    (text: "www.shop.example.org", width: 13, keep: "example.org", cut: "….example.org"),
    (text: "www.shop.example.org", width: 12, keep: "example.org", cut: "…example.org"),
    (text: "www.shop.example.org", width: 8, keep: "example.org", cut: "…ple.org"),
    (text: "verylongsinglename", width: 9, keep: "", cut: "very…name"),
    (text: "日本語.example.org", width: 17, keep: "example.org", cut: "日本….example.org"),
    (text: "abc", width: 0, keep: "c", cut: ""),
    (text: "abcdefgh", width: 1, keep: "", cut: "…"),
  ])
  func middleCut(text: String, width: Int, keep: String, cut: String) {
    let shown = metrics.cutInMiddle(text, to: width, keepingSuffix: keep)
    #expect(shown == cut)
    #expect(metrics.width(of: shown) <= width)
  }

  @Test func `columns are aligned`() {
    #expect(metrics.fitted("12", to: 5, alignment: .right) == "   12")
    #expect(metrics.fitted("日", to: 5, alignment: .center) == " 日  ")
    #expect(metrics.truncatedAtStart("/a/long/path", to: 6) == "…/path")
  }

  @Test(arguments: [
    (text: "one two three", width: 7, lines: ["one two", "three"]),
    (text: "one  two", width: 20, lines: ["one  two"]),
    (text: "a verylongword b", width: 6, lines: ["a", "verylo", "ngword", "b"]),
    (text: "  indented text", width: 10, lines: ["  indented", "text"]),
    (text: "first\n\nthird", width: 10, lines: ["first", "", "third"]),
    (text: "日本語日本語", width: 5, lines: ["日本", "語日", "本語"]),
    (text: "trailing   ", width: 20, lines: ["trailing"]),
    (text: "日", width: 1, lines: [""]), (text: "x", width: 0, lines: []),
    (text: "", width: 4, lines: [""]),
  ])
  func wrapping(text: String, width: Int, lines: [String]) {
    #expect(metrics.wrapped(text, to: width) == lines)
  }
}
