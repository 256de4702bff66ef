import CookieCore
import Foundation
import StoreModel
import Testing

@testable import StoreFormats

@Suite("Foundation's cookie file is read as Foundation means it")
struct FoundationCookieFileTests {
  @Test("What a real program saved is read field by field and written back byte for byte")
  func realFile() throws {
    let bytes = try fixture("foundation/cookies.shared.plist")
    let document = try FoundationCookieFile(decoding: bytes)
    #expect(document.cookies.map(\.name) == ["wide", "Z9", "secure", "noted", "plain", "z10", "é"])
    #expect(document.cookies.map(\.hostOnly) == [false, true, true, true, true, true, true])
    #expect(document.cookies[0].value == "a&b<c>\"'")
    #expect(document.cookies[0].expiryTime == Timestamp(microseconds: 2_000_000_000_123_456))
    #expect(document.cookies[2].secure && document.cookies[2].path == "/cart")
    #expect(document.cookies[2].value == "täst 日本")
    #expect(document.cookies[3].comment == "hello" && document.cookies[3].ports == [80])
    #expect(document.cookies[3].commentURL == "https://shop.example/c")
    #expect(document.cookies[6].value == "tab\there")
    #expect(document.notices.isEmpty && document.encoded() == bytes)
  }

  @Test("A file that is built by changes is the one that Foundation would save")
  func builtFile() throws {
    let bytes = try fixture("foundation/cookies.shared.plist")
    let cookies = try FoundationCookieFile(decoding: bytes).cookies
    var document = FoundationCookieFile()
    document.flags = .foundation
    // Foundation writes seventeen digits where fewer name the same number.
    let rounded = text(bytes).replacing("1999999999.0999999", with: "1999999999.1")
    #expect(document.apply(cookies.reversed().map { .put($0) }).allSatisfy { $0 == .done })
    #expect(text(document.encoded()) == rounded)
    #expect(document.apply(cookies.map { .remove($0.key) }).allSatisfy { $0 == .done })
    let empty = try PropertyListSerialization.data(
      fromPropertyList: [String: Any](), format: .xml, options: 0)
    #expect(document.encoded() == Array(empty))
  }

  @Test("Entries that are put back are what they were, byte by byte, though others wrote meanwhile")
  func replay() throws {
    let bytes = try fixture("foundation/cookies.shared.plist")
    let before = try FoundationCookieFile(decoding: bytes)
    let gone = before.cookies.filter { ["noted", "plain", "é"].contains($0.name.text) }
    let later = Cookie(
      name: "later", value: "v", domain: "later.example", hostOnly: true,
      expiryTime: Timestamp(seconds: 2_000_000_000))
    var after = before
    _ = after.apply(gone.map { .remove($0.key) } + [.put(later)])
    let replayed = after.apply(gone.map { .put($0) }, from: EarlierContent(bytes: bytes))
    #expect(replayed == ReplayedChanges(outcomes: [.done, .done, .done]))
    #expect(after.apply([.remove(later.key)]) == [.done])
    #expect(after.encoded() == bytes)
    // One that was written over gets its text back, too.
    var changed = gone[0]
    changed.value = "mine"
    #expect(after.apply([.put(changed)]) == [.done])
    #expect(after.apply([.put(gone[0])], from: EarlierContent(bytes: bytes)).losses.isEmpty)
    #expect(after.encoded() == bytes)
    let blind = after.apply([.put(gone[0])], from: EarlierContent(bytes: nil))
    #expect(blind.losses == [ReplayLoss(key: gone[0].key, reason: .rewritten)])
  }

