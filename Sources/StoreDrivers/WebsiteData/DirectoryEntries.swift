import Glibc

/// The names in a directory as the file system spells them, in the order of their bytes.
struct DirectoryEntries: Sendable {
  /// What the file system says about one of them.
  struct Entry: Sendable {
    /// Which of the names it is.
    var index: Int
    /// Nil for a regular file that was not asked about.
    var status: FileStatus?
    var linkCount = 1
  }

  /// The names one after another, each with its kind before and a zero at its end.
  private var bytes: [CChar] = []
  private var starts: [Int] = []

  /// Reads an open directory to its end.
  init(_ stream: OpaquePointer) {
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
          guard strcmp(name, ".") != 0, strcmp(name, "..") != 0 else { return }
          bytes.append(CChar(truncatingIfNeeded: entry.pointee.d_type))
          starts.append(bytes.count)
          bytes.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
        }
      }
    }
    sort()
  }

  /// Puts the names in the order of their bytes.
  private mutating func sort() {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      // The first bytes decide nearly always, and comparing them as one number needs no look elsewhere.
      var order = starts.map { start -> (beginning: UInt64, start: Int) in
        var beginning: UInt64 = 0
        var length = 0
        while length < 8, base[start + length] != 0 {
          beginning = beginning << 8 | UInt64(UInt8(bitPattern: base[start + length]))
          length += 1
        }
        return (beginning << UInt64(8 * (8 - length)), start)
      }
      order.sort { left, right in
        left.beginning == right.beginning
          ? strcmp(base + left.start, base + right.start) < 0 : left.beginning < right.beginning
      }
      starts = order.map(\.start)
    }
  }

  /// Lends a name to a C function.
  func withName<Result>(_ index: Int, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("there is no name") }
      return body(base + starts[index])
    }
  }

  /// How many names there are.
  var count: Int { starts.count }

  /// Lends the bytes of a name, without the zero at its end, to a function.
  func withBytes<Result>(of index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withName(index) { body(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  /// Whether the directory itself says that a name is of a regular file, as not every file system does.
  func isRegular(_ index: Int) -> Bool { bytes[starts[index] - 1] == CChar(DT_REG) }

  /// As many as one thread looks at before it takes more.
  private static let pieceSize = 2048

  /// Asks about all of them, links not followed; what is gone by then is left out.
  ///
  /// - Parameters:
  ///   - descriptor: the directory.
  ///   - areRecords: whether regular files are records of a cache, which are asked about when they are opened.
  func entries(in descriptor: Int32, areRecords: Bool = false) -> [Entry] {
    guard starts.count > Self.pieceSize, !areRecords else {
      return entries(starts.indices, in: descriptor, areRecords)
    }
    return OwnThread.pieces(of: starts.count, size: Self.pieceSize) {
      entries($0, in: descriptor, areRecords)
    }.flatMap { $0 }
  }

  private func entries(
    _ range: Range<Int>, in descriptor: Int32, _ areRecords: Bool
  ) -> [Entry] {
    var found: [Entry] = []
    found.reserveCapacity(range.count)
    for index in range {
      if areRecords, isRegular(index) {
        found.append(Entry(index: index))
        continue
      }
      withName(index) { name in
        var raw = stat()
        guard fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        found.append(
          Entry(index: index, status: FileStatus(raw), linkCount: Int(raw.st_nlink)))
      }
    }
    return found
  }
}
