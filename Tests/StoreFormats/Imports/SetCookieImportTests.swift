import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("Set-Cookie lines are received as a browser would")
struct SetCookieImportTests {
  private func options(joined: Bool = false) -> CookieImport.Options {
    var options = circumstances
    options.url = CookieURL("https://shop.example/cart/x")
    options.isJoined = joined
    return options
  }

  @Test("FR-24: Each line is one cookie, commas and all")
  func lines() throws {
    let result = try imported("c=x,y=z; Path=/\r\nd=1", options: options())
    #expect(result.cookies.map(\.name.text).sorted() == ["c", "d"])
    #expect(result.cookies.first { $0.name == "c" }?.value == "x,y=z")
    #expect(result.cookies.first { $0.name == "d" }?.path == "/cart")
  }

  @Test("FR-24: Joined text is split only when it is said to be joined")
  func joined() throws {
    let text = "Set-Cookie: a=1; Expires=Sun, 06 Nov 2033 08:49:37 GMT; Path=/, b=2; Path=/"
    let split = try imported(text, options: options(joined: true))
    #expect(split.cookies.map(\.name.text).sorted() == ["a", "b"])
    #expect(
      split.cookies.first { $0.name == "a" }?.expiryTime
        == Timestamp(rfc3339: "2033-11-06T08:49:37Z"))
    #expect(try imported(text, options: options()).cookies.map(\.name) == ["a"])
  }

  @Test("A refused line is told with its number and its reason")
  func refused() throws {
    let result = try imported(
      "\nok=1\n__Host-x=1; Domain=shop.example; Secure; Path=/\n", options: options())
    #expect(result.cookies.map(\.name) == ["ok"])
    #expect(result.notices.map(\.line) == [3])
    #expect(result.notices.first?.message.contains("“__Host-x” is refused") == true)
  }

  @Test("Without a URL the lines belong nowhere")
  func noURL() {
    #expect(throws: ImportFailure.needsURL) { try imported("a=b; Path=/") }
  }

  @Test("FR-28: A date that was not understood is told")
  func badDate() throws {
    let result = try imported("a=b; Expires=tomorrow", options: options())
    #expect(result.cookies.map(\.isPersistent) == [false])
    #expect(result.notices.first?.message.contains("date of “a” was not understood") == true)
  }
}
