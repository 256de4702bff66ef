extension BinaryCookies {
  /// The bytes of the file.
  public func encoded() -> [UInt8] {
    guard layout.needsWriting, !isDamaged else { return original }
    var pages: [[UInt8]] = []
    var index = 0
    for page in layout.pages {
      pages.append(bytes(of: page, records: layout.records[index..<index + page.recordCount]))
      index += page.recordCount
    }
    var file: [UInt8] = []
    file.reserveCapacity(pages.reduce(128) { $0 + $1.count + 4 })
    file += BinaryCookieLayout.magic
    file.appendBigEndian(UInt32(pages.count))
    for page in pages { file.appendBigEndian(UInt32(page.count)) }
    for page in pages { file += page }
    appendTrailer(to: &file, pages: pages)
    return file
  }

  private func bytes(of page: Page, records: ArraySlice<RecordBytes>) -> [UInt8] {
    if let source = page.source {
      var bytes = Array(original[source])
      if page.hasSwappedTag { bytes.replaceSubrange(0..<4, with: [0, 0, 1, 0]) }
      return bytes
    }
    var table: [UInt8] = []
    var body: [UInt8] = []
    table.appendBigEndian(BinaryCookieLayout.pageTag)
    table.appendLittleEndian(UInt32(records.count))
    let start = 12 + 4 * records.count
    for record in records {
      table.appendLittleEndian(UInt32(start + body.count))
      withBytes(of: record) { body += $0 }
    }
    table.appendLittleEndian(page.endOfTable)
    return table + body
  }

  private func appendTrailer(to file: inout [UInt8], pages: [[UInt8]]) {
    let checksum = pages.reduce(UInt32(0)) { sum, page in
      page.withUnsafeBytes { sum &+ BinaryCookieChecksum.sum(of: $0) }
    }
    let policy = layout.policy.map { Array(original[$0]) } ?? AcceptPolicyPropertyList.standard
    file.appendBigEndian(checksum)
    file.appendBigEndian(BinaryCookieLayout.footer)
    file.appendBigEndian(UInt32(policy.count))
    file += policy
    if let excess = layout.excess { file += original[excess] }
  }
}
