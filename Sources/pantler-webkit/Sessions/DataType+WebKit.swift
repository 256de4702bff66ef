#if WebKitGTK
  import CWebKitGTK
  import StoreModel

  extension DataType {
    /// The bits of the 6.0 API; the 4.1 API has other values under the same names.
    private static let bits: [(type: DataType, bit: WebKitWebsiteDataTypes)] = [
      (.memoryCache, WEBKIT_WEBSITE_DATA_MEMORY_CACHE),
      (.diskCache, WEBKIT_WEBSITE_DATA_DISK_CACHE),
      (.offlineWebApplicationCache, WEBKIT_WEBSITE_DATA_OFFLINE_APPLICATION_CACHE),
      (.sessionStorage, WEBKIT_WEBSITE_DATA_SESSION_STORAGE),
      (.localStorage, WEBKIT_WEBSITE_DATA_LOCAL_STORAGE),
      (.indexedDBDatabases, WEBKIT_WEBSITE_DATA_INDEXEDDB_DATABASES),
      (.cookies, WEBKIT_WEBSITE_DATA_COOKIES),
      (.hashSalt, WEBKIT_WEBSITE_DATA_DEVICE_ID_HASH_SALT),
      (.hstsCache, WEBKIT_WEBSITE_DATA_HSTS_CACHE),
      (.resourceLoadStatistics, WEBKIT_WEBSITE_DATA_ITP),
      (.serviceWorkerRegistrations, WEBKIT_WEBSITE_DATA_SERVICE_WORKER_REGISTRATIONS),
      (.fetchCache, WEBKIT_WEBSITE_DATA_DOM_CACHE),
    ]

    /// The types that the engine can list and remove.
    static var ofWebKit: [DataType] { bits.map(\.type) }

    /// The types in a set of bits.
    static func types(in set: WebKitWebsiteDataTypes) -> [DataType] {
      bits.filter { set.rawValue & $0.bit.rawValue != 0 }.map(\.type)
    }

    /// The bits of some types, without those that the engine does not know.
    static func bits(of types: [DataType]) -> WebKitWebsiteDataTypes {
      WebKitWebsiteDataTypes(
        rawValue: bits.filter { types.contains($0.type) }.reduce(0) { $0 | $1.bit.rawValue })
    }
  }
#endif
