import Glibc

/// Why the pages of a table could not be followed.
struct TableWalkFailure: Error {}

/// Goes through the records of a table in the pages of a database, in the order of their row ids.
///
/// A record is not looked into: two records are the same when their bytes are. That takes a tenth of the time of
/// asking SQLite for the values of each. Whatever is not as the file format says ends the walk with an error.
///
/// - Source: SQLite's "Database File Format", 1.6 (b-tree pages) and 1.6.1 (overflow).
struct TableWalk {
  /// The id of the present record.
  private(set) var id: Int64 = .min

  /// The number of bytes of a page.
  let pageSize: Int

  private let pages: UnsafeRawBufferPointer
  private let usableSize: Int
  private var path: [Page] = []
  /// How many pages may still be entered; no page is entered twice in a table that is whole.
  private var pagesLeft: Int
  private var entered: [Bool]
  private var recordSize = 0
  private var local = 0..<0
  private var isFirst = true

  /// Where the walk is on one page.
  private struct Page {
    var start: Int
    var isLeaf: Bool
    /// The offset of the first cell pointer.
    var pointers: Int
    /// The number of cells.
    var count: Int
    var next = 0
    /// The page after the last cell; 0 on a leaf.
    var last: Int
  }

  /// Begins before the first record.
  ///
  /// - Parameters:
  ///   - pages: the whole database, valid for as long as the walk is used.
  ///   - root: the number of the table's root page, from 1.
  init(_ pages: UnsafeRawBufferPointer, root: Int) throws(TableWalkFailure) {
    guard pages.count >= DatabaseImage.headerCount else { throw TableWalkFailure() }
    let size = Int(pages[16]) << 8 | Int(pages[17])
    pageSize = size == 1 ? 65_536 : size
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { throw TableWalkFailure() }
    usableSize = pageSize - Int(pages[20])
    guard usableSize >= 480 else { throw TableWalkFailure() }
    self.pages = pages
    pagesLeft = pages.count / pageSize
    entered = Array(repeating: false, count: pagesLeft)
    try enter(root)
  }

  /// Goes to the next record, and says whether there is one.
  mutating func next() throws(TableWalkFailure) -> Bool {
    while let place = path.indices.last {
      let page = path[place]
      path[place].next += 1
      if page.isLeaf {
        guard page.next < page.count else {
          path.removeLast()
          continue
        }
        try readCell(at: cell(page.next, of: page), endOf: page)
        return true
      }
      if page.next < page.count {
        try enter(number(at: cell(page.next, of: page), endOf: page))
      } else if page.next == page.count {
        try enter(page.last)
      } else {
        path.removeLast()
      }
    }
    return false
  }

  /// Reports whether two walks are at the beginning of one page, which is the same in both.
  func isAtSameLeaf(as other: TableWalk) -> Bool {
    guard let leaf = path.last, let otherLeaf = other.path.last, leaf.next == 1,
      otherLeaf.next == 1, leaf.start == otherLeaf.start, pageSize == other.pageSize
    else { return false }
    let bytes = leaf.start..<leaf.start + pageSize
    return UnsafeRawBufferPointer(rebasing: pages[bytes])
      .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: other.pages[bytes]))
  }

  /// Goes to the first record behind the page of the present one, and says whether there is one.
  mutating func nextAfterLeaf() throws(TableWalkFailure) -> Bool {
    if let place = path.indices.last { path[place].next = path[place].count }
    return try next()
  }

  /// Reports whether a page, counted from 0, was one of the table's so far.
  func hasEntered(_ page: Int) -> Bool { entered.indices.contains(page) && entered[page] }

  /// Reports whether the present records of two walks have the same bytes.
  func hasSameRecord(as other: TableWalk) throws(TableWalkFailure) -> Bool {
    guard recordSize == other.recordSize else { return false }
    guard local.count == recordSize, other.local.count == recordSize else {
      return try record() == other.record()
    }
    return UnsafeRawBufferPointer(rebasing: pages[local])
      .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: other.pages[other.local]))
  }

  private mutating func enter(_ number: Int) throws(TableWalkFailure) {
    pagesLeft -= 1
    guard pagesLeft >= 0, path.count < 32, number > 0, number <= pages.count / pageSize else {
      throw TableWalkFailure()
    }
    let start = (number - 1) * pageSize
    let header = number == 1 ? start + DatabaseImage.headerCount : start
    let kind = pages[header]
    guard kind == 0x0D || kind == 0x05 else { throw TableWalkFailure() }
    let isLeaf = kind == 0x0D
    let count = Int(pages[header + 3]) << 8 | Int(pages[header + 4])
    let pointers = header + (isLeaf ? 8 : 12)
    guard pointers + 2 * count <= start + usableSize else { throw TableWalkFailure() }
    var page = Page(start: start, isLeaf: isLeaf, pointers: pointers, count: count, last: 0)
    if !isLeaf { page.last = try self.number(at: header + 8, endOf: page) }
    path.append(page)
    entered[number - 1] = true
  }

  private func cell(_ index: Int, of page: Page) -> Int {
    let pointer = page.pointers + 2 * index
    return page.start + (Int(pages[pointer]) << 8 | Int(pages[pointer + 1]))
  }

  /// The big-endian number of four bytes.
  private func number(at offset: Int, endOf page: Page) throws(TableWalkFailure) -> Int {
    guard offset + 4 <= page.start + usableSize else { throw TableWalkFailure() }
    return Int(UInt32(bigEndian: pages.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  private mutating func readCell(
    at start: Int, endOf page: Page
  ) throws(TableWalkFailure) {
    let end = page.start + usableSize
    var offset = start
    guard let size = Int(exactly: try varint(&offset, end)), 0...pages.count ~= size else {
      throw TableWalkFailure()
    }
    let found = try varint(&offset, end)
    guard isFirst || found > id else { throw TableWalkFailure() }
    isFirst = false
    id = found
    recordSize = size
    let held = localSize(of: size)
    let hasMore = held < size
    guard held <= end - offset - (hasMore ? 4 : 0) else { throw TableWalkFailure() }
    local = offset..<offset + held
  }

  /// How many bytes of a record are in its cell; the others are on overflow pages.
  private func localSize(of size: Int) -> Int {
    let most = usableSize - 35
    guard size > most else { return size }
    let least = (usableSize - 12) * 32 / 255 - 23
    let held = least + (size - least) % (usableSize - 4)
    return held <= most ? held : least
  }

  private func varint(_ offset: inout Int, _ end: Int) throws(TableWalkFailure) -> Int64 {
    var value: UInt64 = 0
    for place in 0..<9 {
      guard offset < end else { throw TableWalkFailure() }
      let byte = pages[offset]
      offset += 1
      if place == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }

  /// The bytes of the present record, from its cell and its overflow pages.
  func record() throws(TableWalkFailure) -> [UInt8] {
    var bytes = Array(pages[local])
    var link = local.upperBound
    while bytes.count < recordSize {
      let next = Int(UInt32(bigEndian: pages.loadUnaligned(fromByteOffset: link, as: UInt32.self)))
      guard next > 0, next <= pages.count / pageSize else { throw TableWalkFailure() }
      link = (next - 1) * pageSize
      let count = min(recordSize - bytes.count, usableSize - 4)
      bytes += pages[link + 4..<link + 4 + count]
    }
    return bytes
  }
}

extension UnsafeRawBufferPointer {
  /// Reports whether two buffers have the same bytes.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start, otherStart, count) == 0
  }
}
