import CookieCore
import Testing

@Suite("Identities are found among many cookies")
struct KeyTableTests {
  private static let cookies: [Cookie] = {
    var cookies = (0..<500).map { number in
      Cookie(
        name: CookieText("name\(number % 50)"), value: "",
        domain: CookieText("host\(number / 50).test"),
        hostOnly: false)
    }
    // All that can tell two identities apart.
    var other = cookies[7]
    other.hostOnly = true
    cookies.append(other)
    other = cookies[7]
    other.path = "/a"
    cookies.append(other)
    other = cookies[7]
    other.partition = CookiePartition(topLevelSite: "https://top.test")
    cookies.append(other)
    other = cookies[7]
    other.container = "userContextId=1"
    cookies.append(other)
    other = cookies[7]
    other.sourceScheme = .secure
    other.sourcePort = 443
    cookies.append(other)
    return cookies
  }()

  @Test("each identity is found at its own cookie, and nowhere else")
  func everyIdentity() {
    let cookies = Self.cookies
    let table = KeyTable(cookies.map(\.key).reversed())
    #expect(table.positions(in: cookies) == cookies.indices.reversed().map { $0 })
    for index in cookies.indices {
      let place = cookies.count - 1 - index
      #expect(table.place(of: cookies[index].key) == place)
    }
  }

  @Test("what is not in the list or not among the cookies is not found")
  func missing() {
    let cookies = Self.cookies
    let table = KeyTable([cookies[3].key, CookieKey(name: "x", domain: "y", hostOnly: true)])
    #expect(table.positions(in: cookies) == [3, nil])
    #expect(table.place(of: cookies[4].key) == nil)
    #expect(KeyTable([]).positions(in: cookies) == [])
    #expect(KeyTable([]).place(of: cookies[4].key) == nil)
  }

  @Test("of an identity that comes twice the first place counts, and of its cookies the last")
  func repeated() {
    let cookies = [Self.cookies[1], Self.cookies[2], Self.cookies[1]]
    let table = KeyTable([cookies[1].key, cookies[0].key, cookies[1].key])
    #expect(table.positions(in: cookies) == [1, 2, 1])
    #expect((0..<3).map { table.firstPlace(ofKeyAt: $0) } == [0, 1, 0])
    #expect(table.place(of: cookies[1].key) == 0)
  }
}
