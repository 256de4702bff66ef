import ScreenKit
import Testing

@Suite("No text can command the terminal")
struct HostileTextTests {
  @Test(
    "FR-39: control sequences in data appear as visible escapes in cells",
    arguments: [
      (text: "\u{1B}[2J", shown: "\\x1b[2J"),
      (text: "\u{1B}]0;x\u{07}", shown: "\\x1b]0;x\\x07"),
      (text: "\u{1B}]52;c;aGk=\u{07}", shown: "\\x1b]52;c;aGk=\\x07"),
      (text: "\u{1B}[6n", shown: "\\x1b[6n"),
      (text: "\u{1B}]", shown: "\\x1b]"),
      (text: "\u{1B}Pq\u{1B}\\", shown: "\\x1bPq\\x1b\\"),
      (text: "a\r\nb\tc", shown: "a\\r\\nb\\tc"),
      (text: "\u{08}\u{07}\u{00}\u{7F}", shown: "\\x08\\x07\\x00\\x7f"),
      (text: "\u{9B}2J", shown: "\\u{9b}2J"),
      (text: "a\u{202E}b\u{2066}c", shown: "a\\u{202e}b\\u{2066}c"),
      (text: "a\u{200B}\u{200D}\u{FEFF}\u{AD}", shown: "a\\u{200b}\\u{200d}\\u{feff}\\u{ad}"),
      (text: "\u{301}x", shown: "\\u{301}x"),
      (text: "\u{E000}\u{FFFE}\u{2028}", shown: "\\u{e000}\\u{fffe}\\u{2028}"),
      (text: "\u{3164}\u{1161}", shown: "\\u{3164}\\u{1161}"),
      (text: "x\u{FE0F}\u{E0041}", shown: "x\\u{fe0f}\\u{e0041}"),
    ])
  func escapes(text: String, shown: String) {
    var grid = CellGrid(size: GridSize(width: 60, height: 1))
    let width = grid.write(text, at: .origin, style: .plain)
    #expect(grid.text == "|" + shown.padded(to: 60) + "|")
    #expect(width == shown.count)
    #expect(TextMetrics.standard.width(of: text) == shown.count)
    #expect(SafeText.escaped(text) == shown)
    #expect(SafeText.escaped(shown) == shown)
    let cells = grid.row(0).flatMap { $0.character.unicodeScalars }
    #expect(cells.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }

  @Test(arguments: [
    "日本", "ü", "u\u{308}", "👩‍👩‍👧‍👦", "🇩🇪", "नि", "한", "\u{26A0}\u{FE0F}", "a\\b", "é\u{301}",
  ])
  func `ordinary text stays as it is`(text: String) {
    #expect(SafeText.escaped(text) == text)
  }

  @Test func `marks piled on a letter are spelt out`() {
    let piled = "e" + String(repeating: "\u{301}", count: 40)
    #expect(SafeText.escaped(piled) == "e" + String(repeating: "\\u{301}", count: 40))
  }

  @Test(
    arguments: [
      (bytes: [0x61, 0xFF, 0x62], shown: "a\\xffb"),
      (bytes: [0xC3, 0xBC], shown: "ü"),
      (bytes: [0xC3], shown: "\\xc3"),
      (bytes: [0xE2, 0x82, 0x41], shown: "\\xe2\\x82A"),
      (bytes: [0xED, 0xA0, 0x80], shown: "\\xed\\xa0\\x80"),
      (bytes: [0x1B, 0x5B], shown: "\\x1b["),
      (bytes: [], shown: ""),
    ] as [(bytes: [UInt8], shown: String)])
  func `bytes that are not UTF-8 are shown one by one`(bytes: [UInt8], shown: String) {
    #expect(SafeText.escaped(bytes: bytes) == shown)
  }

  @Test func `every scalar is either shown or spelt out, with the width measured`() {
    let metrics = TextMetrics.standard
    var wrong: [UInt32] = []
    let blocks: [ClosedRange<UInt32>] = [
      0...0x34FF, 0xA000...0xABFF, 0xD7A0...0xFFFF, 0x1F000...0x1FBFF, 0xE0000...0xE01FF,
    ]
    for value in blocks.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var total = 0
      var shown = ""
      metrics.forEachCluster(of: "a" + String(scalar) + "b") { character, width in
        total += width
        shown.append(character)
        return true
      }
      let isControl = shown.unicodeScalars.contains {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
      }
      if isControl || total != metrics.width(of: "a" + String(scalar) + "b") { wrong.append(value) }
    }
    #expect(wrong.isEmpty)
  }
}
