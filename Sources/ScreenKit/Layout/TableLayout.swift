/// What a column of a table wants.
package struct TableColumn: Equatable, Sendable {
  /// The heading.
  package let title: String

  /// How important the column is; those with the lowest number go first.
  package let priority: Int

  /// The columns of cells below which it is no use.
  package let minimum: Int

  /// The cells it would like to have.
  package let ideal: Int

  /// Its share of what is left when all have their ideal; 0 to stay at the ideal.
  package let stretch: Int

  /// Where its text stands.
  package let alignment: TextAlignment

  /// Makes a column; an ideal below the minimum counts as the minimum.
  package init(
    _ title: String, priority: Int, minimum: Int, ideal: Int = 0, stretch: Int = 0,
    alignment: TextAlignment = .left
  ) {
    self.title = title
    self.priority = priority
    self.minimum = max(1, minimum)
    self.ideal = max(self.minimum, ideal)
    self.stretch = max(0, stretch)
    self.alignment = alignment
  }
}

/// Where the columns of a table stand in a given width.
///
/// Columns of low priority are left out until the minima of the others fit. The rest of the width
/// goes first to ideals, the most important column first, and then to the columns that stretch.
package struct TableLayout: Equatable, Sendable {
  /// A column that is shown.
  package struct Placement: Equatable, Sendable {
    /// Its number in the list of columns.
    package let column: Int

    /// Its first cell, counted from the table's left edge.
    package let x: Int

    /// Its cells.
    package let width: Int
  }

  /// The columns that are shown, from left to right.
  package let placements: [Placement]

  /// Arranges columns in a width, with some empty cells between them.
  package init(_ columns: [TableColumn], width: Int, gap: Int = 1) {
    let shown = Self.fitting(columns, width: width, gap: gap)
    guard width > 0, !shown.isEmpty else {
      placements = []
      return
    }
    var widths = shown.map { min(columns[$0].minimum, width) }
    var rest = max(0, width - widths.reduce(0, +) - gap * (shown.count - 1))
    let byImportance = shown.indices.sorted {
      let (one, two) = (columns[shown[$0]].priority, columns[shown[$1]].priority)
      return one != two ? one > two : $0 < $1
    }
    for index in byImportance {
      let more = min(rest, columns[shown[index]].ideal - columns[shown[index]].minimum)
      widths[index] += more
      rest -= more
    }
    Self.stretch(&widths, by: rest, shares: shown.map { columns[$0].stretch })
    var x = 0
    placements = zip(shown, widths).map { column, width in
      defer { x += width + gap }
      return Placement(column: column, x: x, width: width)
    }
  }

  /// Leaves out the least important columns until the rest fits; one always stays.
  private static func fitting(_ columns: [TableColumn], width: Int, gap: Int) -> [Int] {
    var shown = Array(columns.indices)
    var needed = columns.reduce(0) { $0 + $1.minimum } + gap * max(0, columns.count - 1)
    while needed > width, shown.count > 1 {
      let least = shown.map { columns[$0].priority }.min()
      guard let victim = shown.lastIndex(where: { columns[$0].priority == least }) else { break }
      needed -= columns[shown[victim]].minimum + gap
      shown.remove(at: victim)
    }
    return shown
  }

  private static func stretch(_ widths: inout [Int], by rest: Int, shares: [Int]) {
    var (left, total) = (rest, shares.reduce(0, +))
    for index in widths.indices where shares[index] > 0 {
      let more = left * shares[index] / total
      widths[index] += more
      left -= more
      total -= shares[index]
    }
  }
}
