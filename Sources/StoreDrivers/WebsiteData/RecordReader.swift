import CookieCore
import Glibc
import StoreFormats

/// Opens records on one thread, asks about each and reads its head, in the same memory for all.
final class RecordReader {
  private let descriptor: Int32
  private let thread: Int
  private let beginning: UnsafeMutableRawBufferPointer
  private let reader: NetworkCacheHeadReader
  private var owners = OwnerNumbers()

  /// One small read suffices unless the URL is very long.
  private static let usualSize = 1024
  private static let greatestSize = 1 << 17
  /// O_NOATIME, which the C library shows only to GNU sources.
  private static let keepAccessTime: Int32 = 0o1_000_000

  /// Takes the open folder that the records are in.
  init(_ descriptor: Int32, thread: Int) {
    self.descriptor = descriptor
    self.thread = thread
    beginning = .allocate(byteCount: Self.usualSize, alignment: 16)
    reader = NetworkCacheHeadReader(byteLimit: Self.usualSize)
  }

  deinit { beginning.deallocate() }

  /// Looks at some of the files.
  func piece(_ names: FileNames, _ range: Range<Int>) -> RecordHeads.Piece {
    var records: [RecordHeads.Record] = []
    records.reserveCapacity(range.count)
    names.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for index in range {
        records.append(
          record((base + names.starts[index]).assumingMemoryBound(to: CChar.self)))
      }
    }
    return RecordHeads.Piece(
      thread: thread, records: records, newOwners: owners.takeNew())
  }

  private func record(_ name: UnsafePointer<CChar>) -> RecordHeads.Record {
    var raw = stat()
    if Self.isBody(name) {
      guard fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else { return .init() }
      return RecordHeads.Record(status: FileStatus(raw), linkCount: Int(raw.st_nlink))
    }
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC
    var number = openat(descriptor, name, flags | Self.keepAccessTime)
    // Only the owner of a file may leave its access time alone.
    if number < 0, errno == EPERM { number = openat(descriptor, name, flags) }
    guard number >= 0 else { return RecordHeads.Record() }
    defer { close(number) }
    // Asking about an open file spares the system another search for its name.
    guard fstat(number, &raw) == 0 else { return RecordHeads.Record() }
    let status = FileStatus(raw)
    return RecordHeads.Record(
      status: status, linkCount: Int(raw.st_nlink),
      head: status.kind == .regular ? head(in: number, byteCount: status.byteCount) : nil)
  }

  private static func isBody(_ name: UnsafePointer<CChar>) -> Bool {
    let (length, suffix) = (strlen(name), RecordHeads.bodySuffix)
    return length >= suffix.utf8.count && strcmp(name + length - suffix.utf8.count, suffix) == 0
  }

  private func head(in number: Int32, byteCount: Int) -> RecordHeads.Head? {
    let got = pread(number, beginning.baseAddress, min(beginning.count, byteCount), 0)
    guard got > 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: beginning[..<got])
    guard let head = reader.head(in: bytes) else { return unusualHead(in: number, byteCount) }
    let owner = owners.number(
      partition: bytes[head.partition],
      beginning: bytes[Self.beginning(ofURL: head.identifier, bytes)])
    let isResource = bytes[head.type].elementsEqual("Resource".utf8)
    return RecordHeads.Head(
      owner: owner, time: head.time,
      byteCount: isResource ? Self.sum(head.headerSize, head.bodySize) : nil)
  }

  /// The head of a record with other characters than those of ASCII or with a very long URL.
  private func unusualHead(in number: Int32, _ byteCount: Int) -> RecordHeads.Head? {
    for limit in [Self.usualSize, Self.greatestSize] {
      let count = min(limit, byteCount)
      guard let bytes = Self.beginning(of: number, count: count) else { return nil }
      do throws(DecodingFailure) {
        let record = try NetworkCacheRecord(decoding: bytes)
        return record.checksumIsRight ? head(of: record) : nil
      } catch {
        guard case .truncated = error, bytes.count == limit else { return nil }
      }
    }
    return nil
  }

  private func head(of record: NetworkCacheRecord) -> RecordHeads.Head {
    let (partition, url) = (Array(record.partition.utf8), Array(record.identifier.utf8))
    let owner = partition.withUnsafeBytes { partition in
      url.withUnsafeBytes { url in
        owners.number(
          partition: partition[...], beginning: url[Self.beginning(ofURL: url.indices, url)])
      }
    }
    return RecordHeads.Head(
      owner: owner, time: record.time,
      byteCount: record.type == "Resource" ? Self.sum(record.headerSize, record.bodySize) : nil)
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

  private static func sum(_ header: Int, _ body: Int) -> Int {
    let (sum, overflows) = header.addingReportingOverflow(body)
    return overflows || sum >= 1 << 40 ? 0 : sum
  }

  /// The scheme and the authority of a URL; empty when it has none.
  private static func beginning(
    ofURL url: Range<Int>, _ bytes: UnsafeRawBufferPointer
  ) -> Range<Int> {
    var colon = url.lowerBound
    while colon + 2 < url.upperBound {
      guard bytes[colon] == UInt8(ascii: ":"), bytes[colon + 1] == UInt8(ascii: "/"),
        bytes[colon + 2] == UInt8(ascii: "/")
      else {
        colon += 1
        continue
      }
      var end = colon + 3
      while end < url.upperBound, !isEnd(bytes[end]) { end += 1 }
      return url.lowerBound..<end
    }
    return url.lowerBound..<url.lowerBound
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }
}
