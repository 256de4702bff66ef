import CookieCore
import FoundationEssentials
import Testing

@Suite("A text is its bytes")
struct CookieTextTests {
  @Test("canonically equivalent texts are different texts")
  func equality() {
    let composed: CookieText = "\u{E9}"
    let decomposed: CookieText = "e\u{301}"
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    // The same number of bytes, the same characters, in another order.
    let one = CookieText("a\u{323}\u{307}")
    let other = CookieText("a\u{307}\u{323}")
    #expect(one.count == other.count)
    #expect(one != other)
    #expect(CookieText(bytes: Array("sid".utf8)) == "sid")
  }

  @Test("bytes that are not UTF-8 survive, and sort by bytes")
  func malformedBytes() {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62]
    let text = CookieText(bytes: bytes)
    #expect(text.bytes == bytes)
    #expect(text.utf8String == nil)
    #expect(text.count == 3)
    #expect(text == CookieText(bytes: bytes))
    #expect(text != CookieText(text.text))
    #expect(CookieText("a") < text)
    #expect(text < CookieText(bytes: [0x61, 0xFF, 0x63]))
  }

  @Test(
    "JSON carries text as a string and other bytes in base64",
    arguments: [
      (CookieText("sid"), #"["sid"]"#),
      (CookieText(""), #"[""]"#),
      (CookieText(bytes: [0xFF, 0x00]), #"[{"base64":"/wA="}]"#),
    ])
  func codable(text: CookieText, json: String) throws {
    let encoded = try JSONEncoder().encode([text])
    let spelling = String(decoding: encoded, as: UTF8.self)
    #expect(spelling.replacing("\\/", with: "/") == json)
    #expect(try JSONDecoder().decode([CookieText].self, from: encoded) == [text])
  }

  @Test("a description tells the length and not the text")
  func redaction() {
    let text: CookieText = "secret"
    #expect(!"\(text)".contains("secret"))
    #expect(!String(reflecting: text).contains("secret"))
    var dumped = ""
    dump(text, to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}
