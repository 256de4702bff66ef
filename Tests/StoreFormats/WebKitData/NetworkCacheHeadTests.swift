import CookieCore
import StoreFormats
import Testing

@Suite("Heads of cache records that are read in place", .tags(.format))
struct NetworkCacheHeadTests {
  private static func file(
    _ url: String, partition: String = "", isBodyInline: Bool = true
  ) -> [UInt8] {
    NetworkCacheRecord.file(
      version: 17, key: .init(partition: partition, identifier: url),
      time: Timestamp(microseconds: 1_700_000_000_250_000), header: [1, 2, 3], body: [4, 5],
      isBodyInline: isBodyInline, keySalt: [1], salt: [2])
  }

  private static func head(in bytes: [UInt8], limit: Int = 1024) -> NetworkCacheHead? {
    bytes.withUnsafeBytes { NetworkCacheHeadReader(byteLimit: limit).head(in: $0) }
  }

  @Test("they say what is decoded of the whole record", arguments: ["", "shop.example"])
  func agreement(partition: String) throws {
    let bytes = Self.file("https://www.shop.example:8443/a?b", partition: partition)
    let record = try NetworkCacheRecord(decoding: bytes)
    let head = try #require(Self.head(in: bytes))
    #expect(String(decoding: bytes[head.partition], as: UTF8.self) == record.partition)
    #expect(String(decoding: bytes[head.type], as: UTF8.self) == record.type)
    #expect(String(decoding: bytes[head.identifier], as: UTF8.self) == record.identifier)
    #expect(head.time == record.time)
    #expect(head.headerSize == 3 && head.bodySize == 2)
  }

  @Test("one reader reads many, one after another")
  func many() {
    let reader = NetworkCacheHeadReader(byteLimit: 1024)
    for number in 0..<10 {
      let bytes = Self.file("https://site-\(number).example/")
      #expect(bytes.withUnsafeBytes { reader.head(in: $0) } != nil)
      #expect(bytes.dropLast(6).withUnsafeBytes { reader.head(in: $0) } == nil)
    }
  }

  @Test("what is not plain, too long, altered or cut short is left to the decoder of all")
  func others() {
    let bytes = Self.file("https://www.shop.example/")
    let count = bytes.count - 5
    for length in 0..<count { #expect(Self.head(in: Array(bytes.prefix(length))) == nil) }
    #expect(Self.head(in: Array(bytes.prefix(count))) != nil)
    for index in 0..<count {
      var altered = bytes
      altered[index] ^= 0x10
      #expect(Self.head(in: altered) == nil)
    }
    #expect(Self.head(in: bytes, limit: bytes.count - 1) == nil)
    #expect(Self.head(in: Self.file("https://www.shop.example/é")) == nil)
    #expect(Self.head(in: Self.file("https://www.shop.example/\u{20AC}")) == nil)
  }
}
