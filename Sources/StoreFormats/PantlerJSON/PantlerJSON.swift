public import CookieCore
public import StoreModel

/// Pantler's own lossless file: every attribute of every engine, session cookies too.
///
/// One object with `"format": "pantler-cookies"`, `"version": 1` and the array `cookies`, one cookie a line,
/// sorted. A file that is not changed keeps its bytes. After a change every other cookie keeps its bytes, and
/// so does all outside the array; the lines within are set anew. Members and entries that are not understood
/// are kept. See the article on Pantler's JSON.
public struct PantlerJSON: CookieDocument {
  /// Nothing: every attribute has its place.
  public static let unrepresentable: Set<CookieAttribute> = []
  /// The word that marks a file.
  public static let formatName = "pantler-cookies"
  /// The newest version of the format.
  public static let version = 1

  /// Every cookie in file order.
  public var cookies: [Cookie] { entries.compactMap(\.cookie) }
  /// How many entries are kept that are no cookies.
  public var unreadCount: Int { entries.count { $0.cookie == nil } }
  /// What a person should know about the content.
  public private(set) var notices: [StoreNotice]
  /// Whether the file ends or breaks off within the cookies.
  public private(set) var isDamaged: Bool

  private let original: [UInt8]
  private var head: [UInt8]
  private var tail: [UInt8]
  private var entries: [PantlerJSONEntry]
  private var needsWriting: Bool

  /// Makes an empty document.
  public init() {
    original = []
    notices = []
    isDamaged = false
    head = Array(
      "{\n  \"format\": \"\(Self.formatName)\",\n  \"version\": \(Self.version),\n  \"cookies\": ["
        .utf8)
    tail = Array("]\n}\n".utf8)
    entries = []
    needsWriting = true
  }

