/// Why a theme could not be made.
package enum ThemeFailure: Error, Equatable, Sendable {
  /// There is no theme of this name; these there are.
  case unknownTheme(String, known: [String])

  /// A file is not JSON5; the first fault stands there.
  case malformed(theme: String, line: Int, column: Int)

  /// A file has a value of the wrong kind; the path names it, the detail is the decoder's own.
  case wrongValue(theme: String, path: String, detail: String)

  /// A file has a key that means nothing.
  case unknownKey(theme: String, key: String, nearest: String?)

  /// A file styles a role that does not exist.
  case unknownRole(theme: String, role: String, nearest: String?)

  /// A role uses a colour that is neither in the palette nor written as `#rrggbb`.
  case unknownColor(theme: String, role: String, color: String)

  /// A colour of the palette is not written as `#rrggbb` or `default`.
  case badPaletteColor(theme: String, name: String, color: String)

  /// A file names a parent that does not exist.
  case unknownParent(theme: String, parent: String)

  /// Themes are each other's parents, in this order.
  case cycle([String])
}

/// Finding the name that somebody meant.
enum Spelling {
  /// Returns the known name with the fewest letters changed, if they are few.
  static func nearest(to name: String, among known: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    let limit = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in known {
      let distance = distance(wanted, Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The Levenshtein distance.
  private static func distance(_ one: [Character], _ two: [Character]) -> Int {
    var row = Array(0...two.count)
    for (i, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in two.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[two.count]
  }
}
