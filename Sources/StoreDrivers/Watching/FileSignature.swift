/// What tells a changed store from an unchanged one without reading it.
struct FileSignature: Hashable, Sendable {
  private var parts: [Part?]

  private struct Part: Hashable, Sendable {
    var identity: FileIdentity
    var byteCount: Int
    var contentChange: Int64
    var mode: UInt32
  }

  /// Looks at a store's file and at the files that belong to it.
  init(of path: String) {
    parts = Self.names(of: path).map { name in
      FileStatus.ifKnown(name).map { status in
        Part(
          identity: status.identity, byteCount: status.byteCount,
          contentChange: status.contentChange, mode: status.mode)
      }
    }
  }

  /// Whether the file itself is there.
  var exists: Bool { parts.first.flatMap { $0 } != nil }

  /// The file, its write-ahead log and its rollback journal.
  static func names(of path: String) -> [String] {
    [path, path + "-wal", path + "-journal"]
  }
}
