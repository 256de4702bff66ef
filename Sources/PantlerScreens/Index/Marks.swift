import CookieCore
import StoreModel

/// The cookies that a person marked.
///
/// One bit a cookie, so that marking a million costs no more than looking at them. A new snapshot carries
/// the marks over by identity; what is gone loses its mark and is counted.
package struct Marks: Equatable, Sendable {
  /// By position of the store in the library.
  private var bits: [Bitmap] = []
  private var counts: [Int] = []
  /// How many cookies are marked.
  package private(set) var count = 0
  /// How many marked cookies went away since the marks were last cleared or used.
  package private(set) var lostCount = 0

  /// Whether a cookie is marked.
  package func contains(_ reference: CookieReference) -> Bool {
    let slot = Int(reference.slot)
    return slot < bits.count && bits[slot].contains(Int(reference.index))
  }

  /// Marks a cookie, or takes its mark away.
  mutating func set(_ reference: CookieReference, to isMarked: Bool) {
    guard contains(reference) != isMarked else { return }
    let slot = Int(reference.slot)
    while bits.count <= slot {
      bits.append(Bitmap())
      counts.append(0)
    }
    bits[slot].set(Int(reference.index), to: isMarked)
    counts[slot] += isMarked ? 1 : -1
    count += isMarked ? 1 : -1
  }

  /// Takes every mark away and forgets what was lost.
  mutating func clear() { self = Marks() }

  /// Forgets how many were lost, once that was said.
  mutating func forgetLost() { lostCount = 0 }

  /// The positions of the stores that have marked cookies.
  var slots: [Int] { counts.indices.filter { counts[$0] > 0 } }

  /// The marked cookies in order of store and position.
  var references: [CookieReference] {
    bits.indices.flatMap { slot in
      bits[slot].members.map { CookieReference(slot: slot, index: $0) }
    }
  }

  /// Carries the marks of one store over to a new snapshot by identity.
  ///
  /// - Parameter isForgiven: whether a cookie that is gone went by the person's own act.
  mutating func carry(
    slot: Int, from old: StoreContents?, to new: StoreContents?, isForgiven: Bool = false
  ) {
    guard slot < bits.count else { return }
    let members = bits[slot].members
    bits[slot] = Bitmap()
    counts[slot] = 0
    count -= members.count
    guard let old, let new else { return }
    for index in members {
      if let position = new.position(of: old.cookies[index].key) {
        set(CookieReference(slot: slot, index: position), to: true)
      } else if !isForgiven {
        lostCount += 1
      }
    }
  }

  /// Renumbers the stores after discovery; marks in stores that are gone are lost.
  mutating func renumber(_ slots: [Int32: Int32]) {
    let size = slots.values.max().map { Int($0) + 1 } ?? 0
    var moved = Array(repeating: Bitmap(), count: size)
    var movedCounts = Array(repeating: 0, count: size)
    for (slot, bitmap) in bits.enumerated() {
      if let target = slots[Int32(truncatingIfNeeded: slot)] {
        moved[Int(target)] = bitmap
        movedCounts[Int(target)] = counts[slot]
      } else {
        count -= counts[slot]
        lostCount += counts[slot]
      }
    }
    bits = moved
    counts = movedCounts
  }
}

/// A set of small numbers.
struct Bitmap: Equatable, Sendable {
  private var words: [UInt64] = []

  func contains(_ index: Int) -> Bool {
    let word = index >> 6
    return word < words.count && words[word] & (1 << UInt64(index & 63)) != 0
  }

  mutating func set(_ index: Int, to isMember: Bool) {
    let word = index >> 6
    if word >= words.count {
      guard isMember else { return }
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    if isMember {
      words[word] |= 1 << UInt64(index & 63)
    } else {
      words[word] &= ~(1 << UInt64(index & 63))
    }
  }

  var members: [Int] {
    var result: [Int] = []
    for (position, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        result.append(position * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }
}
