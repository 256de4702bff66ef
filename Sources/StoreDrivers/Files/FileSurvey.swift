import Glibc

/// What the file system says about everything below some directories, to be compared later.
struct FileSurvey {
  /// What it says about one path.
  struct Entry {
    var status: FileStatus
    var linkCount: Int

    /// Asks about a path; links are not followed.
    init?(_ path: String) {
      var raw = stat()
      guard lstat(path, &raw) == 0 else { return nil }
      status = FileStatus(raw)
      linkCount = Int(raw.st_nlink)
    }

    /// Reports whether nothing wrote to the file since an earlier look.
    ///
    /// A write sets both times, of which nobody can set the second; that one also changes when a name of the file
    /// comes or goes, which is no change of its bytes.
    func isUntouched(since earlier: Entry) -> Bool {
      guard status.kind == earlier.status.kind, status.identity == earlier.status.identity else {
        return false
      }
      guard status.kind != .directory else { return true }
      return status.hasSameContent(as: earlier.status)
        && (status.statusChange == earlier.status.statusChange || linkCount != earlier.linkCount)
    }
  }

  /// The entries by path; the directories themselves are not among them.
  private(set) var entries: [String: Entry] = [:]

  /// Looks at everything below directories; links are not followed.
  init(below directories: [String]) {
    for directory in directories where Entry(directory)?.status.kind == .directory {
      add(directory)
    }
  }

  /// The identities of all regular files.
  var regularFiles: Set<FileIdentity> {
    Set(entries.values.lazy.filter { $0.status.kind == .regular }.map(\.status.identity))
  }

  /// Compares with an earlier survey.
  ///
  /// - Parameter isMeant: whether a path was meant to change.
  /// - Returns: the number of files that were compared, and the paths that are not what they were.
  func comparison(
    with earlier: FileSurvey, except isMeant: (String) -> Bool
  ) -> (compared: Int, disturbed: [String]) {
    var compared = 0
    var disturbed: [String] = []
    for (path, before) in earlier.entries where !isMeant(path) {
      if before.status.kind != .directory { compared += 1 }
      if entries[path]?.isUntouched(since: before) != true { disturbed.append(path) }
    }
    for path in entries.keys where earlier.entries[path] == nil && !isMeant(path) {
      disturbed.append(path)
    }
    return (compared, disturbed.sorted())
  }

  private mutating func add(_ directory: String) {
    // What cannot be looked into cannot be changed by way of it either.
    for name in (try? DirectoryListing.names(in: directory)) ?? [] {
      let path = FilePath.join(directory, name)
      guard entries[path] == nil, let entry = Entry(path) else { continue }
      entries[path] = entry
      if entry.status.kind == .directory { add(path) }
    }
  }
}
