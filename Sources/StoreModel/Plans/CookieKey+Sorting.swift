import CookieCore

extension [CookieKey] {
  /// The places of the elements in order; cheaper than moving what belongs to them.
  ///
  /// Most domains differ in their first bytes, so whole keys are compared only where those are the same.
  func sortedPlaces() -> [Int] {
    var places: [(first: UInt64, second: UInt64, place: Int)] = []
    places.reserveCapacity(count)
    for (place, key) in enumerated() {
      let (first, second) = key.domain.leadingBytes
      places.append((first, second, place))
    }
    places.sort { left, right in
      if left.first != right.first { return left.first < right.first }
      if left.second != right.second { return left.second < right.second }
      return self[left.place] < self[right.place]
    }
    return places.map(\.place)
  }
}

extension [Cookie] {
  /// Orders by key, computing each key once.
  func sortedByKey() -> [Cookie] {
    map(\.key).sortedPlaces().map { self[$0] }
  }
}

extension CookieText {
  /// The first 16 bytes, most significant first and filled up with zeros, so that they order as the text does.
  fileprivate var leadingBytes: (UInt64, UInt64) {
    var words: (UInt64, UInt64) = (0, 0)
    func take(_ bytes: some Sequence<UInt8>) {
      var count = 0
      for byte in bytes.prefix(16) {
        if count < 8 {
          words.0 |= UInt64(byte) << (56 - 8 * count)
        } else {
          words.1 |= UInt64(byte) << (120 - 8 * count)
        }
        count += 1
      }
    }
    if let string = utf8String { take(string.utf8) } else { take(bytes) }
    return words
  }
}
