import Glibc

/// Gives the same owners of records the same numbers, without memory for those that it knows already.
struct OwnerNumbers {
  /// The partition and the beginning of the URL of each owner, one after another.
  private var bytes: [UInt8] = []
  private var ends: [(partition: Int, beginning: Int)] = []
  /// The numbers by what is hashed, with free places between; its count is a power of two.
  private var slots: [Int32] = Array(repeating: -1, count: 1024)
  private var newOwners: [RecordHeads.Owner] = []

  /// The number of an owner.
  mutating func number(
    partition: Slice<UnsafeRawBufferPointer>, beginning: Slice<UnsafeRawBufferPointer>
  ) -> Int {
    let (partition, beginning) = (
      UnsafeRawBufferPointer(rebasing: partition), UnsafeRawBufferPointer(rebasing: beginning)
    )
    var place = slot(of: partition, beginning)
    while slots[place] >= 0 {
      let number = Int(slots[place])
      if isOwner(number, partition, beginning) { return number }
      place = (place + 1) & (slots.count - 1)
    }
    let number = ends.count
    slots[place] = Int32(number)
    add(partition, beginning)
    if 2 * ends.count > slots.count { grow() }
    return number
  }

  /// The owners that are new since this was asked last, in the order of their numbers.
  mutating func takeNew() -> [RecordHeads.Owner] {
    defer { newOwners = [] }
    return newOwners
  }

  private func slot(
    of partition: UnsafeRawBufferPointer, _ beginning: UnsafeRawBufferPointer
  ) -> Int {
    // URLs are chosen by others, so the hash is one whose collisions nobody can choose.
    var hasher = Hasher()
    hasher.combine(bytes: partition)
    hasher.combine(bytes: beginning)
    return hasher.finalize() & (slots.count - 1)
  }

  private func isOwner(
    _ number: Int, _ partition: UnsafeRawBufferPointer, _ beginning: UnsafeRawBufferPointer
  ) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1].beginning
    let end = ends[number]
    guard end.partition - start == partition.count, end.beginning - end.partition == beginning.count
    else { return false }
    return bytes.withUnsafeBytes { known in
      guard let base = known.baseAddress else { return true }
      return Self.isSame(base + start, partition) && Self.isSame(base + end.partition, beginning)
    }
  }

  private static func isSame(_ known: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    return memcmp(known, base, bytes.count) == 0
  }

  private mutating func add(
    _ partition: UnsafeRawBufferPointer, _ beginning: UnsafeRawBufferPointer
  ) {
    bytes.append(contentsOf: partition)
    let middle = bytes.count
    bytes.append(contentsOf: beginning)
    ends.append((middle, bytes.count))
    newOwners.append(
      RecordHeads.Owner(
        partition: String(decoding: partition, as: UTF8.self),
        beginning: String(decoding: beginning, as: UTF8.self)))
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: 4 * slots.count)
    bytes.withUnsafeBytes { known in
      var start = 0
      for (number, end) in ends.enumerated() {
        var place = slot(
          of: UnsafeRawBufferPointer(rebasing: known[start..<end.partition]),
          UnsafeRawBufferPointer(rebasing: known[end.partition..<end.beginning]))
        while slots[place] >= 0 { place = (place + 1) & (slots.count - 1) }
        slots[place] = Int32(number)
        start = end.beginning
      }
    }
  }
}
