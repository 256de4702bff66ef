import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("A change to a text jar touches its own line and nothing else")
struct NetscapeChangingTests {
  private static let text = """
    # Netscape HTTP Cookie File\r
    # my own remark\r
    \r
    a.example\tFALSE\t/\tFALSE\t2000000000\tid\t1\r
    b.example\tFALSE\t/\tFALSE\t2000000000\tid\t1
    .b.example\tTRUE\t/\tFALSE\t2000000000\tid\t1\r
    b.example\tFALSE\t/sub\tFALSE\t2000000000\tid\t1\r
    no record\r
    #HttpOnly_c.example\tFALSE\t/\tTRUE\t2000000000\tlast\t9
    """

  private func jar() throws -> NetscapeJar {
    try NetscapeJar(decoding: Array(Self.text.utf8))
  }

  private func text(_ jar: NetscapeJar) -> String {
    String(decoding: jar.encoded(), as: UTF8.self)
  }

  @Test("Removing takes the one line; namesakes on other domains and paths stay")
  func removal() throws {
    var jar = try jar()
    let key = CookieKey(name: "id", domain: "b.example", hostOnly: true)
    #expect(jar.apply([.remove(key), .remove(key)]) == [.done, .goneAlready])
    let line = "b.example\tFALSE\t/\tFALSE\t2000000000\tid\t1\n"
    let rest = Self.text.replacing(line, with: "", maxReplacements: 1)
    #expect(text(jar) == rest)
  }

  @Test("Replacing keeps the place and the line ending")
  func replacement() throws {
    var jar = try jar()
    var cookie = jar.cookies[2]
    cookie.value = "new"
    cookie.secure = true
    #expect(jar.apply([.put(cookie)]) == [.done])
    let changed = Self.text.replacing(
      ".b.example\tTRUE\t/\tFALSE\t2000000000\tid\t1\r\n",
      with: ".b.example\tTRUE\t/\tTRUE\t2000000000\tid\tnew\r\n")
    #expect(text(jar) == changed)
  }

  @Test("A new record gets a line at the end, also behind an unfinished one")
  func addition() throws {
    var jar = try jar()
    let cookie = Cookie(name: "n", value: "v", domain: "n.example", hostOnly: false)
    #expect(jar.apply([.put(cookie)]) == [.done])
    #expect(text(jar) == Self.text + "\r\n.n.example\tTRUE\t/\tFALSE\t0\tn\tv\r\n")
  }

  @Test("Putting what is there already changes no byte")
  func nothingNew() throws {
    var jar = try jar()
    #expect(jar.apply(jar.cookies.map { .put($0) }).allSatisfy { $0 == .done })
    #expect(text(jar) == Self.text)
  }

  @Test("Remove and put of one identity in one request are made in order")
  func order() throws {
    var jar = try jar()
    let cookie = jar.cookies[0]
    #expect(jar.apply([.remove(cookie.key), .put(cookie)]) == [.done, .done])
    #expect(jar.cookies.count(where: { $0 == cookie }) == 1)
    #expect(jar.apply([.put(cookie), .remove(cookie.key)]) == [.done, .done])
    #expect(!jar.cookies.contains(cookie))
  }

  @Test("FR-21: Cookies that came in meanwhile stay when the fresh file is changed")
  func merge() throws {
    let old = "a.example\tFALSE\t/\tFALSE\t2000000000\tdoomed\t1\tNone\n"
    let fresh =
      old + "a.example\tFALSE\t/\tFALSE\t2000000000\tnew1\t2\tLax\n"
      + "b.example\tFALSE\t/\tFALSE\t2000000000\tnew2\t3\tStrict\n"
    let key = try #require(try NetscapeJar(decoding: Array(old.utf8)).cookies.first?.key)
    var jar = try NetscapeJar(decoding: Array(fresh.utf8))
    #expect(jar.apply([.remove(key)]) == [.done])
    #expect(text(jar) == fresh.replacing(old, with: ""))
  }