  @Test("Any property list that Foundation writes is read, and what is no cookie is kept")
  func foreignEntries() throws {
    let list: [String: Any] = [
      "a": ["Name": "n", "Value": "v", "Domain": "a.example", "Path": "/", "Future": [1, "x"]],
      "array": [1, 2.5, true, Data([1, 2]), Date(timeIntervalSince1970: 0)], "text": "]]> & \u{1}",
      "number": 5, "empty": [String: Any](),
    ]
    let bytes = Array(
      try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))
    var document = try FoundationCookieFile(decoding: bytes)
    #expect(document.cookies.map(\.name) == ["n"] && document.notices.count == 4)
    #expect(!document.isDamaged && document.encoded() == bytes)
    let new = Cookie(
      name: "x", value: "1", domain: "a.example", hostOnly: true,
      expiryTime: Timestamp(seconds: 2_000_000_000))
    #expect(document.apply([.put(new)]) == [.done] && document.apply([.remove(new.key)]) == [.done])
    #expect(document.encoded() == bytes)
  }

  @Test(
    "Flags are understood as truth values, numbers and strings",
    arguments: [
      ("<true/>", true), ("<false/>", false), ("<string>TRUE</string>", true),
      ("<string>true</string>", true), ("<string>FALSE</string>", false),
      ("<integer>1</integer>", true),
      ("<integer>0</integer>", false),
    ])
  func flags(element: String, isSet: Bool) throws {
    let file = try FoundationCookieFile(decoding: entry("<key>Secure</key>\(element)"))
    #expect(file.cookies.map(\.secure) == [isSet])
  }

  private func entry(_ properties: String) -> [UInt8] {
    Array(
      """
      <plist version="1.0"><!-- compact --><dict><key>k</key><dict><key>Name</key><string>n</string>\
      <key>Value</key><string>v&#x41;<![CDATA[<]]></string><key>Domain</key><string>.a.example</string>\
      <key>Path</key><string>/</string>\(properties)</dict></dict></plist>
      """.utf8)
  }

  @Test("Compact files, references and character data are read")
  func compactFile() throws {
    let document = try FoundationCookieFile(
      decoding: entry("<key>Expires</key><integer>5</integer>"))
    #expect(document.cookies.map(\.value) == ["vA<"])
    #expect(document.cookies.first?.expiryTime == Timestamp(seconds: 5))
  }

  @Test("FR-26: Deleting one cookie leaves every byte of the others, unknown keys too")
  func neighbours() throws {
    let file = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>a.example/keep</key>
      \t<dict>
      \t\t<key>Domain</key>
      \t\t<string>a.example</string>
      \t\t<key>Expires</key>
      \t\t<real>2000000000</real>
      \t\t<key>Future</key>
      \t\t<data>AQID</data>
      \t\t<key>Name</key>
      \t\t<string>keep</string>
      \t\t<key>Path</key>
      \t\t<string>/</string>
      \t\t<key>Secure</key>
      \t\t<true/>
      \t\t<key>Value</key>
      \t\t<string>v</string>
      \t</dict>
      """
    let other = """
      \n\t<key>a.example/other</key>
      \t<dict>
      \t\t<key>Domain</key><string>a.example</string>
      \t\t<key>Name</key><string>other</string>
      \t\t<key>Path</key><string>/</string>
      \t\t<key>Value</key><string>o</string>
      \t</dict>
      """
    let end = "\n</dict>\n</plist>\n"
    var document = try FoundationCookieFile(decoding: Array((file + other + end).utf8))
    #expect(document.apply([.remove(document.cookies[1].key)]) == [.done])
    #expect(text(document.encoded()) == file + end)
    #expect(FoundationCookieFile.unrepresentable.contains(.httpOnly))
  }

  @Test("FR-26: A changed cookie keeps its unknown keys and the text of what did not change")
  func changedCookie() throws {
    let properties = """
      <key>Expires</key><real>2000000000.1234567</real><key>Future</key><data>AQID</data>\
      <key>Secure</key><true/>
      """
    var document = try FoundationCookieFile(decoding: entry(properties))
    var cookie = document.cookies[0]
    cookie.value = "new"
    #expect(document.apply([.put(cookie)]) == [.done])
    let written = text(document.encoded())
    for kept in [
      "<real>2000000000.1234567</real>", "<data>AQID</data>", "<true/>", "<string>new</string>",
    ] {
      #expect(written.contains(kept))
    }
    #expect(try FoundationCookieFile(decoding: document.encoded()).cookies == [cookie])
  }

  @Test("FR-23, FR-26: Flags that Pantler writes are those that Foundation's next reader honours")
  func writtenFlags() throws {
    let cookie = Cookie(
      name: "n", value: "v", domain: "a.example", hostOnly: true, secure: true, httpOnly: true,
      expiryTime: Timestamp(seconds: 2_000_000_000))
    var strings = FoundationCookieFile()
    #expect(strings.apply([.put(cookie)]) == [.done])
    let root = try list(strings)
    #expect(root["a.example/n"]?["Secure"] as? String == "TRUE")
    #expect(root["a.example/n"]?["HttpOnly"] as? String == "TRUE")
    #expect(root["a.example/n"]?["Expires"] as? Double == 2_000_000_000)
    #expect(try FoundationCookieFile(decoding: strings.encoded()).cookies == [cookie])
    var exact = FoundationCookieFile()
    exact.flags = .foundation
    #expect(exact.apply([.put(cookie)]) == [.done])
    let exactRoot = try list(exact)
    #expect(exactRoot["a.example/n"]?["Secure"] as? Bool == true)
    #expect(exactRoot["a.example/n"]?["HttpOnly"] == nil && exact.cookies.first?.httpOnly == false)
  }

  private func list(_ document: FoundationCookieFile) throws -> [String: [String: Any]] {
    try PropertyListSerialization.propertyList(from: Data(document.encoded()), format: nil)
      as? [String: [String: Any]] ?? [:]
  }

  @Test("Two cookies that claim one key are not mixed up")
  func collision() throws {
    func cookie(path: CookieText, name: CookieText) -> Cookie {
      Cookie(
        name: name, value: "", domain: "a.example", hostOnly: true, path: path,
        expiryTime: Timestamp(seconds: 2_000_000_000))
    }
    let first = cookie(path: "/a", name: "b")
    let second = cookie(path: "/", name: "ab")
    var document = FoundationCookieFile()
    #expect(document.apply([.put(first), .put(second)]) == [.done, .unrepresentable(.path)])
    #expect(document.apply([.remove(first.key), .put(second)]) == [.done, .done])
    #expect(document.cookies == [second])
  }

  @Test("What an entry cannot hold is refused by name")
  func unrepresentable() throws {
    let plain = Cookie(
      name: "n", value: "v", domain: "a.example", hostOnly: true,
      expiryTime: Timestamp(seconds: 2_000_000_000))
    var session = plain
    session.expiryTime = nil
    var bytes = plain
    bytes.value = CookieText(bytes: [0xFF])
    var partitioned = plain
    partitioned.partition = CookiePartition(topLevelSite: "https://news.example")
    var document = FoundationCookieFile()
    #expect(
      document.apply([.put(session), .put(bytes), .put(partitioned)])
        == [
          .unrepresentable(.session), .unrepresentable(.arbitraryBytes),
          .unrepresentable(.partition),
        ])
  }

  @Test(
    "Bytes that are no property list are refused", arguments: ["", "x", "{}", "bplist00", "<html>"])
  func foreign(text: String) {
    #expect(throws: DecodingFailure.self) { try FoundationCookieFile(decoding: Array(text.utf8)) }
  }

  @Test(
    "Every point of truncation is survived, and the whole entries before it are shown",
    .tags(.format))
  func truncation() throws {
    let bytes = try fixture("foundation/cookies.shared.plist")
    let all = try FoundationCookieFile(decoding: bytes).cookies
    for count in 0..<bytes.count - 1 {
      guard let document = try? FoundationCookieFile(decoding: Array(bytes.prefix(count))) else {
        continue
      }
      #expect(document.isDamaged && document.notices.last?.offset != nil)
      #expect(document.cookies == Array(all.prefix(document.cookies.count)))
    }
    let cut = try FoundationCookieFile(decoding: Array(bytes.prefix(bytes.count - 30)))
    #expect(cut.cookies.count == 6)
  }

  @Test("Any bit may flip without a crash", .tags(.format))
  func bitFlips() throws {
    for bytes in flippedBits(of: try fixture("foundation/cookies.shared.plist"), limit: 800) {
      guard var document = try? FoundationCookieFile(decoding: bytes) else { continue }
      _ = document.apply(document.cookies.prefix(1).map { .remove($0.key) })
      _ = document.encoded()
    }
  }

  @Test("Deep nesting is refused, not followed")
  func nesting() throws {
    let deep = String(repeating: "<array>", count: 100_000)
    let bytes = Array("<plist><dict><key>k</key>\(deep)".utf8)
    #expect(try FoundationCookieFile(decoding: bytes).isDamaged)
  }

  @Test("Files from outside are read as expected", .enabled(if: OutsideCases.areAvailable))
  func outsideFiles() throws {
    let cases = try OutsideCases.cases(suite: "foundation-storage", kind: "foundation-cookie-file")
    #expect(!cases.isEmpty)
    for item in cases {
      let bytes = try item.file()
      let document = try FoundationCookieFile(decoding: bytes)
      #expect(document.encoded() == bytes, "\(item.id)")
      #expect(document.cookies.count == item.expect.count, "\(item.id)")
      for cookie in document.cookies {
        let key = text(FoundationCookieEntry.key(of: cookie))
        let expected = try #require(item.expect[key] as? [String: Any], "\(item.id)")
        let matches =
          text(FoundationCookieEntry.domain(of: cookie)) == expected["Domain"] as? String
          && cookie.name.text == expected["Name"] as? String
          && cookie.value.text == expected["Value"] as? String
          && cookie.path.text == expected["Path"] as? String
          && cookie.secure == expected["Secure"] as? Bool
          && cookie.version ?? 0 == expected["Version"] as? Int
          && cookie.comment?.text == expected["Comment"] as? String
        #expect(matches, "\(item.id)")
        let difference =
          (cookie.expiryTime?.secondsSince1970 ?? 0) - (expected["Expires"] as? Double ?? 0)
        #expect(abs(difference) < 0.000_001, "\(item.id)")
      }
    }
  }
}
