import CookieCore
import Testing

@testable import StoreFormats

@Suite("JSON is read by RFC 8259, and no stricter")
struct JSONReaderTests {
  @Test(
    "Values",
    arguments: [
      ("null", JSONValue.null), (" true ", .bool(true)), ("-0.5e+3", .number("-0.5e+3")),
      ("\"a\\u00e9\\uD83D\\ude00\\n\"", .string("aé😀\n")), ("\"\\ud83d!\"", .string("\u{FFFD}!")),
      ("[1,[]]", .array([.number("1"), .array([])])),
      ("{\"a\":{}}", .object([JSONMember(name: "a", value: .object([]))])),
      ("\u{FEFF}0", .number("0")),
    ])
  func values(text: String, value: JSONValue) throws {
    #expect(try JSONReader.value(of: Array(text.utf8)) == value)
  }

  @Test(
    "What is no JSON is refused with its offset",
    arguments: [
      ("", 0), ("[1,]", 3), ("{\"a\"}", 4), ("01", 1), ("1.", 2), ("tru", 0), ("\"\n\"", 1),
      ("[1", 2),
      ("\"\\x\"", 2), ("1 2", 2), ("'a'", 0), ("\"\\u12\"", 5),
    ])
  func failures(text: String, offset: Int) {
    #expect(throws: JSONFailure.self) { try JSONReader.value(of: Array(text.utf8)) }
  }

  @Test("Bytes that are not UTF-8 survive in strings")
  func bytes() throws {
    let value = try JSONReader.value(of: [0x22, 0xFF, 0x5C, 0x6E, 0x22])
    #expect(value == .string(CookieText(bytes: [0xFF, 0x0A])))
  }

  @Test("Deep nesting is refused, not followed")
  func nesting() {
    #expect(throws: JSONFailure.self) {
      try JSONReader.value(of: [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
    }
  }

  @Test("Control and direction characters are written as escapes and read back")
  func escapes() throws {
    let text = "\u{0}\u{1F}\"\\\u{7F}\u{85}\u{202E}\u{2066}\u{FEFF}\u{61C}é日\u{2030}\u{FF21}"
    var bytes: [UInt8] = []
    bytes.appendJSON(text)
    #expect(try JSONReader.value(of: bytes) == .string(CookieText(text)))
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(
      written
        == "\"\\u0000\\u001f\\\"\\\\\\u007f\\u0085\\u202e\\u2066\\ufeff\\u061cé日\u{2030}\u{FF21}\"")
  }
}