  @Test(
    "FR-39: What would break the line cannot be written, and other bytes can",
    arguments: [
      (value: "a\tb", fits: false), (value: "a\nb", fits: false), (value: "a\rb", fits: false),
      (value: "a\u{0}b", fits: false), (value: "\u{1B}[2J\u{7}\u{8}\u{7F}", fits: true),
      (value: " spaces ", fits: true), (value: "#x", fits: true), (value: "", fits: true),
    ])
  func reservedBytes(value: String, fits: Bool) throws {
    for dialect in NetscapeJar.Dialect.allCases {
      var jar = NetscapeJar(dialect: dialect)
      let cookie = Cookie(
        name: "n", value: CookieText(value), domain: "a.example", hostOnly: true,
        expiryTime: Timestamp(seconds: 2_000_000_000))
      let before = jar.encoded()
      let outcome: AppliedChanges.Outcome = fits ? .done : .unrepresentable(.arbitraryBytes)
      #expect(jar.apply([.put(cookie)]) == [outcome])
      #expect(jar.losses(of: cookie).contains(.arbitraryBytes) == !fits)
      if fits {
        #expect(try NetscapeJar(decoding: jar.encoded()).cookies == [cookie])
      } else {
        #expect(jar.encoded() == before)
      }
    }
  }

  @Test(
    "What a line would say otherwise is refused",
    arguments: [
      Cookie(name: "n", value: "v", domain: "#a.example", hostOnly: true),
      Cookie(name: "n", value: "v", domain: "", hostOnly: true),
      Cookie(name: "n", value: "v", domain: ".a.example", hostOnly: true),
      Cookie(name: "a\tb", value: "v", domain: "a.example", hostOnly: true),
      Cookie(name: "n", value: "v", domain: "a.example", hostOnly: true, path: "/\t"),
    ])
  func misleading(cookie: Cookie) {
    var jar = NetscapeJar()
    #expect(jar.apply([.put(cookie)]) == [.unrepresentable(.arbitraryBytes)])
  }

  @Test("FR-08: Twins of a partition and of none both get a line")
  func partitions() throws {
    let plain = Cookie(name: "n", value: "u", domain: "a.example", hostOnly: true)
    var partitioned = plain
    partitioned.value = "p"
    partitioned.partition = CookiePartition(topLevelSite: "https://news.example")
    var jar = NetscapeJar()
    #expect(jar.losses(of: partitioned) == [.partition])
    #expect(jar.apply([.put(partitioned), .put(plain)]) == [.done, .done])
    #expect(jar.cookies.map(\.value) == ["p", "u"])
    let bytes = jar.encoded()
    #expect(jar.apply([.put(partitioned), .put(plain)]) == [.done, .done])
    #expect(jar.encoded() == bytes, "the second time writes nothing")
  }

  @Test("What records of other engines have besides does not make another cookie")
  func engineIdentity() throws {
    var cookie = Cookie(name: "n", value: "1", domain: "a.example", hostOnly: true)
    cookie.sourceScheme = .secure
    cookie.sourcePort = 443
    for dialect in NetscapeJar.Dialect.allCases where dialect != .libsoup {
      var jar = NetscapeJar(dialect: dialect)
      #expect(jar.apply([.put(cookie)]) == [.done])
      cookie.value = "2"
      #expect(jar.apply([.put(cookie)]) == [.done])
      #expect(jar.cookies.map(\.value) == ["2"])
      #expect(jar.cookies.map(\.domain) == ["a.example"])
    }
  }

  @Test("Each dialect loses what it has no column for")
  func losses() throws {
    var cookie = Cookie(
      name: "n", value: "v", domain: "a.example", hostOnly: true, secure: true, httpOnly: true,
      sameSite: .lax, expiryTime: Timestamp(seconds: 2_000_000_000))
    #expect(NetscapeJar(dialect: .curl).losses(of: cookie) == [.sameSite])
    #expect(NetscapeJar(dialect: .wget).losses(of: cookie) == [.sameSite, .httpOnly])
    #expect(NetscapeJar(dialect: .libsoup).losses(of: cookie) == [])
    cookie.sameSite = SameSite.none
    #expect(NetscapeJar(dialect: .libsoup).losses(of: cookie) == [.sameSite])
    var wget = NetscapeJar(dialect: .wget)
    #expect(wget.apply([.put(cookie)]) == [.done])
    #expect(wget.cookies.map(\.httpOnly) == [false])
    #expect(NetscapeJar.unrepresentable.isSuperset(of: [.httpOnly, .session, .partition]))
  }

