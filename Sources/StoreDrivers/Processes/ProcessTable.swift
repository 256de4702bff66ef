import Glibc
package import StoreModel

/// What `/proc` says about the running processes.
///
/// Only processes of the same user can be looked into; the others are counted.
package struct ProcessTable: Sendable {
  /// Who has some file open.
  package struct HolderScan: Hashable, Sendable {
    /// The processes that have the file open, by id.
    package var holders: [ProcessReference]
    /// The number of processes that could not be looked into.
    package var unreadableCount: Int
  }

  /// The directory that the process file system is at.
  package let root: String
  /// The process that never counts as a holder: this one.
  package let ownID: Int32

  /// The inode of each connected local socket with that of its peer.
  let socketPeers: @Sendable () -> [UInt64: UInt64]

  /// Takes every field as it is.
  package init(root: String = "/proc", ownID: Int32 = getpid()) {
    // Sockets are not in the process file system, so a copy of one says nothing about them.
    self.init(root: root, ownID: ownID) { root == "/proc" ? SocketPeers.read() : [:] }
  }

  init(root: String, ownID: Int32, socketPeers: @escaping @Sendable () -> [UInt64: UInt64]) {
    self.root = root
    self.ownID = ownID
    self.socketPeers = socketPeers
  }

  /// The ids of all processes, in order.
  package func processIDs() -> [Int32] {
    let names = (try? DirectoryListing.names(in: root)) ?? []
    return names.compactMap { Int32($0) }.sorted()
  }

  /// Describes a process; nil when it has ended.
  package func record(of id: Int32) -> ProcessRecord? {
    ProcessRecord(id: id, root: root)
  }

  /// Finds out who has a file open, or a file that belongs to it.
  ///
  /// Files are compared by device and inode, so that other names and bind mounts don't hide a holder. A process
  /// that still holds a replaced file, which the system calls deleted, counts as well.
  ///
  /// - Parameters:
  ///   - paths: the file with its write-ahead log and journal.
  ///   - whoMayWrite: whether only those count that have it open for writing.
  package func holders(of paths: [String], whoMayWrite: Bool = false) -> HolderScan {
    let wanted = Set(paths.compactMap { FileStatus.ifKnown($0)?.identity })
    let deleted = Set(paths.map { (FilePath.resolved($0) ?? $0) + " (deleted)" })
    var scan = HolderScan(holders: [], unreadableCount: 0)
    for id in processIDs() where id != ownID {
      let directory = "\(root)/\(id)/fd"
      do throws(SystemFailure) {
        let numbers = try DirectoryListing.names(in: directory)
        let isHolder = numbers.contains { number in
          let link = FilePath.join(directory, number)
          guard let status = FileStatus.ifKnown(link), status.kind == .regular else { return false }
          if whoMayWrite, !Self.isForWriting(link) { return false }
          if wanted.contains(status.identity) { return true }
          return FilePath.linkText(of: link).map(deleted.contains) ?? false
        }
        if isHolder { scan.holders.append(reference(to: id)) }
      } catch {
        // A process that ended in the meantime holds nothing.
        if error.code == EACCES || error.code == EPERM { scan.unreadableCount += 1 }
      }
    }
    return scan
  }

  /// Reports whether a descriptor is open for writing, which the mode of its link says.
  private static func isForWriting(_ link: String) -> Bool {
    FileStatus.ifKnown(link, followingLinks: false).map { $0.mode & 0o200 != 0 } ?? true
  }

  /// The paths of the regular files that a process has open, without the deleted ones.
  package func openFiles(of id: Int32) -> [String] {
    openFilesIfReadable(of: id) ?? []
  }

  /// The paths of the regular files that a process has open; nil when it may not be looked into.
  func openFilesIfReadable(of id: Int32) -> [String]? {
    let directory = "\(root)/\(id)/fd"
    guard let numbers = try? DirectoryListing.names(in: directory) else { return nil }
    var paths: Set<String> = []
    for number in numbers {
      let link = FilePath.join(directory, number)
      guard let text = FilePath.linkText(of: link), text.hasPrefix("/"),
        let status = FileStatus.ifKnown(link), status.kind == .regular,
        FileStatus.ifKnown(text)?.identity == status.identity
      else { continue }
      paths.insert(text)
    }
    return paths.sorted()
  }

  /// The regular files that a process has open, whatever their names are.
  func openFileIdentities(of id: Int32) -> [FileIdentity] {
    let directory = "\(root)/\(id)/fd"
    let numbers = (try? DirectoryListing.names(in: directory)) ?? []
    return numbers.compactMap { number in
      let status = FileStatus.ifKnown(FilePath.join(directory, number))
      return status?.kind == .regular ? status?.identity : nil
    }
  }

  /// The inodes of the sockets that a process has open.
  func sockets(of id: Int32) -> Set<UInt64> {
    let directory = "\(root)/\(id)/fd"
    let numbers = (try? DirectoryListing.names(in: directory)) ?? []
    let inodes = numbers.compactMap { number -> UInt64? in
      guard let text = FilePath.linkText(of: FilePath.join(directory, number)),
        text.hasPrefix("socket:["), text.hasSuffix("]")
      else { return nil }
      return UInt64(text.dropFirst("socket:[".count).dropLast())
    }
    return Set(inodes)
  }

  /// Names a process together with the program that it works for and the pages that it serves.
  package func reference(to id: Int32) -> ProcessReference {
    guard let record = record(of: id) else { return ProcessReference(id: id, name: "?") }
    let pages = isNetworkProcess(record) ? RunningApps(self).webProcesses(of: id) : []
    return ProcessReference(
      id: id, name: record.name, owner: owner(of: record), webProcesses: pages)
  }

  /// Reports whether a process of this id runs.
  static func isAlive(_ id: Int32) -> Bool {
    kill(id, 0) == 0 || errno == EPERM
  }
}
