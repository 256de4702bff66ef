import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("A listed cookie is one JSON object with the agreed members")
struct CookieListingTests {
  private func listing(
    _ cookie: Cookie, includeValues: Bool, httpOnlyIsRecorded: Bool = true, issues: [String] = []
  ) -> String {
    var bytes: [UInt8] = []
    CookieListing.append(
      cookie, store: StoreID(rawValue: "jar:/a"), site: "a.example", issues: issues,
      includeValues: includeValues, httpOnlyIsRecorded: httpOnlyIsRecorded, to: &bytes)
    return text(bytes)
  }

  private let cookie = Cookie(
    name: "n", value: "secret", domain: "a.example", hostOnly: true, sameSite: .lax,
    expiryTime: Timestamp(microseconds: 2_000_000_000_500_000))

  @Test("Values are masked unless they are asked for")
  func masked() {
    let rest = """
      "domain":"a.example","hostOnly":true,"path":"/","expires":"2033-05-18T03:33:20.5Z","created":null,\
      "lastAccessed":null,"secure":false,"httpOnly":false,"sameSite":"lax","partition":null,\
      "container":null,"site":"a.example","issues":["x","y"]}
      """
    let start = "{\"store\":\"jar:/a\",\"name\":\"n\","
    let issues = ["x", "y"]
    #expect(
      listing(cookie, includeValues: false, issues: issues) == start + "\"valueLength\":6," + rest)
    #expect(
      listing(cookie, includeValues: true, issues: issues) == start + "\"value\":\"secret\"," + rest
    )
  }

  @Test("FR-26: HttpOnly that is not recorded is null, not false")
  func notRecorded() {
    #expect(
      listing(cookie, includeValues: false, httpOnlyIsRecorded: false).contains("\"httpOnly\":null")
    )
    var known = cookie
    known.httpOnly = true
    #expect(
      listing(known, includeValues: false, httpOnlyIsRecorded: false).contains("\"httpOnly\":true"))
  }

  @Test("FR-04: A value that could not be read has a length and no text")
  func encrypted() {
    var encrypted = cookie
    encrypted.value = ""
    encrypted.encryptedValue = [UInt8](repeating: 7, count: 35)
    let masked = listing(encrypted, includeValues: false)
    #expect(masked.contains("\"encryptedLength\":35") && !masked.contains("\"valueLength\""))
    var empty = cookie
    empty.value = ""
    #expect(listing(empty, includeValues: true).contains("\"value\":\"\""))
  }

  @Test("Bytes that are not UTF-8 are written in base64")
  func bytes() {
    var odd = cookie
    odd.value = CookieText(bytes: [0xFF, 0xFE])
    #expect(listing(odd, includeValues: true).contains("\"valueBase64\":\"//4=\""))
  }
}
