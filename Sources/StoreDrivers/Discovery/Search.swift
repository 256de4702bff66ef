import Glibc
import StoreModel

/// A look around in directories that ends in bounded time, goes round in no circle, and hides no refusal.
struct Search {
  /// What was found in a directory.
  struct Entry: Hashable, Sendable {
    var path: String
    var status: FileStatus
    /// Whether it was reached through a symbolic link.
    var isLinked = false

    var name: String { FilePath.name(of: path) }
    var isDirectory: Bool { status.kind == .directory }
    var isFile: Bool { status.kind == .regular }
  }

  /// Places that could not be looked at.
  private(set) var problems: [StoreFailure] = []
  private var remaining: Int
  private let deadline: ContinuousClock.Instant
  private var isOver = false

  init(limits: SearchLimits) {
    remaining = limits.entryCount
    deadline = .now + limits.duration
  }

  /// The entries of a directory by name, symbolic links followed; empty for one that doesn't exist.
  mutating func entries(of directory: String) -> [Entry] {
    guard !isOver else { return [] }
    let names: [String]
    do throws(SystemFailure) {
      names = try DirectoryListing.names(in: directory)
    } catch {
      if error.code != ENOENT && error.code != ENOTDIR {
        problems.append(error.storeFailure(path: directory))
      }
      return []
    }
    guard names.count <= remaining, ContinuousClock.now < deadline else {
      isOver = true
      problems.append(
        .unsupported(path: directory, reason: "The search was too long and ended here."))
      return []
    }
    remaining -= names.count
    return names.compactMap { entry(FilePath.join(directory, $0)) }
  }

  /// What is at a path; nil for nothing.
  mutating func entry(_ path: String) -> Entry? {
    if let status = FileStatus.ifKnown(path, followingLinks: false), status.kind != .link {
      return Entry(path: path, status: status)
    }
    switch FileStatus.presence(of: path) {
    case .present(let status): return Entry(path: path, status: status, isLinked: true)
    case .absent: return nil
    case .unknown(let failure):
      // A link that leads back to itself is no place.
      if failure.code != ELOOP { problems.append(failure.storeFailure(path: path)) }
      return nil
    }
  }

  /// The directories in a directory.
  mutating func directories(in directory: String) -> [Entry] {
    entries(of: directory).filter(\.isDirectory)
  }

  /// Goes through a tree, level by level, and hands over every entry.
  ///
  /// - Parameters:
  ///   - depth: how many levels of directories are opened; 1 opens only the first.
  ///   - visit: says for a directory whether to look into it; of no meaning for a file.
  mutating func walk(
    _ root: String, depth: Int, visit: (Entry, inout Search) -> Bool
  ) {
    var level = [root]
    var seen: Set<FileIdentity> = []
    if let identity = FileStatus.ifKnown(root)?.identity { seen.insert(identity) }
    for _ in 0..<depth {
      var next: [String] = []
      for directory in level {
        let found = entries(of: directory)
        // What has a name of its own goes before links to it.
        for entry in found.filter({ !$0.isLinked }) + found.filter(\.isLinked) {
          let goesOn = visit(entry, &self)
          guard entry.isDirectory, goesOn, seen.insert(entry.status.identity).inserted else {
            continue
          }
          next.append(entry.path)
        }
      }
      level = next
    }
  }
}
