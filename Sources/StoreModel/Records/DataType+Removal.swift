extension DataType {
  /// The caches, which sites fill again by themselves.
  public static let caches: Set<DataType> = [
    .diskCache, .memoryCache, .fetchCache, .offlineWebApplicationCache,
  ]

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
  /// WebKit's own removal of cookies takes the salts of device ids along.
  case leavesHashSalts
  /// WebKit's own removal of the fetch cache takes service workers along.
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
    case .leavesHashSalts:
      "WebKit itself takes hashSalt along with cookies; here it stays unless it is named."
    case .leavesServiceWorkers:
      "WebKit itself takes serviceWorkerRegistrations along with fetchCache; here they stay "
        + "unless they are named."
    }
  }

  /// The effects of removing these types, in the order in which they are told.
  public static func effects(of types: Set<DataType>) -> [DataEffect] {
    allCases.filter { $0.follows(types) }
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
    case .leavesHashSalts: types.contains(.cookies) && !types.contains(.hashSalt)
    case .leavesServiceWorkers:
      types.contains(.fetchCache) && !types.contains(.serviceWorkerRegistrations)
    }
  }
}
