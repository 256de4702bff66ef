import StoreModel
import Testing

@Suite("Text from outside is made visible")
struct VisibleTextTests {
  @Test(
    "FR-39: no control sequence survives",
    arguments: [
      (text: "plain", visible: "plain"), (text: "\u{1B}[2J", visible: "\\x1b[2J"),
      (text: "\u{1B}]0;x\u{7}", visible: "\\x1b]0;x\\x07"),
      (text: "a\u{0}b\u{7F}", visible: "a\\x00b\\x7f"),
      (text: "a\r\n\tb", visible: "a\\r\\n\\tb"), (text: "\u{9B}6n", visible: "\\x9b6n"),
      (text: "a\u{202E}b", visible: "a\\u{202e}b"),
      (text: "\u{200B}\u{FEFF}", visible: "\\u{200b}\\u{feff}"),
      (text: "\u{2028}", visible: "\\u{2028}"), (text: "日本 ü 🎉", visible: "日本 ü 🎉"),
      (text: "e\u{301}", visible: "e\u{301}"), (text: "\u{E0001}", visible: "\\u{e0001}"),
    ])
  func escapes(text: String, visible: String) {
    #expect(Array(VisibleText.escaped(text).utf8) == Array(visible.utf8))
    #expect(Array(VisibleText.escaped(bytes: Array(text.utf8)).utf8) == Array(visible.utf8))
  }

  @Test("a byte that is not UTF-8 is spelt in hex")
  func malformed() {
    #expect(VisibleText.escaped(bytes: [0x61, 0xFF, 0xFE, 0x62]) == "a\\xff\\xfeb")
    #expect(VisibleText.escaped(bytes: [0xE6, 0x97]) == "\\xe6\\x97")
  }

  @Test("every byte alone gives printable ASCII")
  func everyByte() {
    for byte in UInt8.min...UInt8.max {
      let visible = VisibleText.escaped(bytes: [byte])
      #expect(visible.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
  }
}
