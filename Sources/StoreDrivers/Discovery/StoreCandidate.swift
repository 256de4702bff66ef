import StoreFormats
import StoreModel

/// A store that a search found, before it has an id.
struct StoreCandidate: Sendable {
  var app: App
  /// What tells the store from others of its app; nil when there is no need.
  var storeName: String?
  /// What tells the app's store from that of the same app installed in another way, such as `flatpak`.
  var qualifier: String?
  var kind: StoreDescription.Kind
  var format: StoreFormat
  var path: String
  var title: String
  var capabilities: StoreCapabilities
  var remarks: [String] = []
  /// Whether the path is that of a file; without one the store stands for the website data beside it.
  var hasCookieFile = true

  private var plainID: String {
    let parts = [app.engine.rawValue, app.id] + (storeName.map { [$0] } ?? [])
    return parts.joined(separator: ":")
  }

  /// Gives every candidate an id that no other has; the same file found twice is one store.
  ///
  /// Where ids collide all of them get the qualifier, and where that doesn't help the beginning of a digest of the
  /// path, so that no id depends on the order of the search.
  static func describe(_ candidates: [StoreCandidate]) -> [StoreDescription] {
    var files: Set<FileIdentity> = []
    let distinct = candidates.filter { candidate in
      guard let identity = FileStatus.ifKnown(candidate.path)?.identity else { return true }
      return files.insert(identity).inserted
    }
    var ids = distinct.map(\.plainID)
    for (index, id) in suffixes(of: ids, distinct, { $0.qualifier.map { ":" + $0 } }) {
      ids[index] += id
    }
    for (index, id) in suffixes(of: ids, distinct, { "~" + digest(of: $0.path) }) {
      ids[index] += id
    }
    return zip(ids, distinct).map { id, candidate in candidate.description(id: id) }
      .sorted { $0.id < $1.id }
  }

  private static func suffixes(
    of ids: [String], _ candidates: [StoreCandidate], _ suffix: (StoreCandidate) -> String?
  ) -> [(Int, String)] {
    let groups = Dictionary(grouping: ids.indices) { ids[$0] }
    return groups.values.filter { $0.count > 1 }.flatMap { group in
      group.compactMap { index in suffix(candidates[index]).map { (index, $0) } }
    }
  }

  private static func digest(of path: String) -> String {
    String(SHA256Digest.hex(of: Array(path.utf8)).prefix(8))
  }

  /// Describes a store that was named by its path, whatever else has the name of its app.
  func description(namedBy path: String) -> StoreDescription {
    description(id: "\(app.engine.rawValue):\(path)")
  }

  private func description(id: String) -> StoreDescription {
    StoreDescription(
      id: StoreID(rawValue: id), app: app, kind: kind, format: format, path: path, title: title,
      capabilities: capabilities, remarks: remarks, hasCookieFile: hasCookieFile)
  }
}
