import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("Pantler's JSON keeps everything of every engine")
struct PantlerJSONTests {
  static var rich: Cookie {
    var cookie = Cookie(
      name: CookieText(bytes: [0x6E, 0xFF]), value: CookieText(bytes: [0, 0xFE, 0x22]),
      domain: "shop.example", hostOnly: false, path: "/a\"b\\", secure: true, httpOnly: true,
      sameSite: .strict, expiryTime: Timestamp(microseconds: 2_000_000_000_123_456),
      creationTime: Timestamp(microseconds: -1), lastAccessTime: Timestamp(microseconds: .max))
    cookie.partition = CookiePartition(
      topLevelSite: "https://news.example", hasCrossSiteAncestor: true)
    cookie.container = "userContextId=1"
    cookie.sourceScheme = .secure
    cookie.sourcePort = 443
    cookie.lastUpdateTime = Timestamp(microseconds: .min)
    cookie.comment = "remark"
    cookie.commentURL = CookieText(bytes: [0xC3])
    cookie.ports = [80, 443]
    cookie.version = 1
    return cookie
  }

  static let session = Cookie(
    name: "sid", value: "v\u{202E}\n日本", domain: "a.example", hostOnly: true, sameSite: .none)

  static var encrypted: Cookie {
    var cookie = Cookie(name: "enc", value: "", domain: "b.example", hostOnly: true)
    cookie.encryptedValue = [0x76, 0x31, 0x31, 0xFF]
    return cookie
  }

  private func file() -> PantlerJSON {
    var document = PantlerJSON()
    _ = document.apply([.put(Self.rich), .put(Self.session), .put(Self.encrypted)])
    return document
  }

  @Test("Every attribute survives, and the file is sorted")
  func roundTrip() throws {
    let document = file()
    #expect(document.cookies == [Self.session, Self.encrypted, Self.rich])
    let again = try PantlerJSON(decoding: document.encoded())
    #expect(again.cookies == document.cookies && again.notices.isEmpty && !again.isDamaged)
    #expect(again.encoded() == document.encoded())
  }

