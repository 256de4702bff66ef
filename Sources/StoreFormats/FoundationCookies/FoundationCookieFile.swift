public import CookieCore
public import StoreModel

/// The property list in which `HTTPCookieStorage` keeps cookies on Linux.
///
/// A file that is not changed keeps its bytes. A change touches the entries it names and nothing else: other
/// entries, unknown entries, comments and white space keep their bytes, and a changed entry keeps its unknown
/// properties and the text of every property that did not change.
///
/// HttpOnly and Secure deserve a warning. Foundation never saves HttpOnly, and it saves Secure in a form that it
/// does not understand when it reads; so it loses both. What Pantler writes is chosen by `flags`. See the article on
/// Foundation's cookie file.
public struct FoundationCookieFile: CookieDocument {
  /// How flags that are set are written.
  public enum Flags: String, Codable, Hashable, Sendable {
    /// As strings, which Foundation's next reader understands: Secure and HttpOnly hold until a program saves.
    case strings
    /// As Foundation itself saves them: Secure is lost when the file is read, HttpOnly is not written.
    case foundation
  }

  /// What the file has no place for, or what its owner does not record.
  public static let unrepresentable: Set<CookieAttribute> = [
    .httpOnly, .sameSite, .partition, .container, .session, .creationTime, .lastAccessTime,
    .lastUpdateTime, .sourceScheme, .arbitraryBytes,
  ]

  /// How flags that are set are written by changes.
  public var flags = Flags.strings
  /// What a person should know about the content.
  public private(set) var notices: [StoreNotice]
  /// Whether the file ends or breaks off within the cookies.
  public private(set) var isDamaged: Bool

  private let original: [UInt8]
  private var head: [UInt8]
  private var rest: [UInt8]
  private var tail: [UInt8]
  private var entries: [FoundationCookieEntry]
  private var needsWriting: Bool

