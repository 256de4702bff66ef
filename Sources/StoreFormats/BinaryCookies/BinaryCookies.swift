public import CookieCore
public import StoreModel

/// Apple's `Cookies.binarycookies`.
///
/// A file that is decoded and encoded without a change gives the same bytes, except where the file breaks
/// the format's own rules: a page whose tag is byte-swapped gets the right tag, and a file that ends
/// behind its last page or within the fixed part of its trailer gets a whole trailer.
///
/// After a change only the pages concerned are built anew, and in them the records that are not concerned
/// keep their bytes: unknown flags, fractions of seconds, the order of strings, and the blob that newer
/// systems put behind the strings. See the article on binary cookies.
public struct BinaryCookies: CookieDocument {
  /// Last access, partitions, containers, source schemes and session cookies have no place.
  public static let unrepresentable: Set<CookieAttribute> = [
    .partition, .container, .session, .lastAccessTime, .lastUpdateTime, .sourceScheme,
  ]

  /// Every record in file order.
  public private(set) var cookies: [Cookie]
  /// What a person should know about the content.
  public private(set) var notices: [StoreNotice]
  /// Whether a record, a page or the trailer could not be read.
  public private(set) var isDamaged: Bool
  /// The checksum that the file holds; nil when it ends before.
  public private(set) var storedChecksum: UInt32?
  /// Whether the checksum fits the pages; nil when the file holds none.
  public private(set) var checksumIsCorrect: Bool?
  /// The `NSHTTPCookieAcceptPolicy` of the trailer; nil when there is none.
  public private(set) var acceptPolicy: Int?

  let original: [UInt8]
  var layout: Layout

  /// Makes an empty file with the policy that systems begin with.
  public init() {
    original = []
    cookies = []
    notices = []
    isDamaged = false
    acceptPolicy = AcceptPolicyPropertyList.standardPolicy
    layout = Layout()
    layout.needsWriting = true
  }

  /// Decodes as much as can be read.
  ///
  /// - Throws: when the bytes do not begin with `cook`.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    guard bytes.count >= 4 else {
      throw .truncated(offset: bytes.count, needed: 4 - bytes.count)
    }
    guard bytes.starts(with: BinaryCookieLayout.magic) else {
      throw .badSignature(offset: 0, found: Array(bytes.prefix(4)))
    }
    var decoder = BinaryCookieDecoder()
    bytes.withUnsafeBytes { decoder.decode($0) }
    original = bytes
    cookies = decoder.cookies
    notices = decoder.notices.notices
    isDamaged = decoder.notices.hasDamage
    storedChecksum = decoder.storedChecksum
    checksumIsCorrect = decoder.storedChecksum.map { $0 == decoder.checksum }
    acceptPolicy = decoder.layout.policy.flatMap { range in
      AcceptPolicyPropertyList.policy(in: bytes[range])
    }
    layout = decoder.layout
  }

  /// The number of cookies in each page, in file order.
  public var pages: [Int] { layout.pages.map(\.recordCount) }

  /// The flag word of each record in file order, with the bits that nobody has explained.
  public var flags: [UInt32] {
    layout.records.map { record in
      withBytes(of: record) { BinaryCookieRecord.flags(of: $0) }
    }
  }

  /// Makes all changes in one pass; a damaged file is left as it is.
  public mutating func apply(_ changes: [StoreChange]) -> [AppliedChanges.Outcome] {
    apply(changes, earlier: [:])
  }

  /// Makes all changes in one pass, and puts cookies back by their records in an earlier content.
  ///
  /// Of several records of one identity the last comes back, which is the one that counts.
  public mutating func apply(
    _ changes: [StoreChange], from earlier: EarlierContent
  ) -> ReplayedChanges {
    // A copy that is no such file has no records to take.
    let copy = earlier.bytes.flatMap { try? BinaryCookies(decoding: $0) }
    var records: [CookieKey: [UInt8]] = [:]
    var losses: [ReplayLoss] = []
    let found = copy?.records(of: changes) ?? [:]
    for case .put(let cookie) in changes {
      let key = cookie.key
      let last = found[key]?.last
      if let last, last.cookie == cookie { records[key] = last.bytes }
      if records[key] == nil || found[key]?.count != 1 {
        losses.append(ReplayLoss(key: key, reason: .rewritten))
      }
    }
    return ReplayedChanges(outcomes: apply(changes, earlier: records), losses: losses)
  }

  /// The records of the cookies that are put, in file order.
  private func records(
    of changes: [StoreChange]
  ) -> [CookieKey: [(cookie: Cookie, bytes: [UInt8])]] {
    var wanted: Set<CookieKey> = []
    for case .put(let cookie) in changes { wanted.insert(cookie.key) }
    var found: [CookieKey: [(cookie: Cookie, bytes: [UInt8])]] = [:]
    for (position, cookie) in cookies.enumerated() where wanted.contains(cookie.key) {
      let bytes = withBytes(of: layout.records[position]) { Array($0) }
      found[cookie.key, default: []].append((cookie, bytes))
    }
    return found
  }

  private mutating func apply(
    _ changes: [StoreChange], earlier: [CookieKey: [UInt8]]
  ) -> [AppliedChanges.Outcome] {
    guard !isDamaged else { return changes.map { _ in .unverified } }
    var editor = BinaryCookieEditor(document: self, earlier: earlier)
    let outcomes = editor.run(changes)
    guard editor.hasChanged else { return outcomes }
    cookies = editor.cookies
    layout = editor.layout
    return outcomes
  }

  func withBytes<Result>(
    of record: RecordBytes, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    switch record {
    case .original(let offset, let count):
      original.withUnsafeBytes {
        body(UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
      }
    case .made(let bytes): bytes.withUnsafeBytes { body($0) }
    }
  }
}

extension BinaryCookies {
  /// Where the bytes of one record are.
  enum RecordBytes: Sendable {
    /// In the file as it was read.
    case original(offset: Int, count: Int)
    /// Made by a change.
    case made([UInt8])
  }

  /// One page; its records follow those of the page before.
  struct Page: Sendable {
    /// Where the page stood in the file; nil when it has to be built.
    var source: Range<Int>?
    var recordCount: Int
    /// The word that ends the offset table, 0 in every file seen.
    var endOfTable: UInt32 = 0
    /// Whether the tag has to be put right.
    var hasSwappedTag = false
  }

  /// The file's parts beside the cookies.
  struct Layout: Sendable {
    var pages: [Page] = []
    var records: [RecordBytes] = []
    /// The property list of the trailer in the file as it was read.
    var policy: Range<Int>?
    /// What stands behind the trailer in the file as it was read.
    var excess: Range<Int>?
    /// Whether the bytes differ from those that were read.
    var needsWriting = false
  }
}

/// The fixed parts of the format.
enum BinaryCookieLayout {
  static let magic: [UInt8] = Array("cook".utf8)
  static let pageTag: UInt32 = 0x0000_0100
  static let swappedPageTag: UInt32 = 0x0001_0000
  static let footer: UInt32 = 0x0717_2005
  /// 2001-01-01 00:00:00 UTC in Unix seconds.
  static let epoch: Double = 978_307_200
}
