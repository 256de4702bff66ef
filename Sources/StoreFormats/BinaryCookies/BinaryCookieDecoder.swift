import CookieCore
import StoreModel

/// Reads a file from front to back and notes what is wrong with it.
///
/// No number from the file is believed before it fits into the bytes that are there, so memory stays within
/// a small multiple of the file. Records of one page may not be larger together than the page, so that
/// many offsets to one long record gain nothing.
struct BinaryCookieDecoder {
  var cookies: [Cookie] = []
  var notices = NoticeList()
  var layout = BinaryCookies.Layout()
  var storedChecksum: UInt32?
  private(set) var checksum: UInt32 = 0
  private var texts = BinaryCookieTexts()

  /// Reads all that follows the magic bytes.
  mutating func decode(_ file: UnsafeRawBufferPointer) {
    guard file.count >= 8 else {
      notices.damage("The file ends within its header.", at: file.count)
      return
    }
    let count = Int(file.bigEndian(at: 4))
    let known = min(count, (file.count - 8) / 4)
    var offset = 8 + 4 * known
    guard known == count else {
      notices.damage("The header promises \(count) pages, which do not fit into the file.", at: 4)
      return
    }
    cookies.reserveCapacity(file.count / 128)
    layout.pages.reserveCapacity(count)
    layout.records.reserveCapacity(file.count / 128)
    for page in 0..<count {
      let size = Int(file.bigEndian(at: 8 + 4 * page))
      guard size <= file.count - offset else {
        notices.damage("Page \(page + 1) of \(count) is cut off.", at: file.count)
        decodePage(file, offset..<file.count, isCut: true)
        return
      }
      decodePage(file, offset..<offset + size, isCut: false)
      offset += size
    }
    decodeTrailer(file, at: offset)
  }

  private mutating func decodePage(
    _ file: UnsafeRawBufferPointer, _ range: Range<Int>, isCut: Bool
  ) {
    let bytes = UnsafeRawBufferPointer(rebasing: file[range])
    addToChecksum(bytes)
    var page = BinaryCookies.Page(source: range, recordCount: 0)
    defer { layout.pages.append(page) }
    guard bytes.count >= 12 else {
      // A page that is cut off has been reported already.
      if !isCut { notices.damage("A page is too small for its header.", at: range.lowerBound) }
      return
    }
    guard readTag(bytes, of: &page) else { return }
    let count = Int(bytes.littleEndian(at: 4))
    guard count <= (bytes.count - 12) / 4 else {
      notices.damage(
        "A page promises \(count) cookies, which do not fit into it.", at: range.lowerBound + 4)
      return
    }
    page.endOfTable = bytes.littleEndian(at: 8 + 4 * count)
    page.recordCount = decodeRecords(bytes, count: count, at: range.lowerBound, isCut: isCut)
  }

  private mutating func readTag(
    _ bytes: UnsafeRawBufferPointer, of page: inout BinaryCookies.Page
  ) -> Bool {
    let offset = page.source?.lowerBound
    switch bytes.bigEndian(at: 0) {
    case BinaryCookieLayout.pageTag: break
    case BinaryCookieLayout.swappedPageTag:
      notices.add(.warning, "The tag of a page is byte-swapped; saving puts it right.", at: offset)
      page.hasSwappedTag = true
      layout.needsWriting = true
    default:
      notices.damage("A page does not begin with the tag of a page.", at: offset)
      return false
    }
    return true
  }

  /// Returns how many records of the page could be read.
  private mutating func decodeRecords(
    _ page: UnsafeRawBufferPointer, count: Int, at pageOffset: Int, isCut: Bool
  ) -> Int {
    var readable = 0
    var firstBad: Int?
    var room = page.count - 12 - 4 * count
    for index in 0..<count {
      let offset = Int(page.littleEndian(at: 8 + 4 * index))
      guard let bytes = record(in: page, at: offset), bytes.count <= room,
        let cookie = BinaryCookieRecord.cookie(from: bytes, texts: &texts)
      else {
        firstBad = firstBad ?? pageOffset + min(offset, page.count)
        continue
      }
      room -= bytes.count
      readable += 1
      cookies.append(cookie)
      layout.records.append(.original(offset: pageOffset + offset, count: bytes.count))
    }
    if let firstBad, !isCut {
      notices.damage(
        "\(count - readable) of \(count) cookies of a page cannot be read.", at: firstBad)
    } else if room > 0, firstBad == nil, !isCut {
      notices.add(
        .information, "A page has \(room) bytes of no cookie; changing the page drops them.",
        at: pageOffset)
    }
    return readable
  }

  private func record(in page: UnsafeRawBufferPointer, at offset: Int) -> UnsafeRawBufferPointer? {
    guard offset <= page.count - BinaryCookieRecord.headerCount else { return nil }
    let size = Int(page.littleEndian(at: offset))
    guard size >= BinaryCookieRecord.headerCount, size <= page.count - offset else { return nil }
    return UnsafeRawBufferPointer(rebasing: page[offset..<offset + size])
  }

  private mutating func addToChecksum(_ page: UnsafeRawBufferPointer) {
    checksum &+= BinaryCookieChecksum.sum(of: page)
  }
}

// MARK: - Trailer

extension BinaryCookieDecoder {
  private mutating func decodeTrailer(_ file: UnsafeRawBufferPointer, at start: Int) {
    let missing = "The trailer is missing or cut off; saving writes a whole one."
    guard file.count - start >= 8 else {
      notices.add(.warning, missing, at: file.count)
      layout.needsWriting = true
      return
    }
    storedChecksum = file.bigEndian(at: start)
    if storedChecksum != checksum {
      notices.add(.warning, "The checksum does not fit the pages.", at: start)
    }
    guard file.bigEndian(at: start + 4) == BinaryCookieLayout.footer else {
      notices.damage("The pages are not followed by the tag of the trailer.", at: start + 4)
      return
    }
    let policyStart = start + 12
    // Files from before the accept policy was kept end here.
    guard file.count > start + 8 else { return }
    guard file.count > policyStart else {
      notices.add(.warning, missing, at: file.count)
      layout.needsWriting = true
      return
    }
    let size = Int(file.bigEndian(at: start + 8))
    guard size <= file.count - policyStart else {
      notices.damage("The property list of the trailer is cut off.", at: file.count)
      return
    }
    layout.policy = policyStart..<policyStart + size
    if policyStart + size < file.count {
      layout.excess = policyStart + size..<file.count
      notices.add(
        .information, "\(file.count - policyStart - size) unknown bytes follow the trailer.",
        at: policyStart + size)
    }
  }
}

/// The checksum of the trailer.
enum BinaryCookieChecksum {
  /// Sums every fourth byte of one page, beginning with its first.
  static func sum(of page: UnsafeRawBufferPointer) -> UInt32 {
    var sum: UInt32 = 0
    let words = page.count / 4
    for word in 0..<words { sum &+= page.littleEndian(at: 4 * word) & 0xFF }
    if page.count > 4 * words { sum &+= UInt32(page[4 * words]) }
    return sum
  }
}
