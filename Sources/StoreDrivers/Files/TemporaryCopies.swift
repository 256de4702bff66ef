import Glibc
import StoreModel

/// The directory of this process for copies that must not outlive it.
///
/// Copies hold secrets: the directory has mode 0700, each copy goes away after use, and what a crash left is
/// removed by the next process.
package struct TemporaryCopies: Sendable {
  /// The directory of this process.
  package let directory: String
  private let base: String

  /// Chooses the place; nothing is made before the first copy.
  ///
  /// - Parameter base: the directory that is shared with other processes of this program.
  package init(base: String) {
    self.base = base
    directory = FilePath.join(base, "\(getpid())-\(Self.startTime(of: getpid()) ?? "0")")
  }

  /// Removes the directories of processes that have ended.
  ///
  /// - Returns: the number of directories removed.
  @discardableResult
  package func removeStaleOnes() -> Int {
    let names = (try? DirectoryListing.names(in: base)) ?? []
    var count = 0
    for name in names where FilePath.join(base, name) != directory {
      let parts = name.split(separator: "-", maxSplits: 1)
      guard parts.count == 2, let process = Int32(parts[0]) else { continue }
      // The start time tells a process from a later one with the same id.
      guard !ProcessTable.isAlive(process) || Self.startTime(of: process) ?? "0" != parts[1] else {
        continue
      }
      Self.removeTree(FilePath.join(base, name))
      count += 1
    }
    return count
  }

  /// Removes everything of this process; safe to call twice.
  package func removeAll() {
    Self.removeTree(directory)
    rmdir(base)
  }

  /// Writes files into a new directory, lends it, and removes it again.
  ///
  /// - Parameter files: the bytes by file name.
  func withCopy<Result>(
    of files: [String: [UInt8]], _ work: (String) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    let place = FilePath.join(directory, String(UInt64.random(in: .min ... .max), radix: 16))
    try reportingFailures(of: place) { () throws(SystemFailure) in
      try PrivateDirectory.create(place)
    }
    defer { Self.removeTree(place) }
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try reportingFailures(of: FilePath.join(place, name)) { () throws(SystemFailure) in
        let flags = O_WRONLY | O_CREAT | O_EXCL
        try Descriptor(opening: FilePath.join(place, name), flags: flags).write(bytes)
      }
    }
    return try work(place)
  }

  private static func removeTree(_ path: String) {
    let names = (try? DirectoryListing.names(in: path)) ?? []
    for name in names {
      let child = FilePath.join(path, name)
      if FileStatus.ifKnown(child, followingLinks: false)?.kind == .directory {
        removeTree(child)
      } else {
        unlink(child)
      }
    }
    rmdir(path)
  }

  /// The start time of a process in clock ticks since boot, as text.
  private static func startTime(of process: Int32) -> String? {
    guard let text = ProcessRecord.text("/proc/\(process)/stat") else { return nil }
    // The name is in parentheses and may hold spaces; the start time is the 20th field behind it.
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 20 ? String(fields[20]) : nil
  }
}
