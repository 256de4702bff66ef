import CookieCore
import StoreFormats
import StoreModel

/// A decoder that is fed with bytes from outside, and what must hold whatever they are.
package enum FuzzedDecoder: String, CaseIterable, Sendable {
  case binaryCookies
  case foundationCookieFile
  case netscapeJar
  case pantlerJSON
  case setCookie
  case cookieDate
  case originFile
  case networkCacheRecord
  case cacheStorageEntry
  case cacheList
  case hashSalt
  case localStorage
  case indexedDB
  case serviceWorkers
  case hstsPolicies
  case observedDomains
  case rowRemoval

  /// Decodes bytes and stops the program when a promise of the decoder is broken.
  package func run(_ bytes: [UInt8]) {
    switch self {
    case .binaryCookies: check(BinaryCookies.self, bytes)
    case .foundationCookieFile: check(FoundationCookieFile.self, bytes)
    case .pantlerJSON: check(PantlerJSON.self, bytes)
    case .netscapeJar: check(NetscapeJar.self, bytes)
    case .setCookie: checkSetCookie(bytes)
    case .cookieDate: _ = CookieDate.parse(String(decoding: bytes, as: UTF8.self))
    case .originFile: checkOriginFile(bytes)
    case .cacheStorageEntry: _ = try? CacheStorageEntry(decoding: bytes)
    case .cacheList: checkCacheList(bytes)
    case .hashSalt: checkHashSalt(bytes)
    case .localStorage, .indexedDB, .serviceWorkers, .hstsPolicies, .observedDomains:
      checkDatabase(DatabaseImage(main: bytes))
    case .rowRemoval: checkRowRemoval(bytes)
    case .networkCacheRecord: checkCacheRecord(bytes)
    }
  }

  /// What is written reads as what was read, and a removal removes just what it names.
  ///
  /// A file that lacks its tail is completed when it is written, so the bytes are compared from the second
  /// writing on.
  private func check<Document: CookieDocument>(_ type: Document.Type, _ bytes: [UInt8]) {
    guard var document = try? Document(decoding: bytes) else { return }
    guard !document.isDamaged, document.readOnlyReason == nil else { return }
    let before = document.cookies
    guard let written = try? Document(decoding: document.encoded()) else {
      fatalError("what was written cannot be read")
    }
    require(written.cookies == before, "an unchanged file reads differently")
    require(written.encoded() == document.encoded(), "an unchanged file differs")
    guard let victim = before.first?.key else { return }
    _ = document.apply([.remove(victim)])
    let rest = before.filter { $0.key != victim }
    require(document.cookies == rest, "a removal changed something else")
    guard let again = try? Document(decoding: document.encoded()) else {
      fatalError("what was written cannot be read")
    }
    require(again.cookies == rest, "what was written reads differently")
  }

  /// What a header says is serialised to a line that says the same.
  private func checkSetCookie(_ bytes: [UInt8]) {
    let parsed = ParsedSetCookie(bytes: bytes)
    require(parsed == ParsedSetCookie(bytes: bytes), "the same line reads differently")
  }

  /// What an origin file says is written so that it says the same.
  private func checkOriginFile(_ bytes: [UInt8]) {
    guard let pair = try? WebOriginPair(decoding: bytes) else { return }
    require((try? WebOriginPair(decoding: pair.encoded)) == pair, "a pair reads differently")
    for origin in [pair.top, pair.client] {
      _ = WebOrigin(databaseIdentifier: origin.databaseIdentifier)
      _ = WebOrigin(string: origin.string)
    }
  }

  /// What is read of a head in place is what is read of it otherwise.
  private func checkCacheRecord(_ bytes: [UInt8]) {
    let record = try? NetworkCacheRecord(decoding: bytes)
    let reader = NetworkCacheHeadReader(byteLimit: 4096)
    guard let head = bytes.withUnsafeBytes({ reader.head(in: $0) }) else { return }
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    require(record?.checksumIsRight == true, "a head was read that does not fit its checksum")
    require(record?.partition == text(head.partition), "a partition reads differently")
    require(record?.type == text(head.type), "a type reads differently")
    require(record?.identifier == text(head.identifier), "a URL reads differently")
    require(record?.time == head.time, "a time reads differently")
    require(
      record?.headerSize == head.headerSize && record?.bodySize == head.bodySize,
      "a size reads differently")
  }

  private func checkCacheList(_ bytes: [UInt8]) {
    guard let list = try? CacheList(decoding: bytes) else { return }
    let again = try? CacheList(decoding: CacheList.encoded(list.caches))
    require(again == list, "a list of caches reads differently")
  }

  private func checkHashSalt(_ bytes: [UInt8]) {
    guard let salt = try? HashSalt(decoding: bytes) else { return }
    // A zero in a name ends it for whoever reads it next.
    guard !salt.origin.utf8.contains(0), !salt.parentOrigin.utf8.contains(0) else { return }
    let again = try? HashSalt(decoding: salt.encoded)
    require(again?.origin == salt.origin, "a salt reads differently")
    require(again?.parentOrigin == salt.parentOrigin, "a salt reads differently")
  }

  private func checkDatabase(_ image: DatabaseImage) {
    // Nothing is opened outside memory, so the directory need not be there.
    let nowhere = "/nowhere"
    switch self {
    case .localStorage:
      let found = try? LocalStorageDatabase(
        decoding: image, scratchDirectory: nowhere, withValues: true)
      let count = try? LocalStorageDatabase.keyCount(of: image, scratchDirectory: nowhere)
      require(found == nil || count != nil, "keys were read that cannot be counted")
    case .indexedDB: _ = try? IndexedDBDatabase(decoding: image, scratchDirectory: nowhere)
    case .serviceWorkers:
      _ = try? ServiceWorkerRegistrations(decoding: image, scratchDirectory: nowhere)
    case .hstsPolicies: _ = try? HSTSPolicies(decoding: image, scratchDirectory: nowhere)
    default: _ = try? ObservedDomains(decoding: image, scratchDirectory: nowhere)
    }
  }

  /// Rows go or nothing is changed, and what is left reads as a database.
  private func checkRowRemoval(_ bytes: [UInt8]) {
    let image = DatabaseImage(main: bytes)
    let rows = WebsiteRowRemoval(
      table: "soup_hsts_policies", column: "host", values: ["www.shop.example"])
    guard let left = try? image.removing([rows], scratchDirectory: "/nowhere") else { return }
    let found = try? HSTSPolicies(
      decoding: DatabaseImage(main: left), scratchDirectory: "/nowhere")
    require(
      found?.policies.contains { $0.host == "www.shop.example" } != true, "a row is still there")
  }

  /// Stops the program with a message that release builds keep.
  private func require(_ holds: Bool, _ message: String) {
    if !holds { fatalError(message) }
  }
}
