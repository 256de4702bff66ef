import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("An export says what it does not carry")
struct CookieExportTests {
  static let expiry = Timestamp(seconds: 2_000_000_000)

  static let plain = Cookie(
    name: "u", value: "1", domain: "shop.example", hostOnly: true, secure: true,
    sameSite: .unspecified, expiryTime: expiry)

  static var partitioned: Cookie {
    var cookie = plain
    cookie.value = "2"
    cookie.partition = CookiePartition(
      topLevelSite: "https://news.example", hasCrossSiteAncestor: true)
    return cookie
  }

  static var encrypted: Cookie {
    var cookie = plain
    cookie.name = "locked"
    cookie.value = ""
    cookie.encryptedValue = [UInt8](repeating: 0x76, count: 35)
    return cookie
  }

  @Test("FR-08: Without partitions both cookies have a line, and the loss is told")
  func partitions() {
    let export = CookieExport([Self.partitioned, Self.plain], as: .netscape)
    let lines = text(export.bytes).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      lines == [
        "shop.example\tFALSE\t/\tTRUE\t2000000000\tu\t1",
        "shop.example\tFALSE\t/\tTRUE\t2000000000\tu\t2",
      ])
    #expect(export.count == 2)
    #expect(export.notices.contains { $0.level == .warning && $0.message.contains("partition") })
  }

  @Test(
    "FR-08: Where two records cannot stand side by side the partitioned one is left out by name")
  func binaryPartitions() throws {
    let export = CookieExport([Self.partitioned, Self.plain], as: .binarycookies)
    #expect(try BinaryCookies(decoding: export.bytes).cookies.map(\.value) == ["1"])
    #expect(export.notices.contains { $0.message.contains("“u” of shop.example is left out") })
  }

  @Test(
    "FR-04: A value that was not decrypted is left out by name, or kept as it is",
    arguments: ExportFormat.allCases)
  func encrypted(format: ExportFormat) throws {
    let export = CookieExport([Self.plain, Self.encrypted], as: format)
    #expect(
      export.notices.contains {
        $0.message.contains("“locked”") && $0.message.contains("encrypted")
      })
    if format == .json {
      #expect(try PantlerJSON(decoding: export.bytes).cookies.first?.encryptedValue?.count == 35)
    } else {
      #expect(export.count == 1 && !text(export.bytes).contains("locked"))
    }
  }

  @Test("FR-18: What is lost is counted for each attribute")
  func losses() {
    var cookies = [Self.plain, Self.plain, Self.plain]
    for (index, name) in ["a", "b", "c"].enumerated() {
      cookies[index].name = CookieText(name)
      cookies[index].sameSite = index == 0 ? .unspecified : .lax
    }
    let export = CookieExport(cookies, as: .netscape)
    #expect(export.notices.map(\.message) == ["SameSite of 2 cookies is not carried."])
    #expect(CookieExport(cookies, as: .json).notices.isEmpty)
  }

  @Test("FR-18: What only the read-back shows to be lost is told as well")
  func readBackLosses() {
    var cookie = Self.plain
    cookie.sameSite = .none
    let export = CookieExport([cookie], as: .binarycookies)
    #expect(export.notices.map(\.message) == ["SameSite of 1 cookie is not carried."])
  }

  @Test("Values never appear in what is told", arguments: ExportFormat.allCases)
  func secrets(format: ExportFormat) {
    var odd = Self.partitioned
    odd.value = "top-secret;\u{1}"
    odd.expiryTime = nil
    odd.lastAccessTime = Self.expiry
    let export = CookieExport([odd, Self.encrypted], as: format)
    #expect(!export.notices.contains { $0.message.contains("top-secret") })
  }

  @Test("FR-20: Playwright's storage state has every cookie, and no invented SameSite")
  func playwright() throws {
    var wide = Self.partitioned
    wide.hostOnly = false
    wide.sameSite = .none
    wide.name = "w\""
    var session = Self.plain
    session.name = "s"
    session.expiryTime = nil
    session.sameSite = .strict
    let export = CookieExport([Self.plain, wide, session], as: .playwright)
    #expect(
      text(export.bytes) == """
        {
          "cookies": [
            {
              "name": "u",
              "value": "1",
              "domain": "shop.example",
              "path": "/",
              "expires": 2000000000,
              "httpOnly": false,
              "secure": true
            },
            {
              "name": "w\\"",
              "value": "2",
              "domain": ".shop.example",
              "path": "/",
              "expires": 2000000000,
              "httpOnly": false,
              "secure": true,
              "sameSite": "None",
              "partitionKey": "https://news.example",
              "_crHasCrossSiteAncestor": true
            },
            {
              "name": "s",
              "value": "1",
              "domain": "shop.example",
              "path": "/",
              "expires": -1,
              "httpOnly": false,
              "secure": true,
              "sameSite": "Strict"
            }
          ],
          "origins": []
        }

        """)
    let options = CookieImport.Options(now: Timestamp(seconds: 0))
    #expect(
      try CookieImport(export.bytes, options: options).cookies == [Self.plain, wide, session])
  }

  @Test("A header has longer paths first, then older cookies, and only what fits")
  func header() {
    var deep = Self.plain
    deep.name = "deep"
    deep.path = "/cart"
    var old = Self.plain
    old.name = ""
    old.creationTime = Timestamp(seconds: 1)
    var new = Self.plain
    new.creationTime = Timestamp(seconds: 2)
    var bad = Self.plain
    bad.name = "bad"
    bad.value = "a;b"
    let export = CookieExport([bad, new, old, deep], as: .header)
    #expect(text(export.bytes) == "Cookie: deep=1; 1; u=1\n" && export.count == 3)
    #expect(export.notices.contains { $0.message.contains("“bad”") })
    #expect(CookieExport([], as: .header).bytes.isEmpty)
  }

  @Test("Set-Cookie lines can be received again")
  func setCookie() throws {
    var wide = Self.plain
    wide.hostOnly = false
    wide.httpOnly = true
    wide.sameSite = .lax
    wide.expiryTime = Timestamp(seconds: 999_999_999_999)
    let export = CookieExport([wide], as: .setCookie)
    #expect(
      text(export.bytes) == """
        Set-Cookie: u=1; Domain=shop.example; Path=/; Expires=Fri, 31 Dec 9999 23:59:59 GMT; Secure; HttpOnly; SameSite=Lax

        """)
    #expect(export.notices.contains { $0.message.contains("year 9999") })
    let options = CookieImport.Options(
      now: Timestamp(seconds: 0), url: CookieURL("https://shop.example/"), publicSuffixes: .builtin)
    let again = try CookieImport(export.bytes, options: options)
    #expect(again.format == .setCookie && again.cookies.map(\.key) == [wide.key])
  }

  @Test(
    "FR-13: A session cookie is exported to cookies.txt with 0, and left out of binary cookies by name"
  )
  func session() {
    var session = Self.plain
    session.expiryTime = nil
    #expect(text(CookieExport([session], as: .netscape).bytes).hasSuffix("\tTRUE\t0\tu\t1\n"))
    let binary = CookieExport([session], as: .binarycookies)
    #expect(
      binary.count == 0 && binary.notices.contains { $0.message.contains("no session cookies") })
  }
}
