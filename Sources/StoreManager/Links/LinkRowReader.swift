import CookieCore
import FoundationEssentials
import StoreModel

/// Reads the rows of frames, and makes the steps that they say.
struct LinkRowReader {
  private(set) var base: SyncBase
  /// What is still to be read.
  var bytes: ArraySlice<UInt8>

  /// Reads the row that a file begins with; nil when it is another.
  init?(head frame: ArraySlice<UInt8>) {
    bytes = frame
    base = SyncBase(
      web: StoreID(rawValue: ""), shared: StoreID(rawValue: ""), takenAt: Timestamp(seconds: 0),
      salt: "", entries: [])
    guard byte() == LinkRow.head.rawValue, let head = json(LinkHead.self), head.version == 1
    else { return nil }
    base = SyncBase(
      web: head.web, shared: head.shared, takenAt: head.takenAt, salt: head.salt, entries: [])
  }

  /// Reads every row.
  ///
  /// - Returns: whether each says what can be done.
  mutating func readAll() -> Bool {
    while !bytes.isEmpty {
      guard let step = step(), base.take(step) else { return false }
    }
    return true
  }

  private mutating func step() -> LinkBaseFile.Step? {
    guard let row = byte().flatMap(LinkRow.init(rawValue:)) else { return nil }
    switch row {
    case .head: return nil
    case .add: return entry().map { .change(.add($0)) }
    case .replace:
      guard let place: UInt32 = number(), let entry = entry() else { return nil }
      return .change(.replace(Int(place), by: entry))
    case .remove: return number().map { (place: UInt32) in .change(.remove(Int(place))) }
    case .bury: return json(SyncBase.Tombstone.self).map { .change(.bury($0)) }
    case .unbury: return number().map { (place: UInt32) in .change(.unbury(Int(place))) }
    case .agreed:
      return number().map { (time: UInt64) in
        .agreed(Timestamp(microseconds: Int64(bitPattern: time)))
      }
    case .intents: return json([SyncBase.Intent].self).map { .intents($0) }
    case .cutOff: return .cutOff
    }
  }

  private mutating func entry() -> SyncBase.Entry? {
    guard let flags = byte().map(LinkEntryFlags.init(rawValue:)) else { return nil }
    guard !flags.contains(.isRare) else { return json(SyncBase.Entry.self) }
    guard let name = text(), let domain = text(), let path = text(),
      let sameSite = counted().flatMap({ SameSite(rawValue: String(decoding: $0, as: UTF8.self)) })
    else { return nil }
    var cookie = Cookie(
      name: name, value: "", domain: domain, hostOnly: flags.contains(.hostOnly), path: path,
      secure: flags.contains(.secure), httpOnly: flags.contains(.httpOnly), sameSite: sameSite)
    if flags.contains(.expires) {
      guard let time: UInt64 = number() else { return nil }
      cookie.expiryTime = Timestamp(microseconds: Int64(bitPattern: time))
    }
    guard let digest = take(32) else { return nil }
    var entry = SyncBase.Entry(cookie: cookie, digest: ValueDigest(bytes: digest))
    if flags.contains(.isGoneFromWeb) { entry.goneFrom = base.web }
    if flags.contains(.isGoneFromShared) { entry.goneFrom = base.shared }
    return entry
  }

  private mutating func byte() -> UInt8? { bytes.popFirst() }

  private mutating func number<Number: FixedWidthInteger>() -> Number? {
    guard let number: Number = bytes.number(at: bytes.startIndex) else { return nil }
    bytes = bytes.dropFirst(Number.bitWidth / 8)
    return number
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  private mutating func counted() -> ArraySlice<UInt8>? {
    guard let count: UInt32 = number() else { return nil }
    return take(Int(count))
  }

  private mutating func text() -> CookieText? { counted().map { CookieText(bytes: $0) } }

  private mutating func json<Value: Decodable>(_ type: Value.Type) -> Value? {
    guard let content = counted() else { return nil }
    return try? JSONDecoder().decode(type, from: Data(content))
  }
}