  /// Decodes as much as can be read.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = PantlerJSONReader(bytes)
    try reader.read()
    original = bytes
    notices = reader.notices.notices
    isDamaged = reader.notices.hasDamage
    head = Array(bytes[..<reader.array.lowerBound])
    tail = Array(bytes[reader.array.upperBound...])
    entries = reader.entries
    needsWriting = false
  }

  /// Makes all changes in one pass; a damaged file is left as it is.
  public mutating func apply(_ changes: [StoreChange]) -> [AppliedChanges.Outcome] {
    guard !isDamaged else { return changes.map { _ in .unverified } }
    let cookies = cookies
    var ledger = ChangeLedger(changes: changes, cookies: cookies, countsSource: true)
    let outcomes = changes.map { ledger.apply($0) { _, _ in nil } }
    var kept: [PantlerJSONEntry] = []
    kept.reserveCapacity(entries.count)
    var position = 0
    for entry in entries {
      guard let cookie = entry.cookie else {
        kept.append(entry)
        continue
      }
      switch ledger.fate(of: position) {
      case .keep: kept.append(entry)
      case .remove: needsWriting = true
      case .replace(cookie): kept.append(entry)
      case .replace(let new):
        needsWriting = true
        kept.append(PantlerJSONEntry(new, keeping: entry.unknownMembers))
      }
      position += 1
    }
    let additions = ledger.additions.map { (key: $0.key, cookie: $0) }.sorted { $0.key < $1.key }
    needsWriting = needsWriting || !additions.isEmpty
    entries = Self.merge(kept, with: additions)
    return outcomes
  }

  /// Makes all changes, and takes the entries of cookies that are put from an earlier content.
  ///
  /// All entries of an identity that is no longer there come back with their bytes. One that is there stays in its
  /// place and gets them as well, unless others have put something into it that is not understood.
  public mutating func apply(
    _ changes: [StoreChange], from earlier: EarlierContent
  ) -> ReplayedChanges {
    let present = Set(cookies.map(\.key))
    var replayed = ReplayedChanges(outcomes: apply(changes))
    guard !isDamaged else { return replayed }
    let kept = Self.entries(ofPutCookiesIn: changes, from: earlier)
    var places: [CookieKey: Int] = [:]
    for (place, entry) in entries.enumerated() {
      if let key = entry.cookie?.key { places[key] = place }
    }
    var taken: [Int: [PantlerJSONEntry]] = [:]
    for case .put(let cookie) in changes {
      guard let place = places[cookie.key], entries[place].cookie == cookie else { continue }
      guard let earlier = kept[cookie.key], let last = earlier.last, last.cookie == cookie else {
        replayed.losses.append(ReplayLoss(key: cookie.key, reason: .rewritten))
        continue
      }
      if !present.contains(cookie.key) {
        taken[place] = earlier
      } else if entries[place].unknownMembers == last.unknownMembers {
        taken[place] = [last]
      }
    }
    entries = entries.indices.flatMap { taken[$0] ?? [entries[$0]] }
    return replayed
  }

  /// The entries of the earlier content by identity, in file order.
  private static func entries(
    ofPutCookiesIn changes: [StoreChange], from earlier: EarlierContent
  ) -> [CookieKey: [PantlerJSONEntry]] {
    // A copy that is no such file has no entries to take.
    guard let bytes = earlier.bytes, let file = try? PantlerJSON(decoding: bytes) else {
      return [:]
    }
    var found: [CookieKey: [PantlerJSONEntry]] = [:]
    for case .put(let cookie) in changes { found[cookie.key] = [] }
    for entry in file.entries {
      if let key = entry.cookie?.key { found[key]?.append(entry) }
    }
    return found
  }

  /// The bytes of the file.
  public func encoded() -> [UInt8] {
    guard needsWriting, !isDamaged else { return original }
    var bytes = head
    bytes.reserveCapacity(head.count + tail.count + entries.reduce(8) { $0 + $1.bytes.count + 6 })
    for (index, entry) in entries.enumerated() {
      bytes.append(index == 0 ? "\n    " : ",\n    ")
      bytes += entry.bytes
    }
    if !entries.isEmpty { bytes.append("\n  ") }
    return bytes + tail
  }

  /// Puts each new cookie before the first one that follows it in the order of identities.
  private static func merge(
    _ entries: [PantlerJSONEntry], with additions: [(key: CookieKey, cookie: Cookie)]
  ) -> [PantlerJSONEntry] {
    guard !additions.isEmpty else { return entries }
    var merged: [PantlerJSONEntry] = []
    merged.reserveCapacity(entries.count + additions.count)
    var rest = additions[...]
    for entry in entries {
      if let key = entry.cookie?.key {
        while let next = rest.first, next.key < key {
          merged.append(PantlerJSONEntry(next.cookie, keeping: []))
          rest = rest.dropFirst()
        }
      }
      merged.append(entry)
    }
    return merged + rest.map { PantlerJSONEntry($0.cookie, keeping: []) }
  }
}

/// One element of the array.
struct PantlerJSONEntry: Sendable {
  /// The text of the element.
  let bytes: [UInt8]
  /// The cookie; nil for an element that is none.
  let cookie: Cookie?
  /// What stands in the object beside the cookie.
  let unknownMembers: [JSONMember]

  /// Takes an element as it was read.
  init(bytes: [UInt8], cookie: Cookie?, unknownMembers: [JSONMember]) {
    self.bytes = bytes
    self.cookie = cookie
    self.unknownMembers = unknownMembers
  }

  /// Writes a cookie, with the unknown members of the one it replaces.
  init(_ cookie: Cookie, keeping unknownMembers: [JSONMember]) {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    CookieJSON.appendMembers(of: cookie, value: .whole, to: &bytes)
    CookieJSON.appendRareMembers(of: cookie, to: &bytes)
    for member in unknownMembers {
      bytes.append(UInt8(ascii: ","))
      bytes.appendJSON(member.name)
      bytes.append(UInt8(ascii: ":"))
      bytes.appendJSON(member.value)
    }
    bytes.append(UInt8(ascii: "}"))
    self.init(bytes: bytes, cookie: cookie, unknownMembers: unknownMembers)
  }
}
