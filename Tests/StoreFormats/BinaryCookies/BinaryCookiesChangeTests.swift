import CookieCore
import StoreModel
import Testing

@testable import StoreFormats

@Suite("A change to binary cookies touches nothing but what it names")
struct BinaryCookiesChangeTests {
  static let expiry = Timestamp(seconds: 2_000_000_000)

  private func rich() throws -> BinaryCookies {
    try BinaryCookies(decoding: BinaryCookieFile.rich.bytes)
  }

  @Test("FR-11: A new file has the layout that the owner of the format reads")
  func newFile() throws {
    var document = BinaryCookies()
    let cookie = Cookie(
      name: "a", value: "1", domain: "example.com", hostOnly: false, secure: true, httpOnly: true,
      sameSite: .lax, expiryTime: Timestamp(seconds: 1_778_307_200),
      creationTime: Timestamp(seconds: 1_678_307_200))
    #expect(document.apply([.put(cookie)]) == [.done])
    let record = BinaryCookieFile.record(
      domain: ".example.com", name: "a", value: [0x31], flags: 0x0D, expiry: 800_000_000,
      creation: 700_000_000)
    #expect(document.encoded() == BinaryCookieFile(pages: [[record]]).bytes)
    #expect(try BinaryCookies(decoding: document.encoded()).cookies == [cookie])
  }

  @Test("FR-11: A page with the swapped tag is read with a notice and saved with the right one")
  func swappedTag() throws {
    var file = BinaryCookieFile.rich
    file.tag = [0, 1, 0, 0]
    let document = try BinaryCookies(decoding: file.bytes)
    #expect(document.cookies.count == 4 && !document.isDamaged)
    #expect(document.notices.filter { $0.level == .warning }.count >= 2)
    #expect(document.encoded() == BinaryCookieFile.rich.bytes)
  }

  @Test("FR-11: There is one page for each domain, and a page that is emptied goes away")
  func pages() throws {
    var document = try rich()
    let names = ["x", "y", "z"]
    let domains: [(CookieText, Bool)] = [
      ("shop.example", true), ("new.example", true), ("new.example", false),
    ]
    let puts = zip(names, domains).map { name, domain in
      StoreChange.put(
        Cookie(
          name: CookieText(name), value: "", domain: domain.0, hostOnly: domain.1,
          expiryTime: Self.expiry))
    }
    #expect(document.apply(puts) == [.done, .done, .done])
    #expect(document.pages == [3, 2, 1, 1])
    let removals = document.cookies.filter { $0.domain == "shop.example" && $0.hostOnly }
    _ = document.apply(removals.map { .remove($0.key) })
    #expect(document.pages == [3, 1, 1])
    #expect(try BinaryCookies(decoding: document.encoded()).cookies == document.cookies)
  }

  @Test("Records beside a changed one keep every byte, fractions and blobs too")
  func untouchedRecords() throws {
    var document = try rich()
    #expect(document.apply([.remove(document.cookies[0].key)]) == [.done])
    var file = BinaryCookieFile.rich
    file.pages[0].removeFirst()
    #expect(document.encoded() == file.bytes)
  }

  @Test("A changed record keeps its unknown flags, its blob and the times that did not change")
  func changedRecord() throws {
    var document = try rich()
    var sid = document.cookies[0]
    sid.value = "s2"
    sid.secure = false
    var noted = document.cookies[2]
    noted.value = "m"
    var old = document.cookies[1]
    old.value = "p"
    #expect(document.apply([.put(sid), .put(noted), .put(old)]) == [.done, .done, .done])
    var file = BinaryCookieFile.rich
    file.pages[0] = [
      BinaryCookieFile.record(
        domain: ".shop.example", name: "sid", value: Array("s2".utf8), flags: 0x4C),
      BinaryCookieFile.record(
        domain: ".shop.example", name: "old", value: Array("p".utf8),
        expiry: 1_021_692_800.123_456_7,
        creation: 700_000_000.987_654_3),
      BinaryCookieFile.record(
        domain: ".shop.example", name: "noted", value: Array("m".utf8), version: 1, port: 8080,
        comment: "remark", tail: Array("bplist00tail".utf8)),
    ]
    #expect(document.encoded() == file.bytes)
  }

  @Test("Putting what is there already changes no byte")
  func samePut() throws {
    var document = try rich()
    #expect(document.apply(document.cookies.map { .put($0) }) == [.done, .done, .done, .done])
    #expect(document.encoded() == BinaryCookieFile.rich.bytes)
  }

  @Test("Changes to one identity count in their order")
  func order() throws {
    var document = try rich()
    let key = document.cookies[3].key
    var cookie = document.cookies[3]
    cookie.value = "again"
    let outcomes = document.apply([.remove(key), .remove(key), .put(cookie)])
    #expect(outcomes == [.done, .goneAlready, .done])
    #expect(document.cookies.last?.value == "again" && document.cookies.count == 4)
  }

