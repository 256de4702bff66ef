import CookieCore
import Foundation
import PantlerScreens
import StoreModel

/// How much memory a cookie takes that is held.
enum MemoryFigure {
  static let all = [Figure(name: "memory", summary: "memory per cookie held", measure: measure)]

  @MainActor private static func measure(_ sizes: Sizes) throws -> [Line] {
    // What is needed once, such as the public suffix list, is no cookie's.
    _ = Screen.contents(of: Generated.cookies(1000, hosts: 100))
    let start = try residentBytes()
    let cookies = Generated.cookies(sizes.million, hosts: sizes.million / 20)
    let read = try residentBytes()
    let listed = Screen.contents(of: cookies)
    let shown = try residentBytes()
    let text = Double(Generated.textBytes(listed.cookies))
    let count = Double(cookies.count)
    let what = "memory of one cookie of \(grouped(sizes.million))"
    return [
      .number(
        what + ", beyond its text", (Double(read - start) - text) / count, "bytes", atMost: 250),
      .number(
        what + ", with the list's index", (Double(shown - start) - text) / count, "bytes",
        atMost: 250),
    ]
  }

  /// The resident size of this process.
  private static func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kilobytes = Int(line.filter(\.isNumber))
    else { throw NotMeasured(reason: "The system does not say how much memory is used.") }
    return kilobytes * 1024
  }
}
