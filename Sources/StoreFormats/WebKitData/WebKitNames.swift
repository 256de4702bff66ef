/// The names that WebKit gives to the folders and files of website data.
///
/// - Source: WebKit, `NetworkStorageManager.cpp`, `CacheStorageManager.cpp`, `NetworkCacheKey.cpp`,
///   `SWScriptStorage.cpp`, `SQLiteIDBBackingStore.cpp`.
public enum WebKitNames {
  /// How keys are hashed; the rule changed between 2.44 and 2.46.
  public enum KeyHash: Hashable, Sendable {
    /// Up to 2.44: each string is followed by one zero byte.
    case terminated
    /// From 2.46 on: strings follow one another.
    case plain
  }

  /// The folder of an origin in general storage: 43 characters.
  public static func storageFolder(of origin: String, salt: [UInt8]) -> String {
    base64URL(SHA256Digest.bytes(of: Array(origin.utf8) + salt))
  }

  /// Reports whether a name is of the form of a hashed origin: 43 characters of URL-safe base64.
  public static func isHashedFolder(_ name: String) -> Bool {
    name.utf8.count == 43
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// The folder or file of a service worker's script: 43 characters, with the salt first.
  public static func scriptName(of text: String, salt: [UInt8]) -> String {
    base64URL(SHA256Digest.bytes(of: salt + Array(text.utf8)))
  }

  /// The folder of an IndexedDB database.
  public static func indexedDBFolder(ofDatabase name: String) -> String {
    SHA256Digest.hex(of: Array(name.utf8)).uppercased()
  }

  /// The folder of an origin pair in the legacy cache storage.
  public static func cacheStorageFolder(
    top: String, client: String, salt: [UInt8], hash: KeyHash
  ) -> String {
    key(partition: top, type: client, identifier: nil, range: nil, salt: salt, hash: hash)
  }

  /// The file name of a record, or of a folder of them.
  public static func key(
    partition: String?, type: String?, identifier: String?, range: String?, salt: [UInt8],
    hash: KeyHash
  ) -> String {
    var bytes = salt
    for part in [partition, type, identifier, range] {
      guard let part else { continue }
      bytes += Array(part.utf8)
      if hash == .terminated { bytes.append(0) }
    }
    return SHA1Digest.upperHex(of: bytes)
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(digits[Int(bits << UInt32(6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
