import CookieCore
public import StoreModel

extension LiveStoreDriver {
  /// The types whose records any engine may have, besides cookies.
  private static let types: [DataType] = [
    .diskCache, .fetchCache, .hashSalt, .hstsCache, .indexedDBDatabases, .localStorage,
    .resourceLoadStatistics, .serviceWorkerRegistrations, .sessionStorage,
  ]

  /// Lists what sites keep beside cookies, an item for each of the engine's records and types.
  ///
  /// An engine counts the bytes of some types, and never what there is in a record.
  ///
  /// - Throws: when that is not known.
  public func websiteData(
    of store: StoreDescription, progress: @escaping @Sendable (WebsiteDataProgress) -> Void
  ) async throws(StoreFailure) -> WebsiteDataListing {
    // On iOS 11 each pool has cookies of its own, and what else there is belongs to the store.
    guard pool(of: store.id) == nil else { return WebsiteDataListing() }
    var items: [WebsiteDataItem] = []
    for type in Self.types {
      items += try await records(of: type, in: store.id).map { Self.item(type, $0) }
    }
    guard !items.isEmpty else { return WebsiteDataListing() }
    items = items.enumerated().sorted { left, right in
      left.element.owner == right.element.owner
        ? left.offset < right.offset : left.element.owner < right.element.owner
    }.map(\.element)
    let roots = [store.id.rawValue]
    progress(WebsiteDataProgress(roots: roots, fileCount: 0, finished: items))
    return WebsiteDataListing(roots: roots, items: items)
  }

  /// What is in a record the engine does not say.
  public func entries(
    of item: WebsiteDataItem, in store: StoreDescription, withValues: Bool
  ) async throws(StoreFailure) -> [WebsiteDataEntry] {
    throw .unsupported(
      path: store.id.rawValue, reason: "The live engine does not say what is in it.")
  }

  /// Looks which of some records are still there; there is no copy of them.
  public func freeze(
    _ items: [WebsiteDataItem], of store: StoreDescription
  ) async throws(StoreFailure) -> [DataRemoval] {
    var present: [DataType: Set<String>] = [:]
    for type in Set(items.map(\.type)) {
      present[type] = Set(try await records(of: type, in: store.id).map(\.displayName))
    }
    return items.filter { item in
      item.place.record.map { present[item.type]?.contains($0) ?? false } ?? false
    }.map { DataRemoval(store: store.id, item: $0, isKept: false) }
  }

  /// Has the engine remove records, type by type, and reads back.
  ///
  /// The engine takes the service workers of a site along with its fetch cache, so both go or none.
  public func remove(
    _ removals: [DataRemoval], from store: StoreDescription, force: Bool
  ) async throws(StoreFailure) -> RemovedData {
    var outcomes: [PlanResult.Outcome] = removals.map { _ in .goneAlready }
    let workers = Set(
      removals.filter { $0.item.type == .serviceWorkerRegistrations }.map(\.item.place.record))
    let stayingWorkers = try await records(of: .serviceWorkerRegistrations, in: store.id)
      .map(\.displayName).filter { !workers.contains($0) }
    for (type, places) in Dictionary(grouping: removals.indices, by: { removals[$0].item.type }) {
      var wanted: [String] = []
      for place in places {
        guard let name = removals[place].item.place.record else { continue }
        if type == .fetchCache, stayingWorkers.contains(name) {
          outcomes[place] = .failed(Self.takesWorkers(store.id))
        } else {
          wanted.append(name)
        }
      }
      let outcome = await remove(type, wanted, from: store.id)
      for place in places where removals[place].item.place.record.map(wanted.contains) ?? false {
        outcomes[place] = outcome(removals[place].item.place.record ?? "")
      }
    }
    return RemovedData(result: DataResult(outcomes: outcomes))
  }

  /// Removes records of one type, and returns what became of each by its name.
  private func remove(
    _ type: DataType, _ names: [String], from store: StoreID
  ) async -> (String) -> PlanResult.Outcome {
    guard !names.isEmpty else { return { _ in .goneAlready } }
    do throws(LiveFailure) {
      let left = try await engine.removeRecords(
        of: [type], named: names, since: nil, in: liveID(store)
      ).map(\.displayName)
      return { left.contains($0) ? .failed(.unverified(path: store.rawValue)) : .done }
    } catch {
      let failure = failure(error, store)
      return { _ in .failed(failure) }
    }
  }

  private func records(
    of type: DataType, in store: StoreID
  ) async throws(StoreFailure) -> [LiveRecord] {
    do {
      return try await engine.records(of: [type], in: liveID(store))
        .filter { $0.types.contains(type) }
    } catch {
      throw failure(error, store)
    }
  }

  private static func item(_ type: DataType, _ record: LiveRecord) -> WebsiteDataItem {
    let isLocal = record.displayName == Site.localFiles.name
    return WebsiteDataItem(
      type: type, origin: nil, host: isLocal ? "" : record.displayName,
      site: isLocal ? .localFiles : PublicSuffixes.system.site(ofHost: record.displayName),
      contentBytes: record.bytes, place: WebsiteDataItem.Place(record: record.displayName))
  }

  private static func takesWorkers(_ store: StoreID) -> StoreFailure {
    .unsupported(
      path: store.rawValue,
      reason: "The engine takes the serviceWorkerRegistrations of the site along; delete both.")
  }
}
