import CookieCore
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Data records in JSON")
struct RecordJSONTests {
  private static func row(items: [WebsiteDataItem]) -> RecordsCommand.Row {
    let record = DataRecord(
      store: StoreID(rawValue: "webkitgtk:a"), site: Site(name: "shop.example", kind: .bareHost),
      hosts: ["shop.example", "a\"b\u{1B}"],
      types: [
        .localStorage: .init(count: 2, bytes: 12345, bytesOnDisk: 4096),
        .cookies: .init(count: nil, bytes: nil),
      ],
      lastUsed: Timestamp(seconds: 1_700_000_000),
      topSite: Site(name: "news.example", kind: .registrableDomain))
    return RecordsCommand.Row(record: record, isGuarded: false, isInUse: true, items: items)
  }

  @Test("members are sorted, and null where there is no value")
  func whole() {
    let text = String(decoding: RecordJSON.bytes(Self.row(items: [])), as: UTF8.self)
    #expect(
      text == #"""
        {"guarded":false,"hosts":["shop.example","a\"b\u001b"],"inUse":true,\#
        "lastUsed":"2023-11-14T22:13:20Z","site":"shop.example","siteKind":"bareHost",\#
        "store":"webkitgtk:a","topSite":"news.example","types":{\#
        "cookies":{"bytes":null,"bytesOnDisk":null,"count":null},\#
        "localStorage":{"bytes":12345,"bytesOnDisk":4096,"count":2}}}
        """#)
  }

  @Test("databases, caches and keys are told with what is known of them")
  func items() {
    let site = Site(name: "shop.example", kind: .registrableDomain)
    let plain = WebsiteDataItem(type: .localStorage, origin: nil, host: "", site: site)
    var named = WebsiteDataItem(
      type: .localStorage, origin: "https://shop.example", host: "", site: site, name: "n",
      count: 3)
    named.parts = [.init(name: "p", count: nil), .init(name: "q", count: 4)]
    var row = Self.row(items: [plain, named])
    row.entries[named.identity] = [
      WebsiteDataEntry(key: "k", byteCount: 5, value: "v"),
      WebsiteDataEntry(group: "c", key: "https://a.example/", byteCount: nil),
    ]
    let text = String(decoding: RecordJSON.bytes(row), as: UTF8.self)
    #expect(
      text.hasSuffix(
        #"""
        "count":2,"items":[{"count":3,"entries":[{"bytes":5,"key":"k","value":"v"},\#
        {"cache":"c","url":"https://a.example/"}],"name":"n","origin":"https://shop.example",\#
        "parts":[{"name":"p"},{"count":4,"name":"q"}]}]}}}
        """#))
  }
}
