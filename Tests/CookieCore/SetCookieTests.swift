import CookieCore
import Testing

@Suite("A Set-Cookie line is read tolerantly, RFC 6265bis 5.6", .tags(.spec))
struct SetCookieTests {
  @Test(
    "FR-28: dates in the forms that servers really send",
    arguments: [
      ("Sun, 06 Nov 2033 08:49:37 GMT", 2_014_879_777 as Int64?),
      ("Sunday, 06-Nov-33 08:49:37 GMT", 2_014_879_777),
      ("Sun, 06-Nov-2033 08:49:37 GMT", 2_014_879_777),
      ("Sun Nov  6 08:49:37 2033", 2_014_879_777),
      ("Sun, 6 Nov 2033 8:49:37 GMT", 2_014_879_777),
      ("06 Nov 98 08:49:37", 910_342_177),
      ("06 Nov 69 00:00:00", 3_150_921_600),
      ("06 Nov 70 00:00:00", 26_697_600),
      ("29 Feb 2023 00:00:00", nil),
      ("29 Feb 2024 00:00:00", 1_709_164_800),
      ("Mon, 01 Jan 1601 00:00:00", -11_644_473_600),
      ("Sun, 06 Nov 1500 08:49:37 GMT", nil),
      ("tomorrow", nil),
      ("24 Nov 2033 24:00:00", nil),
      ("", nil),
    ])
  func dates(text: String, seconds: Int64?) {
    #expect(CookieDate.parse(text)?.seconds == seconds)
    let parsed = ParsedSetCookie("a=b; Expires=" + text)
    #expect(parsed.expires?.seconds == seconds)
    let note = parsed.notes.first { $0.kind == .dateNotUnderstood }
    #expect(note?.text.text == (seconds == nil ? text : nil))
  }

  @Test("a date that is written reads back as itself")
  func writtenDates() {
    for seconds in stride(from: Int64(-11_644_473_600), through: 253_402_300_799, by: 7_777_777_777)
    {
      let time = Timestamp(seconds: seconds)
      #expect(CookieDate.format(time).flatMap(CookieDate.parse) == time)
    }
    #expect(CookieDate.format(Timestamp(seconds: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(CookieDate.format(Timestamp(seconds: 253_402_300_800)) == nil)
  }

  @Test(
    "FR-31: cookies without a name",
    arguments: [
      ("=hej; Path=/", "", "hej"), ("tok; Path=/", "", "tok"),
      ("ct0=; Max-Age=-1; Path=/; Domain=.shop.example", "ct0", ""),
      ("sid=aaa; ; Path=/;;Secure;;", "sid", "aaa"), (" a = b = c ;x", "a", "b = c"),
    ])
  func names(line: String, name: String, value: String) {
    let parsed = ParsedSetCookie(line)
    #expect(parsed.name.text == name)
    #expect(parsed.value.text == value)
    #expect(parsed.rejections.isEmpty)
  }

  @Test("FR-31: neither name nor value is no cookie")
  func nothing() {
    for line in ["=; Path=/", "", ";", "\t", " = "] {
      #expect(ParsedSetCookie(line).rejections == [.nameAndValueEmpty])
    }
    #expect(ParsedSetCookie("sid=aaa; ; Path=/;;Secure;;").secure)
    #expect(ParsedSetCookie("ct0=; Max-Age=-1").maxAge == -1)
  }

  @Test("the last attribute of a kind that can be read counts")
  func repeatedAttributes() {
    let parsed = ParsedSetCookie(
      "a=b; Max-Age=10; max-age=x; Path=/one; Path=two; Domain=a.example; Domain=; SameSite=Lax; SameSite=odd"
    )
    #expect(parsed.maxAge == 10)
    #expect(parsed.path == nil)
    #expect(parsed.hasPathAttribute)
    #expect(parsed.domain == "")
    #expect(parsed.sameSite == .unspecified)
    #expect(parsed.notes.contains { $0.kind == .maxAgeNotUnderstood && $0.text == "x" })
    #expect(parsed.notes.contains { $0.kind == .pathNotAbsolute && $0.text == "two" })
    #expect(parsed.notes.contains { $0.kind == .sameSiteNotUnderstood })
  }

  @Test("an attribute over 1024 bytes is ignored alone, name and value over 4096 refuse the line")
  func sizes() {
    let long = String(repeating: "x", count: 1025)
    let parsed = ParsedSetCookie("a=b; Path=/first; Path=/" + long + "; Secure")
    #expect(parsed.path == "/first")
    #expect(parsed.secure)
    #expect(parsed.notes == [SetCookieNote(.attributeTooLong, text: "Path")])
    let value = String(repeating: "v", count: 4095)
    #expect(ParsedSetCookie("n=" + value).rejections.isEmpty)
    #expect(ParsedSetCookie("nn=" + value).rejections == [.tooLarge])
  }

  @Test("control characters but the tab refuse the line wherever they stand")
  func controlCharacters() {
    for byte in (0...31).map({ UInt8($0) }) + [127] {
      let isRefused = byte != 9
      for line in [[0x61, byte, 0x3D, 0x62], [0x61, 0x3D, 0x62, 0x3B, byte]] {
        #expect(ParsedSetCookie(bytes: line).rejections.contains(.controlCharacter) == isRefused)
      }
    }
  }

  @Test("bytes that are not UTF-8 are kept")
  func malformed() {
    let parsed = ParsedSetCookie(bytes: [0x61, 0xFF, 0x3D, 0xC3])
    #expect(parsed.name.bytes == [0x61, 0xFF])
    #expect(parsed.value.bytes == [0xC3])
    #expect(parsed.rejections.isEmpty)
  }

  @Test("a Max-Age of any length is a number")
  func longMaxAge() {
    #expect(ParsedSetCookie("a=b; Max-Age=9999999999999999999999").maxAge == .max)
    #expect(ParsedSetCookie("a=b; Max-Age=-9999999999999999999999").maxAge == -.max)
    #expect(ParsedSetCookie("a=b; Max-Age=+1").maxAge == nil)
    #expect(ParsedSetCookie("a=b; Max-Age=-").maxAge == nil)
    #expect(ParsedSetCookie("a=b; Max-Age=1.5").maxAge == nil)
  }

  @Test("FR-24: joined headers are split between cookies, single ones never")
  func joinedHeaders() {
    let joined = "a=1; Expires=Sun, 06 Nov 2033 08:49:37 GMT; Path=/, b=2; Path=/"
    let parts = JoinedSetCookie.split(joined)
    #expect(parts == ["a=1; Expires=Sun, 06 Nov 2033 08:49:37 GMT; Path=/", "b=2; Path=/"])
    #expect(ParsedSetCookie(parts[0]).expires?.seconds == 2_014_879_777)
    #expect(ParsedSetCookie("c=x,y=z; Path=/").value == "x,y=z")
  }

  @Test("the value appears in no description")
  func redaction() {
    #expect(!"\(ParsedSetCookie("sid=topsecret"))".contains("topsecret"))
  }
}
