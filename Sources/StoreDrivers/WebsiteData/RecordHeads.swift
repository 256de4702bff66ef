import CookieCore
import Glibc
import StoreFormats

/// Reads the heads of the records in one folder of WebKit's HTTP cache, and nothing else of them.
struct RecordHeads: Sendable {
  /// What the head of a record says about whose it is and how large.
  struct Head: Sendable {
    /// The partition and the beginning of the URL up to its path; what records of one owner have in common.
    var owner: String
    /// The registrable domain of the top page; empty on GTK and WPE.
    var partition: String
    var time: Timestamp
    /// The bytes of the header and the body; nil for a record of another kind than a resource.
    var byteCount: Int?
  }

  /// A file among the records.
  struct Record: Sendable {
    /// What the file system says about it; nil when it could not be opened.
    var status: FileStatus?
    var linkCount = 1
    /// What its head says; nil for what is no record.
    var head: Head?
  }

  private let descriptor: Int32
  private let names: [String]

  /// As many as one thread reads before it takes more.
  private static let pieceSize = 512
  /// O_NOATIME, which the C library shows only to GNU sources.
  private static let keepAccessTime: Int32 = 0o1_000_000
  /// One small read suffices unless the URL is very long.
  private static let headSizes = [1024, 1 << 17]

  /// Opens records on all processors, asks about each and reads its head; blocks.
  ///
  /// - Parameter take: gets one for each name, some at a time and in their order; says whether more are wanted.
  static func read(_ names: [String], in folder: String, take: (ArraySlice<Record>) -> Bool) {
    do throws(SystemFailure) {
      let directory = try Descriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY)
      let heads = RecordHeads(descriptor: directory.number, names: names)
      OwnThread.pieces(of: names.count, size: pieceSize) { range in
        ArraySlice(range.map { heads.record(heads.names[$0]) })
      } take: {
        take($0)
      }
    } catch {
      _ = take(ArraySlice(repeating: Record(), count: names.count))
    }
  }

  private func record(_ name: String) -> Record {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC
    var number = openat(descriptor, name, flags | Self.keepAccessTime)
    // Only the owner of a file may leave its access time alone.
    if number < 0, errno == EPERM { number = openat(descriptor, name, flags) }
    guard number >= 0 else { return Record() }
    defer { close(number) }
    // Asking about an open file spares the system another search for its name.
    var raw = stat()
    guard fstat(number, &raw) == 0 else { return Record() }
    let status = FileStatus(raw)
    return Record(
      status: status, linkCount: Int(raw.st_nlink),
      head: status.kind == .regular ? Self.head(in: number, byteCount: status.byteCount) : nil)
  }

  private static func head(in number: Int32, byteCount: Int) -> Head? {
    for limit in headSizes {
      let count = min(limit, byteCount)
      guard let bytes = beginning(of: number, count: count) else { return nil }
      do throws(DecodingFailure) {
        let record = try NetworkCacheRecord(decoding: bytes)
        return record.checksumIsRight ? Head(record) : nil
      } catch {
        guard case .truncated = error, bytes.count == limit else { return nil }
      }
    }
    return nil
  }

  private static func beginning(of number: Int32, count: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let got = pread(number, buffer.baseAddress, count, 0)
      failed = got < 0
      filled = max(0, got)
    }
    return failed ? nil : bytes
  }
}

extension RecordHeads.Head {
  fileprivate init(_ record: NetworkCacheRecord) {
    partition = record.partition
    owner = record.partition + "\n" + Self.beginning(ofURL: record.identifier)
    time = record.time
    guard record.type == "Resource" else { return }
    let (sum, overflows) = record.headerSize.addingReportingOverflow(record.bodySize)
    byteCount = overflows || sum >= 1 << 40 ? 0 : sum
  }

  /// The scheme and the authority of a URL; empty when it has none.
  private static func beginning(ofURL url: String) -> Substring {
    let bytes = url.utf8
    var colon = bytes.startIndex
    while let found = bytes[colon...].firstIndex(of: UInt8(ascii: ":")) {
      let rest = bytes[bytes.index(after: found)...]
      if rest.starts(with: "//".utf8) {
        let authority = bytes.index(found, offsetBy: 3)
        let end = bytes[authority...].firstIndex { "/?#".utf8.contains($0) }
        return url[..<(end ?? bytes.endIndex)]
      }
      colon = bytes.index(after: found)
    }
    return ""
  }
}