  @Test("Removing takes every duplicate, putting leaves one")
  func duplicates() throws {
    let record = BinaryCookieFile.record(domain: "a.example", name: "n", value: [0x31])
    let file = BinaryCookieFile(pages: [[record], [record, record]])
    var document = try BinaryCookies(decoding: file.bytes)
    var cookie = document.cookies[0]
    #expect(document.cookies.count == 3)
    cookie.value = "2"
    #expect(document.apply([.put(cookie)]) == [.done] && document.cookies == [cookie])
    #expect(document.apply([.remove(cookie.key)]) == [.done] && document.pages == [])
  }

  @Test(
    "What a document shows after a change is what its bytes say",
    arguments: [
      (sameSite: SameSite.none, hostOnly: true, shown: SameSite.unspecified),
      (.none, false, .none), (.lax, true, .lax), (.lax, false, .lax), (.strict, true, .strict),
      (.strict, false, .strict), (.unspecified, true, .unspecified),
      (.unspecified, false, .unspecified),
    ])
  func readBack(sameSite: SameSite, hostOnly: Bool, shown: SameSite) throws {
    var document = BinaryCookies()
    for time in [Timestamp(microseconds: .min), Timestamp(microseconds: .max), Self.expiry] {
      let cookie = Cookie(
        name: "n", value: "v", domain: "a.example", hostOnly: hostOnly, sameSite: sameSite,
        expiryTime: time, creationTime: time)
      #expect(document.apply([.put(cookie)]) == [.done])
      #expect(document.cookies.map(\.sameSite) == [shown])
      #expect(try BinaryCookies(decoding: document.encoded()).cookies == document.cookies)
    }
  }

  @Test("What a record cannot hold is refused by name")
  func unrepresentable() throws {
    let plain = Cookie(
      name: "n", value: "v", domain: "a.example", hostOnly: true, expiryTime: Self.expiry)
    var partitioned = plain
    partitioned.partition = CookiePartition(topLevelSite: "https://news.example")
    var session = plain
    session.expiryTime = nil
    var nul = plain
    nul.value = "a\u{0}b"
    var ports = plain
    ports.ports = [80, 443]
    var document = BinaryCookies()
    #expect(
      document.apply([.put(partitioned), .put(session), .put(nul), .put(ports)])
        == [
          .unrepresentable(.partition), .unrepresentable(.session),
          .unrepresentable(.arbitraryBytes),
          .unrepresentable(.ports),
        ])
    #expect(document.cookies.isEmpty)
  }

  @Test("Records that are put back have every byte that they had, though others wrote meanwhile")
  func replay() throws {
    let before = try rich()
    let gone = before.cookies
    var after = before
    #expect(after.apply(gone.map { .remove($0.key) }) == gone.map { _ in .done })
    let new = Cookie(
      name: "later", value: "v", domain: "later.example", hostOnly: true, expiryTime: Self.expiry)
    #expect(after.apply([.put(new)]) == [.done])
    let earlier = EarlierContent(bytes: before.encoded())
    let replayed = after.apply(gone.map { .put($0) }, from: earlier)
    #expect(replayed == ReplayedChanges(outcomes: gone.map { _ in .done }))
    let read = try BinaryCookies(decoding: after.encoded())
    #expect(read.cookies.filter { $0.key != new.key }.sortedByName == gone.sortedByName)
    #expect(read.recordBytes(besides: new.key) == before.recordBytes())
    // One that was written over gets its bytes back, too.
    var changed = gone[0]
    changed.value = "mine"
    var edited = before
    #expect(edited.apply([.put(changed), .put(new)]) == [.done, .done])
    #expect(edited.apply([.put(gone[0])], from: earlier).losses.isEmpty)
    #expect(
      try BinaryCookies(decoding: edited.encoded()).recordBytes(besides: new.key)
        == before.recordBytes())
    var blind = after
    let loss = ReplayLoss(key: gone[0].key, reason: .rewritten)
    #expect(blind.apply([.put(gone[0])], from: EarlierContent(bytes: nil)).losses == [loss])
  }
}

extension [Cookie] {
  fileprivate var sortedByName: [Cookie] {
    sorted { ($0.name.text, $0.path.text) < ($1.name.text, $1.path.text) }
  }
}

extension BinaryCookies {
  /// The bytes of every record but one, in an order that does not depend on the pages.
  fileprivate func recordBytes(besides key: CookieKey? = nil) -> [[UInt8]] {
    zip(cookies, layout.records).filter { $0.0.key != key }
      .map { withBytes(of: $0.1) { Array($0) } }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }
}
