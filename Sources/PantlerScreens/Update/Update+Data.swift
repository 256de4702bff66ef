import CookieCore
import StoreModel

extension BrowserState {
  /// Remembers the newest time.
  mutating func note(_ time: Timestamp) { asOf = max(asOf, time) }

  /// Takes over what discovery found and asks for every store to be read.
  mutating func adopt(_ discovery: Discovery) -> [Effect] {
    isDiscovering = false
    problems = discovery.problems
    let before = library.entries.map(\.id)
    library.adopt(discovery.stores)
    if before != library.entries.map(\.id) {
      var slots: [Int32: Int32] = [:]
      for (slot, id) in before.enumerated() {
        slots[Int32(slot)] = library.slot(of: id).map { Int32($0) }
      }
      marks.renumber(slots)
      // References into the old order mean nothing any more.
      catalog = Catalog()
      scan = FilterScan()
      rows = .mixed([])
    }
    if case .store(let id) = scope, library.slot(of: id) == nil { scope = .everything }
    let reading = library.entries.indices.map { read(slot: $0) }
    let observable = library.entries.filter(\.isObservable).map(\.id)
    return rearrange() + reading
      + [.observe(observable), .testObservers(observable), .listPools] + compareLinks()
  }

  /// Asks for the stores in scope to be read again.
  mutating func readScope() -> [Effect] {
    library.entries.indices.filter { scope.contains(library[$0].description) }
      .map { read(slot: $0) }
  }

  mutating func read(slot: Int) -> Effect {
    library[slot].generation += 1
    library[slot].phase = .reading
    library[slot].isRefreshing = false
    library[slot].needsRefresh = false
    return .read(library[slot].id, generation: library[slot].generation)
  }

  /// Takes a reading, unless a newer one was asked for.
  mutating func take(
    _ contents: StoreContents, of store: StoreID, generation: Int
  ) -> [Effect] {
    guard let slot = library.slot(of: store), library[slot].generation == generation else {
      return []
    }
    note(contents.snapshot.takenAt)
    let old = library[slot].contents
    let isAsked = library[slot].phase == .reading
    let listing = isAsked ? readData(slot: slot) : []
    library[slot].phase = .ready
    library[slot].contents = contents
    library[slot].isRefreshing = false
    marks.carry(slot: slot, from: old, to: contents, isForgiven: forgivenStores.contains(store))
    forgivenStores.remove(store)
    noteChanges(from: old, to: contents)
    compareDialogs(with: contents, in: store)
    let again = library[slot].needsRefresh ? refresh(slot: slot) : []
    let isInScope = compareWithShared(slot).contains { scope.contains(library[$0].description) }
    return (isInScope ? rearrange() : []) + listing + again
      + askAgain(about: store)
  }

  /// Notes in which cookies of a store the shared storage of its app, or one it was compared with, says otherwise.
  ///
  /// - Returns: the store that was read, and those whose issues it may have changed.
  private mutating func compareWithShared(_ slot: Int) -> [Int] {
    let webs =
      library[slot].description.kind == .shared
      ? library.entries.indices.filter { sharedPartners(of: $0).contains(slot) } : [slot]
    for web in webs where library[web].contents != nil {
      let partners = sharedPartners(of: web)
      let lacking = ([web] + partners).reduce(into: Set<CookieAttribute>()) {
        $0.formUnion(library[$1].description.capabilities.unrepresentable)
      }
      let theirs = partners.flatMap { library[$0].contents?.cookies ?? [] }
      library[web].contents?.compare(with: theirs, lacking: lacking)
    }
    return [slot] + webs
  }

  private func sharedPartners(of web: Int) -> [Int] {
    let own = library[web].description
    return library.entries.indices.filter { slot in
      let other = library[slot].description
      return other.isShared(
        with: own, isLinked: pairs.contains { $0.web == own.id && $0.shared == other.id })
    }
  }