  @Test("Wget does not see HttpOnly lines, and a notice says so")
  func hiddenFromWget() throws {
    let text =
      "# HTTP cookie file.\n#HttpOnly_a.example\tFALSE\t/\tFALSE\t2000000000\ta\t1\n"
    let jar = try NetscapeJar(decoding: Array(text.utf8))
    #expect(jar.cookies.map(\.httpOnly) == [true])
    #expect(jar.notices.map(\.line) == [2])
  }

  @Test("libsoup's eighth column follows the cookie, and so does Python's empty expiry")
  func dialectSpelling() throws {
    var soup = NetscapeJar(dialect: .libsoup)
    let cookie = Cookie(
      name: "n", value: "v", domain: "a.example", hostOnly: false, httpOnly: true,
      sameSite: .strict, expiryTime: Timestamp(seconds: 4_000_000_000))
    #expect(soup.apply([.put(cookie)]) == [.done])
    let record = "#HttpOnly_.a.example\tTRUE\t/\tFALSE\t4000000000\tn\tv\tStrict\n"
    #expect(text(soup).hasSuffix(record))
    let header =
      "# Netscape HTTP Cookie File\n# http://curl.haxx.se/rfc/cookie_spec.html\n"
      + "# This is a generated file!  Do not edit.\n\n"
    var python = try NetscapeJar(decoding: Array(header.utf8))
    let session = Cookie(name: "n", value: "v", domain: "a.example", hostOnly: true)
    #expect(python.apply([.put(session)]) == [.done])
    #expect(text(python) == header + "a.example\tFALSE\t/\tFALSE\t\tn\tv\n")
  }

  @Test("An empty file gets a header with its first record")
  func emptyFile() throws {
    var jar = try NetscapeJar(decoding: [])
    #expect(jar.encoded().isEmpty)
    _ = jar.apply([.put(Cookie(name: "n", value: "v", domain: "a.example", hostOnly: true))])
    #expect(text(jar).hasPrefix("# Netscape HTTP Cookie File\n"))
  }

  @Test("A jar that lost its last record is still known as one")
  func lastRecord() throws {
    let record = "a.example\tFALSE\t/\tFALSE\t0\ta\t1\n"
    for rest in ["", "# a remark\n", "no record\n"] {
      var jar = try NetscapeJar(decoding: Array((rest + record).utf8))
      let key = try #require(jar.cookies.first?.key)
      #expect(jar.apply([.remove(key)]) == [.done])
      #expect(text(jar).hasSuffix(rest))
      #expect(try NetscapeJar(decoding: jar.encoded()).cookies.isEmpty)
    }
  }

  @Test(
    "A jar of libsoup whose title is missing or another is still libsoup's without its last record",
    arguments: ["", "# Cookies\n", "# http cookie files of mine\n", "\n# HTTP Cookie File\n"])
  func lastRecordOfLibsoup(title: String) throws {
    let header =
      title + "# http://www.netscape.com/newsref/std/cookie_spec.html\n"
      + "# This is a generated file!  Do not edit.\n"
      + "# To delete cookies, use the Cookie Manager.\n\n"
    let records = "ab".map { "\($0).example\tFALSE\t/\tFALSE\t2000000000\tn\t1\tLax\n" }.joined()
    for head in [header, title] {
      var jar = try NetscapeJar(decoding: Array((head + records).utf8))
      #expect(jar.dialect == .libsoup)
      for cookie in jar.cookies {
        #expect(jar.apply([.remove(cookie.key)]) == [.done])
        jar = try NetscapeJar(decoding: jar.encoded())
        #expect(jar.dialect == .libsoup)
      }
      #expect(jar.cookies.isEmpty && jar.hasTitle)
      #expect(text(jar).hasSuffix(head))
    }
  }

  @Test("A hundred thousand records are read, and changed in one pass")
  func manyRecords() throws {
    var text = ""
    for index in 0..<100_000 {
      text += "host\(index).example\tFALSE\t/\tFALSE\t2000000000\tsid\tvalue-\(index)\n"
    }
    var jar = try NetscapeJar(decoding: Array(text.utf8))
    let cookies = jar.cookies
    #expect(cookies.count == 100_000)
    let changes = cookies.enumerated().filter { $0.offset % 2 == 0 }.map {
      StoreChange.remove($0.element.key)
    }
    #expect(jar.apply(changes).allSatisfy { $0 == .done })
    #expect(jar.cookies.count == 50_000)
  }
}
