import CookieCore
import Foundation
import StoreModel

/// Website data in memory; each item is one file, and its size says whether it is what it was.
extension MemoryStores {
  /// Adds what a site keeps.
  func addData(
    _ name: String, _ type: DataType, site: String, bytes: Int = 100, modified: Int64? = nil,
    top: String? = nil
  ) {
    let domain = { Site(name: $0, kind: .registrableDomain) }
    let item = WebsiteDataItem(
      type: type, origin: "https://" + site, host: site, site: domain(site),
      topSite: top.map(domain), count: 1, bytes: bytes, contentBytes: bytes,
      modified: modified.map { Timestamp(seconds: $0) },
      place: .init(files: ["/memory/\(site)/\(top ?? "")/\(type)"]))
    changeData(name) { $0.append(item) }
  }

  /// What is kept, such as `localStorage shop.example`.
  func data(_ name: String) -> [String] {
    data(of: StoreID(rawValue: name)).map { item in
      "\(item.type) \(item.site.name)" + (item.topSite.map { " in \($0.name)" } ?? "")
    }.sorted()
  }

  func websiteData(
    of store: StoreDescription, progress: @escaping @Sendable (WebsiteDataProgress) -> Void
  ) async throws(StoreFailure) -> WebsiteDataListing {
    let items = data(of: store.id)
    progress(WebsiteDataProgress(roots: [store.path], fileCount: items.count, finished: items))
    return WebsiteDataListing(
      roots: items.isEmpty ? [] : [store.path], items: items, overheadBytes: 7,
      unattributed: unseen,
      totalBytes: 7 + items.compactMap(\.bytes).reduce(0, +) + unseen.reduce(0) { $0 + $1.bytes })
  }

  func freeze(
    _ items: [WebsiteDataItem], of store: StoreDescription
  ) async throws(StoreFailure) -> [DataRemoval] {
    let present = data(of: store.id)
    return items.compactMap { item in
      present.first { $0.identity == item.identity }.map { found in
        DataRemoval(store: store.id, item: item, files: [Self.file(found)])
      }
    }
  }

  func archive(
    _ removals: [DataRemoval], of store: StoreDescription
  ) async throws(StoreFailure) -> [UInt8] {
    Array((try? JSONEncoder().encode(removals)) ?? Data())
  }

  func remove(
    _ removals: [DataRemoval], from store: StoreDescription, force: Bool
  ) async throws(StoreFailure) -> RemovedData {
    changeData(store.id.rawValue) { data in
      data.removeAll { item in removals.contains { $0.item.identity == item.identity } }
    }
    let outcomes = removals.map { _ in PlanResult.Outcome.done }
    return RemovedData(result: DataResult(outcomes: outcomes, comparedFiles: 7))
  }

  func restore(
    archive: [UInt8], to store: StoreDescription, expecting left: [String: FileFingerprint],
    force: Bool
  ) async throws(StoreFailure) -> DataResult {
    let removals = (try? JSONDecoder().decode([DataRemoval].self, from: Data(archive))) ?? []
    changeData(store.id.rawValue) { $0 += removals.map(\.item) }
    return DataResult(outcomes: removals.map { _ in .done }, comparedFiles: 7)
  }

  private static func file(_ item: WebsiteDataItem) -> FrozenFile {
    FrozenFile(
      path: item.place.files[0], kind: .file, device: 1, inode: 1, byteCount: item.bytes ?? 0,
      modified: 0)
  }
}
