import CookieCore
import StoreFormats
import StoreModel
import Testing

private let vector = bytes(
  hex: """
    636f6f6b000000010000005b000001000100000010000000000000004b000000000000002d000000000000003800000045000000
    470000004900000000000000000000000000000084d7c7410000008093dcc4412e6578616d706c652e636f6d0061002f0031000000
    0376071720050000004b62706c6973743030d101025f10184e5348545450436f6f6b6965416363657074506f6c6963791002080b26
    0000000000000101000000000000000300000000000000000000000000000028
    """)

@Suite("Binary cookies are read as Apple's programs write them")
struct BinaryCookiesReadingTests {
  @Test("Every field of a record has its place in the cookie")
  func fields() throws {
    let document = try BinaryCookies(decoding: vector)
    let cookie = try #require(document.cookies.first)
    #expect(document.cookies.count == 1)
    #expect(cookie.key == CookieKey(name: "a", domain: "example.com", hostOnly: false))
    #expect(cookie.value == "1")
    #expect(cookie.secure && cookie.httpOnly && cookie.sameSite == .lax)
    #expect(cookie.expiryTime == Timestamp(seconds: 1_778_307_200))
    #expect(cookie.creationTime == Timestamp(seconds: 1_678_307_200))
    #expect(document.checksumIsCorrect == true && document.storedChecksum == 0x376)
    #expect(document.acceptPolicy == 2 && document.pages == [1] && document.flags == [0x2D])
    #expect(document.notices.isEmpty && !document.isDamaged)
    #expect(document.encoded() == vector)
  }

  @Test("Old and new order of strings, port, comment, version and blob are understood")
  func richFile() throws {
    let document = try BinaryCookies(decoding: BinaryCookieFile.rich.bytes)
    #expect(document.cookies.map(\.name) == ["sid", "old", "noted", "host"])
    #expect(document.cookies.map(\.value.bytes) == [[0x73, 0x31], [0x6F], [0x6E], [0xFF, 0xFE]])
    #expect(document.cookies.map(\.hostOnly) == [false, false, false, true])
    let noted = document.cookies[2]
    #expect(noted.ports == [8080] && noted.comment == "remark" && noted.version == 1)
    #expect(document.pages == [3, 1])
    #expect(document.encoded() == BinaryCookieFile.rich.bytes)
  }

  @Test(
    "SameSite is in bits 3 and 4; bit 5 alone means None only on a domain cookie",
    arguments: [
      (flags: UInt32(0), domain: ".a.example", sameSite: SameSite.unspecified),
      (0x08, ".a.example", .lax), (0x28, ".a.example", .lax), (0x48, ".a.example", .lax),
      (0x18, ".a.example", .strict), (0x38, ".a.example", .strict), (0x20, ".a.example", .none),
      (0x40, ".a.example", .unspecified), (0x20, "a.example", .unspecified),
      (0x28, "a.example", .lax), (0x38, "a.example", .strict), (0, "a.example", .unspecified),
    ])
  func sameSite(flags: UInt32, domain: String, sameSite: SameSite) throws {
    let record = BinaryCookieFile.record(domain: domain, name: "n", value: [0x76], flags: flags)
    let document = try BinaryCookies(decoding: BinaryCookieFile(pages: [[record]]).bytes)
    #expect(document.cookies.map(\.sameSite) == [sameSite])
  }

  @Test("A record with the session bit and no expiry is a session cookie")
  func session() throws {
    let records = [
      BinaryCookieFile.record(domain: "a.example", name: "s", value: [], flags: 2, expiry: 0),
      BinaryCookieFile.record(domain: "a.example", name: "p", value: [], flags: 2),
      BinaryCookieFile.record(domain: "a.example", name: "e", value: [], expiry: 0),
    ]
    let document = try BinaryCookies(decoding: BinaryCookieFile(pages: [records]).bytes)
    #expect(document.cookies.map(\.isPersistent) == [false, true, true])
  }

  @Test("A wrong checksum is told, kept while nothing changes, and put right by a change")
  func wrongChecksum() throws {
    var file = BinaryCookieFile.rich
    file.checksumError = 1
    var document = try BinaryCookies(decoding: file.bytes)
    #expect(document.checksumIsCorrect == false && !document.isDamaged)
    #expect(document.notices.map(\.level) == [.warning])
    #expect(document.encoded() == file.bytes)
    _ = document.apply([.remove(document.cookies[0].key)])
    #expect(try BinaryCookies(decoding: document.encoded()).checksumIsCorrect == true)
  }

  @Test("A file of the time before accept policies keeps its short trailer")
  func shortTrailer() throws {
    var file = BinaryCookieFile.rich
    file.trailer = [0x07, 0x17, 0x20, 0x05]
    let document = try BinaryCookies(decoding: file.bytes)
    #expect(document.acceptPolicy == nil && document.notices.isEmpty)
    #expect(document.encoded() == file.bytes)
  }

  @Test(
    "Bytes that do not begin with the magic word are refused", arguments: ["", "coo", "book0000"])
  func foreign(text: String) {
    #expect(throws: DecodingFailure.self) { try BinaryCookies(decoding: Array(text.utf8)) }
  }

  @Test("FR-10: Names and values beyond ASCII are read, and bad bytes survive a rewrite")
  func beyondASCII() throws {
    let file = bytes(
      hex: """
        636f6f6b0000000100000064000001000100000010000000000000005400000000000000050000000000000038000000450000
        004b0000004d0000000000000000000000000000c0e572ce410000008093dcc44173686f702e6578616d706c650074c3a4737400
        2f00e697a5e69cac000000055e071720050000004b
        """)
    // The report's file ends with the length of its property list; the list itself is added.
    let whole = file + BinaryCookieFile.standardList
    for bytes in [file, whole] {
      let document = try BinaryCookies(decoding: bytes)
      let cookie = try #require(document.cookies.first)
      #expect(cookie.key == CookieKey(name: "täst", domain: "shop.example", hostOnly: true))
      #expect(cookie.value == "日本" && cookie.secure && cookie.httpOnly)
      #expect(cookie.expiryTime == Timestamp(seconds: 2_000_000_000))
      #expect(document.checksumIsCorrect == true)
    }
    try expectAlteredValueSurvives(whole)
  }

  private func expectAlteredValueSurvives(_ whole: [UInt8]) throws {
    var altered = whole
    let value = try #require(altered.firstIndex(of: 0xE6))
    altered[value] = 0xFF
    altered[value + 1] = 0xFE
    var document = try BinaryCookies(decoding: altered)
    #expect(document.cookies.first?.value.utf8String == nil)
    let new = Cookie(
      name: "new", value: "1", domain: "shop.example", hostOnly: true,
      expiryTime: Timestamp(seconds: 2_000_000_000))
    #expect(document.apply([.put(new)]) == [.done])
    let again = try BinaryCookies(decoding: document.encoded())
    #expect(again.cookies.first?.value.bytes == [0xFF, 0xFE, 0xA5, 0xE6, 0x9C, 0xAC])
    #expect(again.cookies.count == 2 && again.checksumIsCorrect == true)
  }
}
