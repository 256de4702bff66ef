import Glibc

/// A file beside another, which is to take its place.
struct TemporarySibling {
  /// The path of the temporary file.
  let path: String
  private let directory: String
  private let prefix: String

  /// Chooses a name that nobody has.
  init(of target: String) {
    directory = FilePath.parent(of: target)
    prefix = Self.prefix(of: FilePath.name(of: target))
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    path = FilePath.join(directory, "\(prefix)\(getpid())-\(random)")
  }

  /// Removes what an earlier crash left, which holds secrets.
  func removeStaleOnes() {
    _ = Self.removeStaleOnes(in: directory) { $0 == prefix }
  }

  /// Removes what earlier crashes left beside files; blocks.
  ///
  /// - Parameter targets: the files, which need not exist.
  /// - Returns: the paths that were removed, sorted.
  static func removeStaleOnes(beside targets: Set<String>) -> [String] {
    let folders = Dictionary(grouping: targets, by: { FilePath.parent(of: $0) })
    return folders.flatMap { folder, targets in
      let prefixes = Set(targets.map { prefix(of: FilePath.name(of: $0)) })
      return removeStaleOnes(in: folder, where: prefixes.contains)
    }.sorted()
  }

  private static let mark = ".pantler-"

  private static func prefix(of name: String) -> String {
    // 255 bytes are the longest name; the rest of this one takes up to 40.
    "." + name.prefix(48) + mark
  }

  private static func removeStaleOnes(
    in directory: String, where isMeant: (String) -> Bool
  ) -> [String] {
    guard let names = try? DirectoryListing.names(in: directory) else { return [] }
    return names.compactMap { name in
      guard name.hasPrefix("."), let end = name.ranges(of: mark).last?.upperBound,
        isMeant(String(name[..<end]))
      else { return nil }
      let owner = name[end...].prefix { $0 != "-" }
      guard let process = Int32(owner), !ProcessTable.isAlive(process) else { return nil }
      let path = FilePath.join(directory, name)
      return unlink(path) == 0 ? path : nil
    }
  }
}
