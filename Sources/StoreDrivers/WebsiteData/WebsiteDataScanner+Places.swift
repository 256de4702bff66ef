import CookieCore
import StoreFormats
import StoreModel

extension WebsiteDataScanner {
  /// Lists what is in one of the places that WebKit keeps website data in.
  ///
  /// The names are common ones, so a place counts only when its content is what WebKit puts there.
  ///
  /// - Returns: whether it is such a place.
  mutating func scanKnownPlace(_ node: Int) -> Bool {
    if tree.nodes[node].kind == .regular { return scanKnownFile(node) }
    guard tree.nodes[node].kind == .directory else { return false }
    switch name(of: node) {
    case "storage", "Storage", "Default", "Origins":
      guard isGeneralStorage(node) else { return false }
      scanGeneralStorage(node)
    case "localstorage", "LocalStorage":
      guard tree.nodes[node].children.isEmpty || names(in: node).contains(where: isLocalStorage)
      else { return false }
      scanLocalStorage(node)
    case "IndexedDB": return scanIndexedDB(node)
    case "databases": return scanDatabases(node)
    case "WebSQL": scanWebSQL(node)
    case "serviceworkers", "ServiceWorkers":
      scanServiceWorkers(node, owner: nil)
    case "itp", "ResourceLoadStatistics": scanStatistics(node)
    case "mediakeys", "MediaKeys": scanMediaKeys(node)
    case "deviceidhashsalts", "mediakeyshashsalts", "DeviceIdHashSalts", "MediaKeysHashSalts":
      scanHashSalts(node)
    case "WebKitCache", "NetworkCache": scanNetworkCache(node)
    case "CacheStorage": scanCacheStorage(node)
    case "HSTS":
      if let file = tree.child(node, "hsts-storage.sqlite") { scanHSTS(file) }
      addOpaque(.hstsCache, node)
    case "SearchHistory": addOpaque(.searchFieldRecentSearches, node)
    case "MediaCache", "resourcemonitorthrottler", "ResourceMonitorThrottler",
      "AlternativeServices", "JavaScriptCoreDebug", "ModelElement":
      overhead(node)
    default: return false
    }
    return true
  }

  private mutating func scanKnownFile(_ node: Int) -> Bool {
    guard name(of: node) == "hsts-storage.sqlite" else { return false }
    scanHSTS(node)
    return true
  }

  private static let engineFiles = [
    "salt", "origin", "persisted", ".DS_Store", "lastTimeBasedEvictionTimestamp",
    "estimatedsize", "StorageTracker.db", "StorageTracker.db-wal", "StorageTracker.db-shm",
  ]

  /// Files that no data type claims, but which WebKit or the system leaves in its folders.
  mutating func overheadFiles(in folder: Int) {
    for name in Self.engineFiles {
      if let file = tree.child(folder, name) { overhead(alone: file) }
    }
    overhead(alone: folder)
  }
}

// MARK: Files whose form is not known.

extension WebsiteDataScanner {
  /// Cocoa's files of a type, which do not say in a known form whose each part is; nothing of them can be removed.
  ///
  /// What somebody types into search fields belongs to no site at all.
  private mutating func addOpaque(_ type: DataType, _ folder: Int) {
    overheadFiles(in: folder)
    let files = tree.descendants(of: folder).filter {
      tree.nodes[$0].kind == .regular && !tree.nodes[$0].isGiven
    }
    if !files.isEmpty {
      listing.items.append(
        WebsiteDataItem(
          type: type, origin: nil, host: "",
          site: type == .searchFieldRecentSearches ? .noSite : .unknownOrigin,
          bytes: files.reduce(0) { $0 + tree.give($1) },
          modified: files.map { tree.nodes[$0].modified }.max(), doubt: .unknownForm))
    }
    overhead(folder)
  }
}

// MARK: Rows by host.

extension WebsiteDataScanner {
  /// Sites that were seen by tracking prevention.
  mutating func scanStatistics(_ node: Int) {
    if let main = tree.child(node, "observations.db"),
      let observed = decode(
        main,
        { (image, directory) throws(DecodingFailure) in
          try ObservedDomains(decoding: image, scratchDirectory: directory)
        })
    {
      for domain in observed.domains {
        let rows = WebsiteDataItem.Rows(
          database: tree.path(of: main), table: "ObservedDomains", column: "registrableDomain",
          values: [domain.name])
        listing.items.append(
          WebsiteDataItem(
            type: .resourceLoadStatistics, origin: nil, host: domain.name,
            site: suffixes.site(ofHost: domain.name), count: 1, modified: domain.lastSeen,
            place: .init(rows: [rows])))
      }
    }
    overhead(node)
  }

  /// Hosts that are reached by HTTPS only.
  mutating func scanHSTS(_ main: Int) {
    let policies = decode(main) { (image, directory) throws(DecodingFailure) in
      try HSTSPolicies(decoding: image, scratchDirectory: directory)
    }
    for policy in policies?.policies ?? [] {
      let host = policy.host
      let rows = WebsiteDataItem.Rows(
        database: tree.path(of: main), table: "soup_hsts_policies", column: "host", values: [host])
      listing.items.append(
        WebsiteDataItem(
          type: .hstsCache, origin: nil, host: host, site: suffixes.site(ofHost: host), count: 1,
          modified: policy.lastSet, place: .init(rows: [rows])))
    }
    for file in databaseFiles(main) { overhead(alone: file) }
  }
}
