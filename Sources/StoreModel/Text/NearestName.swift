/// Finds the name that was probably meant.
public enum NearestName {
  /// Returns the candidate that takes the fewest typing slips, or nil when none is near.
  ///
  /// A slip is a letter more, less, other, or swapped with its neighbour. Of equals the first wins.
  public static func find(_ word: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(word.lowercased().unicodeScalars.prefix(64))
    let allowed = wanted.count < 4 ? 1 : wanted.count < 8 ? 2 : 3
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let scalars = Array(candidate.lowercased().unicodeScalars.prefix(64))
      var distance = distance(wanted, scalars)
      // A beginning is a likely abbreviation.
      if wanted.count >= 3, scalars.starts(with: wanted) { distance = min(distance, 1) }
      if distance <= allowed, distance < (best?.distance ?? .max) { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for row in 1...left.count {
      var current = [row] + [Int](repeating: 0, count: right.count)
      for column in 1...right.count {
        let same = left[row - 1] == right[column - 1]
        var cost = min(previous[column] + 1, current[column - 1] + 1)
        cost = min(cost, previous[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, beforePrevious[column - 2] + 1)
        }
        current[column] = cost
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