  /// Asks for what the observer of a store read; one asking at a time, so that none is overtaken for ever.
  mutating func refresh(slot: Int) -> [Effect] {
    guard !library[slot].isRefreshing, library[slot].phase != .reading else {
      library[slot].needsRefresh = true
      return []
    }
    library[slot].isRefreshing = true
    library[slot].needsRefresh = false
    library[slot].generation += 1
    return [.refresh(library[slot].id, generation: library[slot].generation)]
  }

  /// Notes that a store could not be read; what was read before stays.
  mutating func fail(
    _ store: StoreID, generation: Int, _ failure: StoreFailure
  ) -> [Effect] {
    guard let slot = library.slot(of: store), library[slot].generation == generation else {
      return []
    }
    library[slot].phase = .failed(failure)
    library[slot].isRefreshing = false
    rebuildRows()
    return []
  }

  /// Merges and sorts what is in scope, at once where there is little.
  ///
  /// A small list is arranged here, so that no frame shows the old order.
  mutating func rearrange() -> [Effect] {
    catalogGeneration += 1
    let request = catalogRequest
    guard request.cookieCount > Self.immediateCount else { return adopt(request.catalog()) }
    isArranging = true
    return [.arrange(request, generation: catalogGeneration)]
  }

  /// The number of cookies up to which a list is arranged within one frame.
  static let immediateCount = 4096

  private var catalogRequest: CatalogRequest {
    let parts = library.entries.enumerated().compactMap { slot, entry -> CatalogRequest.Part? in
      guard scope.contains(entry.description), let contents = entry.contents else { return nil }
      return CatalogRequest.Part(slot: Int32(slot), contents: contents, data: entry.data)
    }
    return CatalogRequest(
      parts: parts, site: site, siteSorting: looks.siteSorting,
      cookieSorting: looks.cookieSorting)
  }

  mutating func adopt(_ catalog: Catalog) -> [Effect] {
    isArranging = false
    self.catalog = catalog
    return restartScan()
  }

  /// Filters from the beginning.
  mutating func restartScan() -> [Effect] {
    scanGeneration += 1
    let test = RowTest(self)
    guard !test.isTrivial else {
      scan = FilterScan(everythingIn: catalog)
      countShownMarks()
      rebuildRows()
      return []
    }
    scan = FilterScan(startOf: catalog)
    scan.filterData(of: catalog, self)
    return advanceScan(test)
  }

  mutating func continueScan(generation: Int) -> [Effect] {
    guard generation == scanGeneration, !scan.isComplete else { return [] }
    return advanceScan(RowTest(self))
  }

  private mutating func advanceScan(_ test: RowTest) -> [Effect] {
    // Rows that share the result would have all of it copied with every part that is added.
    if case .cookies = rows { rows = .cookies([]) }
    scan.advance(over: catalog, test)
    if scan.isComplete { countShownMarks() }
    rebuildRows()
    return scan.isComplete ? [] : [.continueScan(generation: scanGeneration)]
  }

  /// Keeps the identities of what changed since the program began, for `changed` in filters.
  private mutating func noteChanges(from old: StoreContents?, to new: StoreContents) {
    guard let old, old.snapshot.cookies != new.snapshot.cookies else { return }
    let difference = SnapshotDiff(from: old.cookies, to: new.cookies, now: asOf)
    // A store that was replaced as a whole says nothing about single cookies.
    guard difference.entries.count <= 10_000 else { return }
    for entry in difference.entries where entry.level > .debug {
      changedItems.insert(ItemID(store: new.snapshot.store, key: entry.key))
    }
  }
}

extension StoreEntry {
  /// Whether changes of the store can be seen.
  var isObservable: Bool { description.capabilities.allows(.observe) }

  /// Whether it was observed, and is not there any more.
  var isAway: Bool { health.map { $0.means == nil && $0.lastEvent != nil } ?? false }
}
