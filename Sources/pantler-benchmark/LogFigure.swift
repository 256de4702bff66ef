import CookieCore
import PantlerScreens
import ScreenKit
import StoreModel

/// Whether the log keeps up with many changes.
enum LogFigure {
  static let all = [
    Figure(name: "log", summary: "ten thousand changes a second in the log", measure: measure)
  ]

  private static let frame = 0.016
  private static let changesPerFrame = 160

  @MainActor private static func measure(_ sizes: Sizes) throws -> [Line] {
    var screen = try Screen(Generated.cookies(sizes.hundredThousand, hosts: 1000))
    screen.finish(screen.press(try Key(parsing: "7")))
    var ring = EventRing(capacity: 100_000)
    var sequence: UInt64 = 0
    var (slowest, dropped) = (0.0, 0)
    let frames = Int(Double(sizes.seconds) / frame)
    for number in 0..<frames {
      if number % 100 == 0 { screen.forgetFrames() }
      let events = (0..<changesPerFrame).map { event(sequence + UInt64($0) + 1) }
      sequence += UInt64(changesPerFrame)
      let time = seconds {
        for event in events { ring.append(event) }
        _ = screen.take(.events(events, dropped: ring.dropped, at: Generated.now))
      }
      slowest = max(slowest, time)
      if time > frame { dropped += 1 }
    }
    let what = "10,000 changes a second in the log"
    return [
      .number(what + ", of \(grouped(frames)) frames", Double(dropped), "dropped", atMost: 0),
      .time(what + ", slowest frame", slowest, atMost: frame),
    ]
  }

  private static func event(_ number: UInt64) -> StoreEvent {
    let cookie = Generated.cookie(Int(number), domain: "www.site-1.example")
    return StoreEvent(
      sequence: number, time: Generated.now, store: StoreID(rawValue: "jar:/cookies.txt"),
      kind: number % 2 == 0 ? .added : .removed,
      site: Site(name: "site-1.example", kind: .registrableDomain),
      before: number % 2 == 0 ? nil : cookie, after: number % 2 == 0 ? cookie : nil,
      cause: .otherProcess)
  }
}