  @Test("The form of the file")
  func form() throws {
    var document = PantlerJSON()
    #expect(
      text(document.encoded()) == """
        {
          "format": "pantler-cookies",
          "version": 1,
          "cookies": []
        }

        """)
    let cookie = Cookie(
      name: "a", value: "1", domain: "a.example", hostOnly: true,
      expiryTime: Timestamp(seconds: 2_000_000_000))
    #expect(document.apply([.put(cookie)]) == [.done])
    #expect(
      text(document.encoded()) == """
        {
          "format": "pantler-cookies",
          "version": 1,
          "cookies": [
            {"name":"a","value":"1","domain":"a.example","hostOnly":true,"path":"/",\
        "expires":"2033-05-18T03:33:20Z","created":null,"lastAccessed":null,"secure":false,\
        "httpOnly":false,"sameSite":null,"partition":null,"container":null}
          ]
        }

        """)
  }

  @Test("Unknown members and entries are kept")
  func unknown() throws {
    let written = """
      {"format":"pantler-cookies","version":1,"by":"x","cookies":[
      {"name":"a","value":"1","domain":"a.example","path":"/","note":{"k":[1.50,null]}}, "odd",
      {"name":"b","domain":"a.example","path":"/"}],"after":[]}
      """
    var document = try PantlerJSON(decoding: Array(written.utf8))
    #expect(document.cookies.map(\.name) == ["a"] && document.notices.count == 2)
    #expect(text(document.encoded()) == written && !document.isDamaged)
    var cookie = document.cookies[0]
    cookie.value = "2"
    #expect(document.apply([.put(cookie)]) == [.done])
    let changed = text(document.encoded())
    #expect(
      changed.hasPrefix("{\"format\":\"pantler-cookies\",\"version\":1,\"by\":\"x\",\"cookies\":["))
    #expect(changed.hasSuffix("],\"after\":[]}"))
    #expect(changed.contains("\"note\":{\"k\":[1.50,null]}}") && changed.contains("\"odd\""))
    #expect(changed.contains("{\"name\":\"b\",\"domain\":\"a.example\",\"path\":\"/\"}"))
    #expect(try PantlerJSON(decoding: document.encoded()).cookies == [cookie])
  }

  @Test("Entries that are put back are what they were, with members that are not understood")
  func replay() throws {
    let head = "{\n  \"format\": \"pantler-cookies\",\n  \"version\": 1,\n  \"cookies\": ["
    func entry(_ name: String, _ value: String, _ more: String = "") -> String {
      "\n    {\"name\": \"\(name)\", \"value\":\"\(value)\",\"domain\":\"a.example\",\"path\":\"/\"\(more)}"
    }
    let mine = entry("a", "older", ",\"mine\":1") + "," + entry("a", "newer", ",\"mine\":\"keep\"")
    let text = head + mine + "," + entry("b", "1") + "\n  ]\n}\n"
    let before = try PantlerJSON(decoding: Array(text.utf8))
    let cookie = before.cookies[1]
    var later = before.cookies[2]
    later.value = "2"
    var document = before
    #expect(document.apply([.remove(cookie.key), .put(later)]) == [.done, .done])
    var unkept = document
    let replayed = document.apply([.put(cookie)], from: EarlierContent(bytes: before.encoded()))
    #expect(replayed == ReplayedChanges(outcomes: [.done]))
    let after = String(decoding: document.encoded(), as: UTF8.self)
    #expect(after.hasPrefix(head + mine + ","))
    #expect(try PantlerJSON(decoding: document.encoded()).cookies.last == later)
    let loss = ReplayLoss(key: cookie.key, reason: .rewritten)
    #expect(
      unkept.apply([.put(cookie)], from: EarlierContent(bytes: nil))
        == ReplayedChanges(outcomes: [.done], losses: [loss]))
  }

  @Test("Cookies of different source schemes are two")
  func sourceScheme() throws {
    var document = file()
    var twin = Self.rich
    twin.sourceScheme = .nonSecure
    #expect(document.apply([.put(twin), .remove(Self.rich.key)]) == [.done, .done])
    #expect(document.cookies.last == twin && document.cookies.count == 3)
  }

  @Test(
    "Files that are not of this format are refused",
    arguments: [
      "", "[]", "{}", "{\"format\":\"other\",\"version\":1,\"cookies\":[]}", "nothing",
      "{\"format\":\"pantler-cookies\",\"version\":2,\"cookies\":[]}",
      "{\"format\":\"pantler-cookies\",\"version\":0,\"cookies\":[]}",
      "{\"format\":\"pantler-cookies\",\"version\":1}",
    ])
  func foreign(text: String) {
    #expect(throws: DecodingFailure.self) { try PantlerJSON(decoding: Array(text.utf8)) }
  }

  @Test("Every point of truncation is survived", .tags(.format))
  func truncation() throws {
    let bytes = file().encoded()
    for count in 0..<bytes.count - 2 {
      guard var document = try? PantlerJSON(decoding: Array(bytes.prefix(count))) else { continue }
      #expect(document.isDamaged)
      #expect(document.apply([.remove(Self.session.key)]) == [.unverified])
    }
    let cut = try PantlerJSON(decoding: Array(bytes.prefix(bytes.count - 60)))
    #expect(cut.cookies == [Self.session, Self.encrypted])
  }

  @Test("Any bit may flip without a crash", .tags(.format))
  func bitFlips() {
    for bytes in flippedBits(of: file().encoded(), limit: 2500) {
      guard var document = try? PantlerJSON(decoding: bytes) else { continue }
      _ = document.apply(document.cookies.prefix(1).map { .remove($0.key) })
      _ = document.encoded()
    }
  }
}
