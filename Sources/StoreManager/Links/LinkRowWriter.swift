import CookieCore
import FoundationEssentials
import StoreModel

/// The kinds of rows in the file of a link; the numbers are in files and stay as they are.
enum LinkRow: UInt8 {
  case head = 1
  case add, replace, remove, bury, unbury, agreed, intents, cutOff
}

/// The bits of the first byte of an entry.
struct LinkEntryFlags: OptionSet {
  let rawValue: UInt8
  static let hostOnly = LinkEntryFlags(rawValue: 1)
  static let secure = LinkEntryFlags(rawValue: 2)
  static let httpOnly = LinkEntryFlags(rawValue: 4)
  static let expires = LinkEntryFlags(rawValue: 8)
  static let isGoneFromWeb = LinkEntryFlags(rawValue: 16)
  static let isGoneFromShared = LinkEntryFlags(rawValue: 32)
  /// The entry has what few cookies have, and is written as JSON.
  static let isRare = LinkEntryFlags(rawValue: 128)
}

/// What the first row of a file says.
struct LinkHead: Codable {
  var version = 1
  var web: StoreID
  var shared: StoreID
  var salt: String
  var takenAt: Timestamp
}

/// Writes the rows of a frame.
///
/// Times of creation and access are left out: nothing is compared by them.
struct LinkRowWriter {
  private(set) var bytes: [UInt8] = []
  private let base: SyncBase

  init(_ base: SyncBase) {
    self.base = base
  }

  mutating func writeHead() {
    begin(.head)
    write(
      json: LinkHead(
        web: base.web, shared: base.shared, salt: base.salt, takenAt: base.takenAt))
  }

  mutating func write(_ step: LinkBaseFile.Step) {
    switch step {
    case .change(.add(let entry)):
      begin(.add)
      write(entry)
    case .change(.replace(let place, let entry)):
      begin(.replace)
      bytes.append(number: UInt32(place))
      write(entry)
    case .change(.remove(let place)):
      begin(.remove)
      bytes.append(number: UInt32(place))
    case .change(.bury(let tombstone)):
      begin(.bury)
      write(json: tombstone)
    case .change(.unbury(let place)):
      begin(.unbury)
      bytes.append(number: UInt32(place))
    case .agreed(let time):
      begin(.agreed)
      bytes.append(number: UInt64(bitPattern: time.microseconds))
    case .intents(let intents):
      begin(.intents)
      write(json: intents)
    case .cutOff: begin(.cutOff)
    }
  }

  private mutating func begin(_ row: LinkRow) { bytes.append(row.rawValue) }

  private mutating func write(_ entry: SyncBase.Entry) {
    var flags: LinkEntryFlags = []
    let cookie = entry.cookie
    if cookie.hostOnly { flags.insert(.hostOnly) }
    if cookie.secure { flags.insert(.secure) }
    if cookie.httpOnly { flags.insert(.httpOnly) }
    if cookie.expiryTime != nil { flags.insert(.expires) }
    if entry.goneFrom == base.web { flags.insert(.isGoneFromWeb) }
    if entry.goneFrom == base.shared { flags.insert(.isGoneFromShared) }
    let digest = entry.digest.bytes
    guard let digest, !cookie.hasRareFields else {
      bytes.append(flags.union(.isRare).rawValue)
      write(json: entry)
      return
    }
    bytes.append(flags.rawValue)
    write(cookie.name)
    write(cookie.domain)
    write(cookie.path)
    write(counted: Array(cookie.sameSite.rawValue.utf8))
    if let expiry = cookie.expiryTime {
      bytes.append(number: UInt64(bitPattern: expiry.microseconds))
    }
    bytes += digest
  }

  private mutating func write(_ text: CookieText) {
    bytes.append(number: UInt32(text.count))
    text.withBytes { (span: Span<UInt8>) in
      for index in span.indices { bytes.append(span[index]) }
    }
  }

  private mutating func write(json value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Identities, times and texts can always be written.
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a row cannot be written")
    }
    write(counted: Array(data))
  }

  private mutating func write(counted content: [UInt8]) {
    bytes.append(number: UInt32(content.count))
    bytes += content
  }
}

extension [UInt8] {
  /// Adds a number, the least significant byte first.
  mutating func append<Number: FixedWidthInteger>(number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}

extension ArraySlice<UInt8> {
  /// The number at a place; nil where there are too few bytes.
  func number<Number: FixedWidthInteger>(at place: Int) -> Number? {
    let count = Number.bitWidth / 8
    guard place >= startIndex, place <= endIndex, endIndex - place >= count else { return nil }
    var number: Number = 0
    for offset in 0..<count {
      number |= Number(truncatingIfNeeded: self[place + offset]) << Number(8 * offset)
    }
    return number
  }
}
