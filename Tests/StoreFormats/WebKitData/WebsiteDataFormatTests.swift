import CookieCore
import StoreFormats
import Testing

@Suite("Small files of website data")
struct WebsiteDataFormatTests {
  /// `{'origin': <'https_a.example_0'>, 'parentOrigin': <'https_b.example_0'>}` as GLib serializes it.
  private static let salt: [UInt8] = {
    func entry(_ key: String, _ value: String) -> [UInt8] {
      var bytes = Array(key.utf8) + [0]
      let keyEnd = UInt8(bytes.count)
      while bytes.count % 8 != 0 { bytes.append(0) }
      return bytes + Array(value.utf8) + [0, 0, UInt8(ascii: "s"), keyEnd]
    }
    var bytes = entry("origin", "https_a.example_0")
    let firstEnd = UInt8(bytes.count)
    while bytes.count % 8 != 0 { bytes.append(0) }
    bytes += entry("parentOrigin", "https_b.example_0")
    return bytes + [firstEnd, UInt8(bytes.count)]
  }()

  @Test("A device salt names its origins")
  func hashSalt() throws {
    let salt = try HashSalt(decoding: Self.salt)
    #expect(salt.origin == "https_a.example_0")
    #expect(salt.parentOrigin == "https_b.example_0")
    #expect(salt.lastUsed == nil)
  }

  @Test("A device salt that is cut short or altered is refused or read, and nothing worse")
  func damagedHashSalt() {
    #expect(throws: DecodingFailure.self) { try HashSalt(decoding: []) }
    #expect(throws: DecodingFailure.self) { try HashSalt(decoding: Self.salt.dropLast()) }
    for index in Self.salt.indices {
      _ = try? HashSalt(decoding: Array(Self.salt.prefix(index)))
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var bytes = Self.salt
        bytes[index] = value
        _ = try? HashSalt(decoding: bytes)
      }
    }
  }

  @Test("A list of caches has their names; one with an absurd count is refused")
  func cacheList() throws {
    let name: [UInt8] = [2, 0, 0, 0, 1, 0x76, 0x31]
    let list = try CacheList(decoding: [1, 0, 0, 0, 0, 0, 0, 0] + name + name)
    #expect(list.caches == [CacheList.Cache(name: "v1", uniqueName: "v1")])
    #expect(throws: DecodingFailure.self) {
      try CacheList(decoding: [UInt8](repeating: 0xFF, count: 8) + name)
    }
    #expect(CacheList.estimatedSize(Array("4096".utf8)) == 4096)
    #expect(CacheList.estimatedSize([]) == nil)
  }
}
