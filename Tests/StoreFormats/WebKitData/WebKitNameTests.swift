import StoreFormats
import Testing

@Suite("Names that WebKit gives to website data")
struct WebKitNameTests {
  private let salt: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7]

  @Test("Folders of origins in general storage")
  func storageFolders() {
    #expect(
      WebKitNames.storageFolder(of: "https://example.com", salt: salt)
        == "MsD3S4SficKZRZK3lQmBnicGvp1ZnV9TLqulIuguStc")
    #expect(
      WebKitNames.storageFolder(of: "http://localhost:8765", salt: salt)
        == "XZ0FVBMA7r-WplfkqIFpUpx0jiy8d0oGhc_8GIOIi0Q")
  }

  @Test("Scripts of service workers")
  func scripts() {
    #expect(
      WebKitNames.scriptName(of: "https://example.com", salt: salt)
        == "weaiXwByKoIlgp0da_mutG7UsyTFS1UAtswHfs5_6Ls")
  }

  @Test("Folders of cache storage, before and after the rule changed")
  func cacheStorage() {
    let origin = "https://example.com"
    #expect(
      WebKitNames.cacheStorageFolder(top: origin, client: origin, salt: salt, hash: .plain)
        == "8CB0826ED16AA4B07D4FFCB730743AAD61BE6CDB")
    #expect(
      WebKitNames.cacheStorageFolder(top: origin, client: origin, salt: salt, hash: .terminated)
        == "FAC518ECBE262962535FBB07B4A3A833D054F7F6")
  }

  @Test(
    "Keys of the HTTP cache",
    arguments: [
      (hash: WebKitNames.KeyHash.plain, key: "7C58CE77694DA7CC41029B7D1B1027222F1C533D"),
      (hash: .terminated, key: "3E2A7EEC9847E0110C87E60E692AAD8C71860680"),
    ])
  func keys(hash: WebKitNames.KeyHash, key: String) {
    #expect(
      WebKitNames.key(
        partition: "example.com", type: "Resource", identifier: "https://cdn.test/a.js", range: nil,
        salt: salt, hash: hash) == key)
  }

  @Test(
    "Folders of IndexedDB databases",
    arguments: [
      (name: "my.db/1", folder: "C8855E81E99D43EB6A043D4A64D2A4B520FFE4A4E980B81D217BB475CA0C493A"),
      (name: "", folder: "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"),
    ])
  func indexedDB(name: String, folder: String) {
    #expect(WebKitNames.indexedDBFolder(ofDatabase: name) == folder)
  }

  @Test("A number and a string end with the checksum that WebKit writes")
  func checksum() throws {
    let bytes: [UInt8] =
      [17, 0, 0, 0, 2, 0, 0, 0, 1, 0x61, 0x62]
      + [
        0xFC, 0x38, 0x71, 0xCA, 0xEC, 0xE4, 0x55, 0x5B, 0x8D, 0x2B, 0xCE, 0xAF, 0xC6, 0x68, 0xE1,
        0x6A, 0xAB, 0xF5, 0x14, 0x82,
      ]
    var decoder = PersistentDecoder(bytes)
    #expect(try decoder.uint32() == 17)
    #expect(try decoder.string() == "ab")
    #expect(try decoder.checksumIsRight())
    #expect(decoder.remaining == 0)
  }

  @Test("An origin file names a pair")
  func originFile() throws {
    let half: [UInt8] =
      [4, 0, 0, 0, 1] + Array("http".utf8) + [9, 0, 0, 0, 1]
      + Array("localhost".utf8) + [1, 0x3D, 0x22]
    let pair = try WebOriginPair(decoding: half + half)
    let origin = WebOrigin(scheme: "http", host: "localhost", port: 8765)
    #expect(pair == WebOriginPair(top: origin, client: origin))
    #expect(origin.string == "http://localhost:8765")
    for count in 0..<(half.count * 2) {
      #expect(throws: DecodingFailure.self) {
        try WebOriginPair(decoding: Array((half + half).prefix(count)))
      }
    }
  }

  @Test(
    "Database identifiers",
    arguments: [
      (text: "https_shop.example_0", origin: WebOrigin(scheme: "https", host: "shop.example")),
      (text: "http_a_b.test_8080", origin: WebOrigin(scheme: "http", host: "a_b.test", port: 8080)),
      (text: "file__0", origin: WebOrigin(scheme: "file", host: "")),
    ])
  func databaseIdentifiers(text: String, origin: WebOrigin) {
    #expect(WebOrigin(databaseIdentifier: text) == origin)
    #expect(origin.databaseIdentifier == text)
  }

  @Test("Folders that name no origin", arguments: ["v1", "salt", "https_", "_host_0", "a_b_c"])
  func noIdentifier(text: String) {
    #expect(WebOrigin(databaseIdentifier: text) == nil)
  }
}
