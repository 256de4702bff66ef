public import StoreModel

extension LiveStoreDriver {
  /// The types whose records any engine may have, besides cookies.
  private static let types: [DataType] = [
    .diskCache, .fetchCache, .hstsCache, .indexedDBDatabases, .localStorage,
    .serviceWorkerRegistrations, .sessionStorage,
  ]

  /// Says that sites keep something beside cookies, where they do; an engine does not say what it is file by file.
  ///
  /// - Throws: when that is not known.
  public func websiteData(
    of store: StoreDescription, progress: @escaping @Sendable (WebsiteDataProgress) -> Void
  ) async throws(StoreFailure) -> WebsiteDataListing {
    let records: [LiveRecord]
    do {
      records = try await engine.records(of: Self.types, in: liveID(store.id))
    } catch {
      throw failure(error, store.id)
    }
    let kept = records.filter { !$0.types.allSatisfy { $0 == .cookies } }
    guard !kept.isEmpty else { return WebsiteDataListing() }
    let names = kept.map(\.displayName)
    let more = names.count > Self.mostNamed ? " and \(names.count - Self.mostNamed) more" : ""
    let types = Set(kept.flatMap(\.types)).subtracting([.cookies]).map(\.rawValue).sorted()
    return WebsiteDataListing(problems: [
      .unsupported(
        path: store.id.rawValue,
        reason: names.prefix(Self.mostNamed).joined(separator: ", ") + more
          + (names.count == 1 ? " keeps" : " keep")
          + " data beside cookies there (\(types.joined(separator: ", "))), which is listed only when the "
          + "engine has ended.")
    ])
  }

  private static let mostNamed = 3
}
