extension DataType {
  /// The caches, which sites fill again by themselves.
  public static let caches: Set<DataType> = [
    .diskCache, .memoryCache, .fetchCache, .offlineWebApplicationCache,
  ]

  /// The types that WebKit removes along with some that are asked for, and that are not among them.
  ///
  /// - Source: WebKit, `UIProcess/WebsiteData/WebsiteDataStore.cpp`, `removeData`.
  public static func companions(of types: Set<DataType>) -> Set<DataType> {
    var companions: Set<DataType> = []
    if types.contains(.cookies) { companions.insert(.hashSalt) }
    if types.contains(.fetchCache) { companions.insert(.serviceWorkerRegistrations) }
    return companions.subtracting(types)
  }

  /// Why data of this type cannot be removed from the disk; nil when it can.
  public var removalRefusal: String? {
    switch self {
    case .memoryCache, .sessionStorage:
      "it is only in the memory of the running program and goes when that ends"
    case .credentials: "it is in the key store of the desktop and not in the profile"
    case .alternativeServices, .screenTime, .privateClickMeasurements, .searchFieldRecentSearches:
      "the profile holds it in a form that does not say whose it is"
    case .cookies, .diskCache, .localStorage, .indexedDBDatabases, .webSQLDatabases,
      .offlineWebApplicationCache, .fetchCache, .serviceWorkerRegistrations, .fileSystem,
      .mediaKeys, .hashSalt, .hstsCache, .resourceLoadStatistics:
      nil
    }
  }

  /// Why a range of time cannot choose among data of this type; nil when it can.
  ///
  /// WebKit removes everything of such a type whatever the date, without a word.
  public var dateRefusal: String? {
    switch self {
    case .serviceWorkerRegistrations:
      "a registration has the time of its last check and not of its making"
    default: removalRefusal
    }
  }
}

/// What removing website data brings about besides, said before it is done.
public enum DataEffect: String, Hashable, Codable, Sendable, CaseIterable {
  case signsOut, losesSavedData, losesOfflineData, stopsWorkers, forgetsHTTPS, forgetsTracking
  case forgetsMediaKeys, changesDeviceIDs
  /// The salts of device ids go along with cookies that were asked for by type.
  case takesHashSalts
  /// Service workers go along with a fetch cache that was asked for by type.
  case takesServiceWorkers
  /// WebKit's own removal would take the salts of device ids along with the cookies.
  case leavesHashSalts
  /// WebKit's own removal would take service workers along with the fetch cache.
  case leavesServiceWorkers

  /// The effect as a sentence for people.
  public var sentence: String {
    switch self {
    case .signsOut: "The sites will ask to sign in again."
    case .losesSavedData: "What the sites saved on this machine is lost, drafts and settings too."
    case .losesOfflineData: "The sites will not work offline until they are visited again."
    case .stopsWorkers: "Notifications and background work of the sites end."
    case .forgetsHTTPS: "The first visit of the sites may go without encryption."
    case .forgetsTracking: "Tracking prevention forgets what it has learnt of the sites."
    case .forgetsMediaKeys: "Protected media has to be allowed anew."
    case .changesDeviceIDs: "The sites will see other ids of cameras and microphones."
    case .takesHashSalts:
      "The hashSalt of the sites goes along with their cookies, as in WebKit."
    case .takesServiceWorkers:
      "The serviceWorkerRegistrations of the sites go along with their fetchCache, as in WebKit."
    case .leavesHashSalts:
      "WebKit itself would take hashSalt along with cookies; here it stays."
    case .leavesServiceWorkers:
      "WebKit itself would take serviceWorkerRegistrations along with fetchCache; here they stay."
    }
  }

  /// The effects of removing these types, in the order in which they are told.
  ///
  /// - Parameters:
  ///   - companions: which of them were not asked for and go along.
  ///   - kept: types that are known to stay.
  public static func effects(
    of types: Set<DataType>, companions: Set<DataType> = [], kept: Set<DataType> = []
  ) -> [DataEffect] {
    let left = DataType.companions(of: types).intersection(kept)
    return allCases.filter { effect in
      switch effect {
      case .takesHashSalts: companions.contains(.hashSalt)
      case .takesServiceWorkers: companions.contains(.serviceWorkerRegistrations)
      case .leavesHashSalts: left.contains(.hashSalt)
      case .leavesServiceWorkers: left.contains(.serviceWorkerRegistrations)
      default: effect.follows(types)
      }
    }
  }

  private func follows(_ types: Set<DataType>) -> Bool {
    switch self {
    case .signsOut: types.contains(.cookies)
    case .losesSavedData:
      !types.isDisjoint(with: [.localStorage, .indexedDBDatabases, .webSQLDatabases, .fileSystem])
    case .losesOfflineData: !types.isDisjoint(with: [.fetchCache, .offlineWebApplicationCache])
    case .stopsWorkers: types.contains(.serviceWorkerRegistrations)
    case .forgetsHTTPS: types.contains(.hstsCache)
    case .forgetsTracking: types.contains(.resourceLoadStatistics)
    case .forgetsMediaKeys: types.contains(.mediaKeys)
    case .changesDeviceIDs: types.contains(.hashSalt)
    case .takesHashSalts, .takesServiceWorkers, .leavesHashSalts, .leavesServiceWorkers: false
    }
  }
}