  /// Makes an empty file.
  public init() {
    original = []
    notices = []
    isDamaged = false
    head = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """.utf8)
    rest = [UInt8(ascii: "\n")]
    tail = Array("\n</plist>\n".utf8)
    entries = []
    needsWriting = true
  }

  /// Decodes as much as can be read.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = FoundationCookieReader(bytes)
    try reader.read()
    original = bytes
    notices = reader.notices.notices
    isDamaged = reader.notices.hasDamage
    head = Array(bytes[..<reader.root.lowerBound])
    rest = reader.rest
    tail = Array(bytes[reader.root.upperBound...])
    entries = reader.entries
    needsWriting = false
  }

  /// Every cookie in file order.
  public var cookies: [Cookie] { entries.compactMap(\.cookie) }

  /// How many entries are kept that are no cookies.
  public var unreadCount: Int { entries.count { $0.cookie == nil } }

  /// The bytes of the file.
  public func encoded() -> [UInt8] {
    guard needsWriting, !isDamaged else { return original }
    let isBlank = rest.allSatisfy { $0 <= 0x20 }
    if entries.isEmpty, isBlank { return head + Array("<dict/>".utf8) + tail }
    var bytes = head + Array("<dict>".utf8)
    for entry in entries { bytes += entry.bytes }
    return bytes + rest + Array("</dict>".utf8) + tail
  }

  /// Makes all changes in one pass; a damaged file is left as it is.
  public mutating func apply(_ changes: [StoreChange]) -> [AppliedChanges.Outcome] {
    apply(changes, earlier: [:])
  }

  /// Makes all changes in one pass, and puts cookies back by their entries in an earlier content.
  public mutating func apply(
    _ changes: [StoreChange], from earlier: EarlierContent
  ) -> ReplayedChanges {
    // A copy that is no such file has no entries to take.
    let copy = earlier.bytes.flatMap { try? FoundationCookieFile(decoding: $0) }
    var kept: [CookieKey: FoundationCookieEntry] = [:]
    for entry in copy?.entries ?? [] { if let key = entry.cookie?.key { kept[key] = entry } }
    var meant: [CookieKey: FoundationCookieEntry] = [:]
    var losses: [ReplayLoss] = []
    for case .put(let cookie) in changes {
      if let entry = kept[cookie.key], entry.cookie == cookie {
        meant[cookie.key] = entry
      } else {
        losses.append(ReplayLoss(key: cookie.key, reason: .rewritten))
      }
    }
    return ReplayedChanges(outcomes: apply(changes, earlier: meant), losses: losses)
  }

  private mutating func apply(
    _ changes: [StoreChange], earlier: [CookieKey: FoundationCookieEntry]
  ) -> [AppliedChanges.Outcome] {
    guard !isDamaged else { return changes.map { _ in .unverified } }
    var ledger = ChangeLedger(changes: changes, cookies: cookies)
    var keys = FoundationCookieKeys(entries)
    let flags = flags
    let outcomes = changes.map { change in
      let outcome = ledger.apply(change) { cookie, present in
        // What stood in the file can stand there, unless another cookie has its key now.
        if earlier[cookie.key] != nil {
          return present == nil && keys.isTaken(by: cookie) ? .path : nil
        }
        return Self.obstacle(to: cookie, replacing: present, keys: keys)
      }
      if outcome == .done { keys.record(change) }
      return outcome
    }
    var kept: [FoundationCookieEntry] = []
    var position = 0
    for entry in entries {
      guard let cookie = entry.cookie else {
        kept.append(entry)
        continue
      }
      switch ledger.fate(of: position) {
      case .keep: kept.append(entry)
      case .remove: needsWriting = true
      case .replace(let new):
        if let old = earlier[new.key] {
          needsWriting = true
          kept.append(old)
          break
        }
        let reduced = Self.representable(new, flags: flags, replacing: cookie)
        guard reduced != cookie else {
          kept.append(entry)
          break
        }
        needsWriting = true
        kept.append(FoundationCookieEntry(reduced, replacing: entry, flags: flags))
      }
      position += 1
    }
    let additions = ledger.additions.map { cookie in
      earlier[cookie.key]
        ?? FoundationCookieEntry(
          Self.representable(cookie, flags: flags, replacing: nil), replacing: nil, flags: flags)
    }
    needsWriting = needsWriting || !additions.isEmpty
    entries = Self.merge(kept, with: additions)
    return outcomes
  }

  /// Puts each new entry before the first one whose key follows it.
  private static func merge(
    _ entries: [FoundationCookieEntry], with additions: [FoundationCookieEntry]
  ) -> [FoundationCookieEntry] {
    guard !additions.isEmpty else { return entries }
    let isOrdered = FoundationCookieProperties.isOrdered
    var rest = additions.sorted { isOrdered($0.key, $1.key) }[...]
    var merged: [FoundationCookieEntry] = []
    for entry in entries {
      while let next = rest.first, isOrdered(next.key, entry.key) {
        merged.append(next)
        rest = rest.dropFirst()
      }
      merged.append(entry)
    }
    return merged + rest
  }
}

extension FoundationCookieFile {
  /// Says what keeps a cookie from being written, or returns nil.
  private static func obstacle(
    to cookie: Cookie, replacing present: Cookie?, keys: FoundationCookieKeys
  ) -> CookieAttribute? {
    if cookie.partition != nil { return .partition }
    if cookie.container != nil { return .container }
    // Foundation saves no session cookies; one that stands in a file may be changed, but not be added.
    if cookie.expiryTime == nil, present.map({ $0.expiryTime != nil }) ?? true { return .session }
    let texts = [
      cookie.name, cookie.value, cookie.domain, cookie.path, cookie.comment, cookie.commentURL,
    ]
    let isWritable = texts.allSatisfy { text in
      text.map { $0.utf8String != nil && !$0.bytes.contains(0) } ?? true
    }
    guard isWritable else { return .arbitraryBytes }
    // A host that began with a dot would be read back as a domain.
    if cookie.hostOnly, cookie.domain.bytes.first == UInt8(ascii: ".") { return .arbitraryBytes }
    // Keys have nothing between path and name, so two cookies can claim one key.
    return present == nil && keys.isTaken(by: cookie) ? .path : nil
  }

  /// Reduces a cookie to what an entry holds.
  private static func representable(
    _ cookie: Cookie, flags: Flags, replacing old: Cookie?
  ) -> Cookie {
    var reduced = cookie
    reduced.sameSite = .unspecified
    reduced.creationTime = nil
    reduced.lastAccessTime = nil
    reduced.lastUpdateTime = nil
    reduced.sourceScheme = nil
    reduced.sourcePort = nil
    reduced.encryptedValue = nil
    if reduced.version == 0 { reduced.version = nil }
    // What stands in the file already stays there.
    if flags == .foundation, old?.httpOnly != true { reduced.httpOnly = false }
    return reduced
  }
}
