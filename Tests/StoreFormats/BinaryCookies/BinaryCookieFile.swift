@testable import StoreFormats

/// Builds files field by field, independently of the encoder.
struct BinaryCookieFile {
  var pages: [[[UInt8]]] = []
  var tag: [UInt8] = [0, 0, 1, 0]
  var trailer: [UInt8]?
  var checksumError: UInt32 = 0

  static let standardList = hexBytes(
    "62706c6973743030d101025f10184e5348545450436f6f6b6965416363657074506f6c69637910"
      + "02080b260000000000000101000000000000000300000000000000000000000000000028")

  /// Builds a record with the strings in the order of newer systems.
  static func record(
    domain: String, name: String, value: [UInt8], path: String = "/", flags: UInt32 = 0,
    version: UInt32 = 0, expiry: Double = 1_021_692_800, creation: Double = 700_000_000,
    port: UInt16? = nil, comment: String? = nil, tail: [UInt8] = [], oldOrder: Bool = false
  ) -> [UInt8] {
    let start = port == nil ? 56 : 58
    let strings: [(field: Int, bytes: [UInt8])] =
      (comment.map { [(32, Array($0.utf8))] } ?? [])
      + (oldOrder
        ? [(20, Array(name.utf8)), (28, value), (16, Array(domain.utf8)), (24, Array(path.utf8))]
        : [(16, Array(domain.utf8)), (20, Array(name.utf8)), (24, Array(path.utf8)), (28, value)])
    var body: [UInt8] = []
    var offsets = [16: 0, 20: 0, 24: 0, 28: 0, 32: 0, 36: 0]
    for (field, bytes) in strings {
      offsets[field] = start + body.count
      body += bytes + [0]
    }
    body += tail
    var record: [UInt8] = []
    record.appendLittleEndian(UInt32(start + body.count))
    record.appendLittleEndian(version)
    record.appendLittleEndian(flags)
    record.appendLittleEndian(UInt32(port == nil ? 0 : 1))
    for field in offsets.keys.sorted() { record.appendLittleEndian(UInt32(offsets[field] ?? 0)) }
    record.appendLittleEndian(expiry.bitPattern)
    record.appendLittleEndian(creation.bitPattern)
    if let port { record.appendLittleEndian(port) }
    return record + body
  }

  func page(_ records: [[UInt8]]) -> [UInt8] {
    var page = tag
    page.appendLittleEndian(UInt32(records.count))
    var offset = 12 + 4 * records.count
    for record in records {
      page.appendLittleEndian(UInt32(offset))
      offset += record.count
    }
    return page + [0, 0, 0, 0] + records.joined()
  }

  /// The file up to the end of its last page.
  var withoutTrailer: [UInt8] {
    let built = pages.map(page)
    var file = Array("cook".utf8)
    file.appendBigEndian(UInt32(built.count))
    for page in built { file.appendBigEndian(UInt32(page.count)) }
    return file + built.joined()
  }

  var bytes: [UInt8] {
    var sum: UInt32 = checksumError
    for page in pages.map(page) {
      for offset in stride(from: 0, to: page.count, by: 4) { sum &+= UInt32(page[offset]) }
    }
    var file = withoutTrailer
    file.appendBigEndian(sum)
    let list = Self.standardList
    return file + (trailer ?? [0x07, 0x17, 0x20, 0x05, 0, 0, 0, UInt8(list.count)] + list)
  }

  /// Two pages and every kind of record.
  static var rich: BinaryCookieFile {
    BinaryCookieFile(pages: [
      [
        record(domain: ".shop.example", name: "sid", value: Array("s1".utf8), flags: 0x4D),
        record(
          domain: ".shop.example", name: "old", value: Array("o".utf8),
          expiry: 1_021_692_800.123_456_7,
          creation: 700_000_000.987_654_3, oldOrder: true),
        record(
          domain: ".shop.example", name: "noted", value: Array("n".utf8), version: 1, port: 8080,
          comment: "remark", tail: Array("bplist00tail".utf8)),
      ],
      [record(domain: "shop.example", name: "host", value: [0xFF, 0xFE], flags: 0x25)],
    ])
  }
}

private func hexBytes(_ text: String) -> [UInt8] { bytes(hex: text) }
