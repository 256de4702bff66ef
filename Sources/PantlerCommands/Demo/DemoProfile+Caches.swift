import CookieCore
import StoreFormats

/// The caches of a demo.
extension DemoProfile {
  /// Adds a record of the HTTP cache; a body of more than a page is a file of its own.
  mutating func addRecord(_ url: String, size: Int, version: UInt32, hoursAgo: Int) {
    let key = NetworkCacheRecord.Key(identifier: url)
    let partition = WebKitNames.key(
      partition: "", type: nil, identifier: nil, range: nil, salt: salt, hash: .plain)
    let folder = "\(cache)/WebKitCache/Version \(version)/Records/\(partition)/Resource"
    let body = content(size)
    let isInline = size <= 4096
    let bytes = NetworkCacheRecord.file(
      version: version, key: key, time: now.adding(seconds: -Int64(hoursAgo) * 3600),
      header: content(random.number(400...900)), body: body, isBodyInline: isInline,
      keySalt: salt, salt: salt)
    add(key.fileName(salt: salt), bytes, below: folder, hoursAgo: hoursAgo)
    if !isInline {
      add(key.fileName(salt: salt) + "-blob", body, below: folder, hoursAgo: hoursAgo)
    }
  }

  /// Adds caches that scripts of a site filled.
  mutating func addCaches(
    _ caches: [(name: String, entries: Int)], _ origin: WebOrigin, top: WebOrigin, hoursAgo: Int
  ) {
    let pair = WebKitNames.cacheStorageFolder(
      top: top.string, client: origin.string, salt: salt, hash: .plain)
    let folder = "\(cache)/CacheStorage/\(pair)"
    add("origin", WebOriginPair(top: top, client: origin).encoded, below: folder, hoursAgo: 900)
    add("salt", salt, below: folder, hoursAgo: 900)
    add("salt", salt, below: folder + "/Version 16", hoursAgo: 900)
    var list: [CacheList.Cache] = []
    for cache in caches {
      list.append(CacheList.Cache(name: cache.name, uniqueName: random.uuid()))
      for number in 0..<cache.entries {
        addEntry(
          "\(origin.string)/\(cache.name)/\(number).js", in: list[list.count - 1].uniqueName,
          below: folder + "/Version 16", hoursAgo: hoursAgo)
      }
    }
    add("cacheslist", CacheList.encoded(list), below: folder, hoursAgo: hoursAgo)
  }

  private mutating func addEntry(
    _ url: String, in cache: String, below folder: String, hoursAgo: Int
  ) {
    let time = now.adding(seconds: -Int64(hoursAgo) * 3600)
    var header = PersistentEncoder()
    header.write(Double(time.seconds))
    header.write(UInt64(2000))
    header.write(UInt64(2))
    header.write(url)
    let records = WebKitNames.key(
      partition: "record", type: nil, identifier: nil, range: nil, salt: salt, hash: .plain)
    let key = NetworkCacheRecord.Key(
      partition: "record", type: cache, identifier: random.uuid())
    let bytes = NetworkCacheRecord.file(
      version: 16, key: key, time: time, header: header.bytes,
      body: content(random.number(90...3000)),
      isBodyInline: true, keySalt: salt, salt: salt)
    add(
      key.fileName(salt: salt), bytes, below: "\(folder)/Records/\(records)/\(cache)",
      hoursAgo: hoursAgo)
  }

  /// So many bytes, other ones every time.
  private mutating func content(_ size: Int) -> [UInt8] {
    Array(repeating: UInt8(random.below(256)), count: size)
  }
}
