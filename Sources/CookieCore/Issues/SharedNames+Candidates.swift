extension [Cookie] {
  /// Returns those positions whose cookies may meet another by their names and domains alone.
  ///
  /// Most cookies of a large store meet none, which hashes of name and domain tell in one pass over their bytes. A few
  /// that meet none may be among those returned; none that does is left out.
  func positionsThatMayMeet(among positions: [Index]) -> [Index] {
    var table = NamePlaces(capacity: positions.count)
    var own: [UInt64] = []
    own.reserveCapacity(positions.count)
    var parents: [UInt64] = []
    var starts: [Int] = [0]
    starts.reserveCapacity(positions.count + 1)
    for position in positions {
      let place = self[position].namePlace(parents: &parents)
      own.append(place)
      starts.append(parents.count)
      table.add(place, isDomainCookie: !self[position].hostOnly)
    }
    var isBelow = [Bool](repeating: false, count: positions.count)
    for number in positions.indices {
      for parent in parents[starts[number]..<starts[number + 1]] where table.noteBelow(parent) {
        isBelow[number] = true
      }
    }
    return positions.indices.filter { isBelow[$0] || table.isShared(own[$0]) }
      .map { positions[$0] }
  }
}

/// What is known of each hash of a name and a domain: a table with open addressing.
private struct NamePlaces {
  private struct Facts: OptionSet {
    let rawValue: UInt8
    static let isUsed = Facts(rawValue: 1)
    static let several = Facts(rawValue: 2)
    static let domainCookie = Facts(rawValue: 4)
    static let hasBelow = Facts(rawValue: 8)
  }

  private var places: [UInt64]
  private var facts: [Facts]
  private let mask: Int

  init(capacity: Int) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    places = Array(repeating: 0, count: size)
    facts = Array(repeating: [], count: size)
    mask = size - 1
  }

  /// The slot of a place, or the free one where it would be.
  private func slot(of place: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: place) & mask
    while facts[slot] != [], places[slot] != place { slot = (slot + 1) & mask }
    return slot
  }

  mutating func add(_ place: UInt64, isDomainCookie: Bool) {
    let slot = slot(of: place)
    places[slot] = place
    facts[slot].insert(facts[slot] == [] ? .isUsed : .several)
    if isDomainCookie { facts[slot].insert(.domainCookie) }
  }

  /// Notes that a cookie lies below a place; whether one there covers it.
  mutating func noteBelow(_ place: UInt64) -> Bool {
    let slot = slot(of: place)
    guard facts[slot].contains(.domainCookie) else { return false }
    facts[slot].insert(.hasBelow)
    return true
  }

  func isShared(_ place: UInt64) -> Bool {
    !facts[slot(of: place)].isDisjoint(with: [.several, .hasBelow])
  }
}

extension Cookie {
  /// A hash of name and domain; those of the name with each domain above are added to a list.
  fileprivate func namePlace(parents: inout [UInt64]) -> UInt64 {
    // FNV-1a; the end of a name is told from the beginning of a domain by a byte that neither has.
    var hash = name.withBytes { (bytes: Span<UInt8>) -> UInt64 in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
      return (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    let isPlain = domain.withBytes { (bytes: Span<UInt8>) in Self.isPlain(bytes) }
    let spelled = isPlain ? domain : CookieText(CookieStorage.bucketName(domain))
    spelled.withBytes { (bytes: Span<UInt8>) in
      var index = bytes.count
      while index > 0 {
        index -= 1
        if bytes[index] == UInt8(ascii: ".") { parents.append(Self.mixed(hash)) }
        hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
      }
    }
    return Self.mixed(hash)
  }

  /// Spreads a hash over the low bits, by which slots are chosen.
  private static func mixed(_ hash: UInt64) -> UInt64 { hash ^ (hash >> 32) }

  /// Whether a domain is certain to be found by its own bytes.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 0, bytes[0] != UInt8(ascii: ".") else { return false }
    var hasLetter = false
    for index in bytes.indices {
      switch bytes[index] {
      case 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): hasLetter = true
      case 0x30...0x39, UInt8(ascii: "."): break
      default: return false
      }
    }
    // Digits and dots alone may be an address in another spelling.
    return hasLetter
  }
}
