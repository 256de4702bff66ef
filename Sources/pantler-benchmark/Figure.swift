/// One thing that is measured.
struct Figure {
  /// The word that chooses it.
  var name: String
  /// What is measured, for people.
  var summary: String
  /// Measures it.
  var measure: @MainActor (Sizes) async throws -> [Line]

  /// Every figure, in the order in which they are measured.
  ///
  /// Memory comes first, because what other figures leave behind would be counted with it.
  static let all =
    MemoryFigure.all + StartFigures.all + FormatFigures.all + StorageFigures.all
    + ListingFigure.all + ScreenFigures.all + LogFigure.all + DeletionFigure.all
    + SyncFigure.all
}

/// How much is generated.
struct Sizes {
  /// What stands for a million.
  var million = 1_000_000
  /// What stands for a hundred thousand.
  var hundredThousand = 100_000
  /// For how long something is done that has no end.
  var seconds = 10

  /// The sizes of the budgets.
  static let whole = Sizes()
  /// A tenth of most of them.
  static let quick = Sizes(million: 100_000, hundredThousand: 10_000, seconds: 3)
}

/// Why a figure could not be measured.
struct NotMeasured: Error {
  /// A sentence for people.
  var reason: String
}
