import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("Archives give the cookies that responses set")
struct ArchiveImportTests {
  private func archive(_ entries: String) -> String { "{\"log\":{\"entries\":[\(entries)]}}" }

  @Test("Headers are read in the order of time, and later ones count")
  func headers() throws {
    let result = try imported(
      archive(
        """
        {"startedDateTime":"2026-11-30T03:46:08.180Z","request":{"url":"https://shop.example/a/b","cookies":[
        {"name":"sent","value":"x"}]},"response":{"headers":[{"name":"Set-Cookie",
        "value":"a=1; Max-Age=60\\nb=2; Domain=shop.example; Path=/"},{"name":"set-cookie","value":"gone=1"}],
        "cookies":[{"name":"a","value":"1"}]}},
        {"startedDateTime":"2026-11-30T03:46:09.180Z","request":{"url":"https://shop.example/a/c"},
        "response":{"headers":[{"name":"Set-Cookie","value":"b=3; Domain=shop.example; Path=/"},
        {"name":"Set-Cookie","value":"gone=; Max-Age=0"}]}}
        """))
    let byName = Dictionary(uniqueKeysWithValues: result.cookies.map { ($0.name.text, $0) })
    #expect(byName.keys.sorted() == ["a", "b"] && byName["b"]?.value == "3")
    #expect(byName["a"]?.path == "/a" && byName["a"]?.hostOnly == true)
    #expect(byName["a"]?.expiryTime == Timestamp(rfc3339: "2026-11-30T03:47:08.180Z"))
    #expect(result.notices.contains { $0.message.contains("1 sent cookies are left out") })
  }

  @Test("Lists are read where headers are missing")
  func lists() throws {
    let result = try imported(
      archive(
        """
        {"request":{"url":"https://www.shop.example/","cookies":[
        {"name":"s","value":"1","domain":".shop.example","path":"/","expires":"2033-05-18T03:33:20.000Z",
        "httpOnly":true,"secure":true,"sameSite":"Lax"}]},"response":{"headers":[],"cookies":[
        {"name":"r","value":"2","expires":"2033-05-18T03:33:20.000Z"}]}},{"request":{}}
        """))
    #expect(result.cookies.map(\.name) == ["s", "r"])
    #expect(result.cookies[0].sameSite == .lax && !result.cookies[0].hostOnly)
    #expect(result.cookies[1].hostOnly && result.cookies[1].domain == "www.shop.example")
    #expect(result.notices.count == 1)
  }
}
