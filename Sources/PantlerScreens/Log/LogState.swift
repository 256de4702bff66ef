import CookieCore
import ScreenKit
import StoreModel

/// The log: its memory, and what of it is shown.
package struct LogState: Equatable, Sendable {
  /// The memory.
  var buffer: LogBuffer
  /// The lines that the filter and the level let through.
  var rows = LogRows()
  /// Selection and scrolling.
  var viewport = ListViewport()
  /// Events that a channel dropped before they came here.
  var droppedBefore: UInt64 = 0
  /// Whether the newest line is kept in view.
  var follows = true
  /// Whether new events wait outside the lines.
  var isPaused = false
  /// The least level shown.
  var level = StoreEvent.Level.info
  /// The filter.
  var filter = FilterState()
  /// Whether repeats within a second are one line.
  var foldsRepeats = true
  /// The number of the event up to which the lines are made.
  var consumed: UInt64 = 0
  /// Events before this number were cleared from the screen.
  var clearedBefore: UInt64 = 0
  /// How many lines came since following stopped.
  var newCount = 0
  /// Whether the selected line was dropped under the reader's eyes.
  var lostSelection = false
  /// Events by ten seconds, the newest last.
  var rhythm = LogRhythm()

  /// Makes an empty log.
  package init(capacity: Int = 100_000) { buffer = LogBuffer(capacity: capacity) }

  /// Events that were dropped, by the ring or by a channel.
  var dropped: UInt64 { droppedBefore + buffer.dropped }

  /// How many events wait while the intake is paused.
  var waiting: Int { Int(clamping: buffer.endNumber - consumed) }

  /// The selected event, or nil.
  var selectedEvent: StoreEvent? {
    viewport.selected.flatMap { rows[$0] }.flatMap { buffer[$0.number] }
  }

  /// Every event in memory, oldest first.
  var events: [StoreEvent] {
    (buffer.firstNumber..<buffer.endNumber).compactMap { buffer[$0] }
  }

  /// Takes events in.
  mutating func append(_ events: [StoreEvent], now: Timestamp) {
    for event in events {
      buffer.append(event)
      rhythm.add(event.time)
    }
    dropOldLines()
    if !isPaused { consume(now: now) }
  }

  /// Makes lines of the events that have none yet.
  mutating func consume(now: Timestamp) {
    let before = rows.count
    var number = max(consumed, buffer.firstNumber)
    while let event = buffer[number] {
      if shows(event, number: number, now: now) { addLine(event, number: number) }
      number += 1
    }
    consumed = number
    if follows { newCount = 0 } else { newCount += rows.count - before }
    viewport.resize(count: rows.count, height: viewport.height)
    if follows { viewport.moveToEnd() }
  }

  /// Makes all lines anew, after the filter, the level or the folding changed.
  mutating func rebuild(now: Timestamp) {
    let selected = viewport.selected.flatMap { rows[$0] }?.number
    rows = LogRows()
    consumed = max(clearedBefore, buffer.firstNumber)
    consume(now: now)
    newCount = 0
    guard !follows, let selected else { return }
    let nearest = (0..<rows.count).first { (rows[$0]?.number ?? 0) >= selected }
    viewport.select(nearest ?? rows.count - 1)
  }

  private func shows(_ event: StoreEvent, number: UInt64, now: Timestamp) -> Bool {
    guard number >= clearedBefore, event.level >= level else { return false }
    return !filter.isActive || filter.filter.matches(FilterSubject(event: event, now: now))
  }

  private mutating func addLine(_ event: StoreEvent, number: UInt64) {
    if foldsRepeats, let last = rows.last, let previous = buffer[last.number],
      event.repeats(previous)
    {
      rows.repeatLast(number: number)
    } else {
      rows.append(LogRow(number: number, first: number, count: 1))
    }
  }

  private mutating func dropOldLines() {
    let removed = rows.removeLines(before: buffer.firstNumber)
    guard removed > 0 else { return }
    let selected = viewport.selected ?? 0
    if !follows, selected < removed { lostSelection = true }
    let offset = max(0, viewport.offset - removed)
    var moved = ListViewport(count: rows.count, height: viewport.height)
    moved.scroll(by: offset)
    moved.select(max(0, selected - removed))
    viewport = moved
  }
}

extension StoreEvent {
  /// Whether this event says the same as an earlier one, at most a second later.
  func repeats(_ earlier: StoreEvent) -> Bool {
    guard kind == earlier.kind, store == earlier.store, cause == earlier.cause,
      level == earlier.level, message == earlier.message
    else { return false }
    let distance = time.microseconds &- earlier.time.microseconds
    return distance >= 0 && distance <= 1_000_000 && key == earlier.key
  }
}

/// How many events there were in each ten seconds, for the picture in the title.
struct LogRhythm: Equatable, Sendable {
  static let width = 12
  private static let step: Int64 = 10_000_000
  private(set) var counts: [Int] = []
  private var newest: Int64 = 0

  mutating func add(_ time: Timestamp) {
    let bucket = time.microseconds / Self.step
    if counts.isEmpty {
      newest = bucket
      counts = [0]
    }
    if bucket > newest {
      let step = Int(min(bucket - newest, Int64(Self.width)))
      counts.append(contentsOf: repeatElement(0, count: step))
      counts.removeFirst(max(0, counts.count - Self.width))
      newest = bucket
    }
    let position = counts.count - 1 - Int(min(newest - bucket, Int64(Self.width)))
    if counts.indices.contains(position) { counts[position] += 1 }
  }
}
