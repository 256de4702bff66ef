import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("Lists of cookies are read whoever wrote them")
struct CookieImportTests {
  private static let spellings = [
    "\"unspecified\"", "\"no_restriction\"", "\"lax\"", "\"Lax\"", "\"LAX\"", "\"strict\"",
    "\"None\"",
    "null", "", "\"banana\"",
  ]

  private func list() -> String {
    let entries = Self.spellings.enumerated().map { index, spelling in
      let sameSite = spelling.isEmpty ? "" : ",\"sameSite\":\(spelling)"
      return "{\"name\":\"c\(index)\",\"value\":\"v\",\"domain\":\"shop.example\"\(sameSite)}"
    }
    return "[" + entries.joined(separator: ",") + "]"
  }

  @Test(
    "FR-20: SameSite is understood without case, and what is unknown is told by name",
    arguments: [false, true])
  func sameSite(isWrapped: Bool) throws {
    let result = try imported(isWrapped ? "{\"cookies\":\(list())}" : list())
    #expect(
      result.cookies.map(\.sameSite) == [
        .unspecified, .none, .lax, .lax, .lax, .strict, .none, .unspecified, .unspecified,
        .unspecified,
      ])
    #expect(result.notices.count == 1)
    #expect(result.notices.first?.message.contains("“c9” of shop.example") == true)
  }

  @Test(
    "FR-20: Expiry is understood in every spelling",
    arguments: [
      ("\"expirationDate\":2000000000.5", Timestamp(microseconds: 2_000_000_000_500_000)),
      ("\"expires\":2000000000", Timestamp(seconds: 2_000_000_000)), ("\"expires\":-1", nil),
      ("\"expirationDate\":2000000000,\"session\":true", nil), ("\"expires\":null", nil),
      ("\"x\":1", nil),
      ("\"expires\":\"2033-05-18T03:33:20Z\"", Timestamp(seconds: 2_000_000_000)),
      ("\"expires\":\"Wed, 18 May 2033 03:33:20 GMT\"", Timestamp(seconds: 2_000_000_000)),
      ("\"expiry\":2000000000,\"session\":false", Timestamp(seconds: 2_000_000_000)),
      ("\"expirationDate\":\"2000000000\"", Timestamp(seconds: 2_000_000_000)),
      ("\"expires\":0", nil),
    ])
  func expiry(member: String, time: Timestamp?) throws {
    let result = try imported(
      "[{\"name\":\"n\",\"value\":\"v\",\"domain\":\"a.example\",\(member)}]")
    #expect(result.cookies.map(\.expiryTime) == [time] && result.notices.isEmpty)
  }

  @Test("Bad entries are told one by one, the good ones load")
  func badEntries() throws {
    let result = try imported(
      """
      [{"name":"good","value":"1","domain":".a.example","path":"/x","secure":"true","httpOnly":1},
       {"name":"nowhere","value":"1"}, 7, {"domain":"a.example"}, {"name":"","value":"","domain":"a.example"},
       {"name":"n","value":5,"domain":"b.example","hostOnly":false}]
      """)
    #expect(result.cookies.map(\.name) == ["good", "n"] && result.notices.count == 4)
    #expect(result.cookies[0].secure && result.cookies[0].httpOnly && !result.cookies[0].hostOnly)
    #expect(result.cookies[1].value == "5" && !result.cookies[1].hostOnly)
    #expect(result.notices[0].message.contains("Entry 2, “nowhere”, is left out: it has no domain"))
  }

  @Test("Cookie Quick Manager's words are understood")
  func cookieQuickManager() throws {
    let result = try imported(
      """
      [{"Host raw":"https://.shop.example/","Name raw":"a","Path raw":"/cart","Content raw":"v",
      "Expires":"18-05-2033 03:33:20","Expires raw":"2000000000","Send for":"Encrypted connections only",
      "Send for raw":"true","HTTP only raw":"false","SameSite raw":"no_restriction",
      "This domain only":"Valid for subdomains","This domain only raw":"false",
      "Store raw":"firefox-container-2","First Party Domain":""},
      {"Host raw":"http://shop.example/","Name raw":"b","Path raw":"/","Content raw":"",
      "Expires":"At the end of the session","Expires raw":"0","Send for raw":"false",
      "HTTP only raw":"true","SameSite raw":"lax","This domain only raw":"true","Store raw":"firefox-default"}]
      """)
    var first = Cookie(
      name: "a", value: "v", domain: "shop.example", hostOnly: false, path: "/cart", secure: true,
      sameSite: .none, expiryTime: Timestamp(seconds: 2_000_000_000))
    first.container = "userContextId=2"
    let second = Cookie(
      name: "b", value: "", domain: "shop.example", hostOnly: true, httpOnly: true, sameSite: .lax)
    #expect(result.format == .cookieQuickManager && result.cookies == [first, second])
    #expect(result.notices.isEmpty)
  }

  @Test(
    "Each writer is recognised",
    arguments: [
      ("{\"cookies\":[],\"origins\":[]}", ImportFormat.playwright),
      ("[{\"name\":\"a\",\"domain\":\"b\",\"expires\":-1}]", .playwright),
      ("{\"cookies\":[{\"name\":\"a\",\"size\":2}]}", .devTools),
      ("{\"id\":1,\"result\":{\"cookies\":[{\"name\":\"a\",\"priority\":\"Low\"}]}}", .devTools),
      ("[{\"name\":\"a\",\"storeId\":\"0\",\"sameSite\":\"lax\"}]", .webExtension),
      ("[{\"name\":\"a\",\"storeId\":null}]", .cookieEditor),
      ("[{\"name\":\"a\",\"storeId\":\"0\",\"id\":1}]", .editThisCookie),
      ("{\"log\":{\"entries\":[]}}", .har),
      ("{\"version\":1,\"format\":\"pantler-cookies\",\"cookies\":[]}", .pantlerJSON),
      ("# Netscape HTTP Cookie File\n\n", .netscape), ("cookB", .binarycookies),
      ("a.example\tFALSE\t/\tFALSE\t0\tn\tv\n", .netscape), ("a=b; Path=/\n\nc=d", .setCookie),
      ("HTTP/1.1 200 OK\r\nset-cookie: a=b\r\n\r\n", .setCookie),
      ("<plist><dict/></plist>", .foundation),
    ])
  func recognised(text: String, format: ImportFormat) {
    #expect(CookieImport.detect(Array(text.utf8)) == format)
  }

  @Test(
    "What no program exports is refused",
    arguments: ["", " \n", "{}", "[1]", "{\"a\":", "hello\n", "<html>"])
  func foreign(text: String) {
    #expect(throws: ImportFailure.self) { try imported(text) }
  }

  @Test("Pantler's own listings are read back, masked ones not")
  func listing() throws {
    let cookie = PantlerJSONTests.rich
    func line(_ includeValues: Bool) -> [UInt8] {
      var bytes: [UInt8] = []
      CookieListing.append(
        cookie, store: StoreID(rawValue: "jar:/a"), site: nil, issues: [],
        includeValues: includeValues,
        httpOnlyIsRecorded: true, to: &bytes)
      return bytes + [0x0A]
    }
    let lines = try CookieImport(line(true) + line(true), options: circumstances)
    #expect(lines.format == .listing && lines.cookies == [cookie, cookie])
    let array = try CookieImport([0x5B] + line(true) + [0x5D], options: circumstances)
    #expect(array.cookies == [cookie])
    let masked = try CookieImport(line(false), options: circumstances)
    #expect(masked.cookies.isEmpty && masked.notices.first?.message.contains("masked") == true)
  }

  @Test("Any bit may flip without a crash", .tags(.format))
  func bitFlips() {
    for bytes in flippedBits(of: Array(list().utf8), limit: 2000) {
      _ = try? CookieImport(bytes, options: circumstances)
    }
  }
}
