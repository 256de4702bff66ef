/// WebKit's website data types, in lower camel case.
public enum DataType: String, Codable, Hashable, Sendable, CaseIterable {
  case cookies, diskCache, memoryCache, sessionStorage, localStorage, indexedDBDatabases
  case webSQLDatabases, offlineWebApplicationCache, fetchCache, serviceWorkerRegistrations
  case fileSystem, mediaKeys, hashSalt, searchFieldRecentSearches, hstsCache
  case resourceLoadStatistics, credentials, privateClickMeasurements, alternativeServices
  case screenTime
}
