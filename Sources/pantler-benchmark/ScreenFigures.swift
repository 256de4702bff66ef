import CookieCore
import PantlerScreens
import ScreenKit

/// How fast the screens answer.
enum ScreenFigures {
  static let all = [
    Figure(name: "keys", summary: "from a key to the finished frame", measure: keys),
    Figure(name: "filter", summary: "filtering a long list as it is typed", measure: filter),
  ]

  @MainActor private static func keys(_ sizes: Sizes) throws -> [Line] {
    var screen = try Screen(Generated.cookies(sizes.million, hosts: sizes.million / 20))
    screen.finish(screen.press(try Key(parsing: "2")))
    let names = [
      "j", "j", "C-f", "C-d", "k", "C-b", "G", "k", "C-u", "Home", "Space", "i", "i", "L",
    ]
    let keys = try names.map { try Key(parsing: $0) }
    var times: [Double] = []
    for _ in 0..<100 {
      screen.forgetFrames()
      for key in keys {
        var effects: [Effect] = []
        times.append(seconds { effects = screen.press(key) })
        screen.finish(effects)
      }
    }
    times.sort()
    let what = "key to frame, \(grouped(sizes.million)) listed"
    return [
      .time(what + ", 99th percentile", times[times.count * 99 / 100], atMost: 0.016),
      .time(what + ", slowest", times[times.count - 1]),
    ]
  }

  @MainActor private static func filter(_ sizes: Sizes) throws -> [Line] {
    var screen = try Screen(Generated.cookies(sizes.million, hosts: sizes.million / 20))
    screen.finish(screen.press(try Key(parsing: "2")))
    screen.finish(screen.press(try Key(parsing: "/")))
    var (first, all) = (0.0, 0.0)
    for character in "site-77" {
      screen.forgetFrames()
      var effects: [Effect] = []
      let start = seconds { effects = screen.press(Key(character)) }
      let rest = seconds { screen.finish(effects, shows: true) }
      (first, all) = (max(first, start), max(all, start + rest))
    }
    let what = "filter as typed, \(grouped(sizes.million)) listed"
    return [
      .time(what + ", first results", first, atMost: 0.05),
      .time(what + ", all", all, atMost: 0.25),
    ]
  }
}
