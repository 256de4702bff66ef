/// A set of up to 256 positions of a pattern.
struct PositionSet {
  static let capacity = 256
  private var words: InlineArray<4, UInt64> = [0, 0, 0, 0]

  var isEmpty: Bool { words[0] | words[1] | words[2] | words[3] == 0 }

  mutating func insert(_ position: Int) {
    words[position >> 6] |= 1 << UInt64(position & 63)
  }

  func contains(_ position: Int) -> Bool {
    words[position >> 6] & (1 << UInt64(position & 63)) != 0
  }

  mutating func formUnion(_ other: PositionSet) {
    for index in 0..<4 { words[index] |= other.words[index] }
  }

  /// Calls a function with every position, lowest first.
  @inline(__always)
  func forEach(_ body: (Int) -> Void) {
    for index in 0..<4 {
      var word = words[index]
      while word != 0 {
        body(index << 6 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }
}

/// Which conditions hold at a place in the text; the index of the tables of a program.
struct PatternContext: OptionSet {
  var rawValue: Int
  static let start = PatternContext(rawValue: 1)
  static let end = PatternContext(rawValue: 2)
  static let boundary = PatternContext(rawValue: 4)
}

/// Turns the tree of a pattern into positions and what follows each of them.
///
/// Position 0 stands for the end of a match. Which positions follow depends on the assertions that hold at the
/// place, so there is one table for each combination of those.
struct PatternProgram {
  private enum State {
    case consume(position: Int, next: Int)
    case fork(Int, Int)
    case assertion(PatternAssertion, next: Int)
    case accept
  }

  /// A pattern beyond this many states takes too long to prepare.
  private static let mostStates = 2000

  private var states: [State] = [.accept]
  private(set) var sets: [ScalarSet] = [ScalarSet()]
  private var afterPosition: [Int] = [0]
  /// The assertions that occur.
  private(set) var used: PatternContext = []
  /// The positions a match can begin at, by context.
  private(set) var first: [PositionSet] = []
  /// The positions that can follow, by position and then context.
  private(set) var follow: [[PositionSet]] = []

  init(_ node: PatternNode) throws(PatternFailure) {
    let start = try compile(node, before: 0)
    let contexts = (0..<8).map { PatternContext(rawValue: $0).intersection(used) }
    first = contexts.map { closure(from: start, in: $0) }
    follow = afterPosition.map { state in
      used.isEmpty
        ? [PositionSet](repeating: closure(from: state, in: []), count: 8)
        : contexts.map { closure(from: state, in: $0) }
    }
  }

  /// Adds the states of a node and returns the first of them.
  private mutating func compile(_ node: PatternNode, before next: Int) throws(PatternFailure) -> Int
  {
    switch node {
    case .nothing: return next
    case .set(let set):
      guard sets.count < PositionSet.capacity else { throw .tooLarge }
      sets.append(set)
      afterPosition.append(next)
      return try add(.consume(position: sets.count - 1, next: next))
    case .sequence(let parts):
      var start = next
      for part in parts.reversed() { start = try compile(part, before: start) }
      return start
    case .choice(let choices):
      var start = try compile(choices[choices.count - 1], before: next)
      for choice in choices.dropLast().reversed() {
        start = try add(.fork(try compile(choice, before: next), start))
      }
      return start
    case .repeat(let part, let least, let most):
      return try compile(part, atLeast: least, atMost: most, before: next)
    case .assertion(let assertion):
      switch assertion {
      case .start: used.insert(.start)
      case .end: used.insert(.end)
      case .boundary, .noBoundary: used.insert(.boundary)
      }
      return try add(.assertion(assertion, next: next))
    }
  }

  private mutating func compile(
    _ part: PatternNode, atLeast least: Int, atMost most: Int?, before next: Int
  ) throws(PatternFailure) -> Int {
    var start = next
    if let most {
      for _ in least..<max(least, most) {
        start = try add(.fork(try compile(part, before: start), next))
      }
    } else {
      let loop = try add(.fork(next, next))
      states[loop] = .fork(try compile(part, before: loop), next)
      start = loop
    }
    for _ in 0..<least {
      let longer = try compile(part, before: start)
      // What is empty once is empty a thousand times.
      if longer == start { break }
      start = longer
    }
    return start
  }

  private mutating func add(_ state: State) throws(PatternFailure) -> Int {
    guard states.count < Self.mostStates else { throw .tooLarge }
    states.append(state)
    return states.count - 1
  }

  private func closure(from start: Int, in context: PatternContext) -> PositionSet {
    var result = PositionSet()
    var seen = [Bool](repeating: false, count: states.count)
    var waiting = [start]
    while let index = waiting.popLast() {
      guard !seen[index] else { continue }
      seen[index] = true
      switch states[index] {
      case .accept: result.insert(0)
      case .consume(let position, _): result.insert(position)
      case .fork(let left, let right): waiting += [left, right]
      case .assertion(let assertion, let next):
        if holds(assertion, in: context) { waiting.append(next) }
      }
    }
    return result
  }

  private func holds(_ assertion: PatternAssertion, in context: PatternContext) -> Bool {
    switch assertion {
    case .start: context.contains(.start)
    case .end: context.contains(.end)
    case .boundary: context.contains(.boundary)
    case .noBoundary: !context.contains(.boundary)
    }
  }
}
