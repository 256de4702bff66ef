import CookieCore
import Foundation
import StoreFormats
import StoreModel

/// How fast bytes become cookies.
enum FormatFigures {
  static let all = [
    Figure(
      name: "binarycookies", summary: "decoding Apple's file of cookies", measure: binaryCookies),
    Figure(name: "jar", summary: "decoding a cookies.txt", measure: jar),
    Figure(name: "set-cookie", summary: "parsing Set-Cookie lines", measure: setCookie),
  ]

  @MainActor private static func binaryCookies(_ sizes: Sizes) async throws -> [Line] {
    var document = BinaryCookies()
    let count = sizes.hundredThousand
    _ = document.apply(Generated.cookies(count, hosts: count / 10).map(StoreChange.put))
    let bytes = document.encoded()
    var decoded = 0
    let time = try leastSeconds(of: 5) {
      decoded = try BinaryCookies(decoding: bytes).cookies.count
    }
    guard decoded == count else { throw NotMeasured(reason: "Not every cookie was decoded.") }
    let what = "\(grouped(count)) binarycookies decoded"
    var lines = [
      Line.ratio(what, time, of: "a checksum loop", checksumSeconds(bytes), atMost: 2)
    ]
    let (loop, package) = try await OtherProgram.withFolder { folder in
      let path = folder + "/Cookies.binarycookies"
      try Data(bytes).write(to: URL(filePath: path))
      return (
        OtherProgram.python(pythonLoop, path), OtherProgram.python(pythonReader, path)
      )
    }
    if let loop { lines.append(.ratio(what, time, of: "a loop in Python", loop)) }
    guard let package else {
      lines.append(Line(what: what, measured: "Python's package binarycookies is missing"))
      return lines
    }
    lines.append(.ratio(what, time, of: "Python's binarycookies", package, atMost: 1.0 / 50))
    return lines
  }

  /// How long it takes to copy the bytes while adding them up, byte by byte.
  private static func checksumSeconds(_ bytes: [UInt8]) -> Double {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    let time = leastSeconds(of: 5) {
      var copy: [UInt8] = []
      copy.reserveCapacity(bytes.count)
      for byte in bytes {
        sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3
        copy.append(byte)
      }
      sum ^= UInt64(copy.count)
    }
    // The sum is used, so that the loop is not left out.
    return sum == 0 ? 0 : time
  }

  @MainActor private static func jar(_ sizes: Sizes) async throws -> [Line] {
    let count = sizes.hundredThousand
    var document = NetscapeJar()
    _ = document.apply(Generated.cookies(count, hosts: count / 10).map(StoreChange.put))
    let bytes = document.encoded()
    let time = try leastSeconds(of: 5) { _ = try NetscapeJar(decoding: bytes).cookies }
    let what = "cookies.txt of \(grouped(count)) read"
    let python = try await OtherProgram.withFolder { folder in
      let path = folder + "/cookies.txt"
      try Data(bytes).write(to: URL(filePath: path))
      return OtherProgram.python(pythonJar, path)
    }
    guard let python else { return [.time(what, time)] }
    return [.ratio(what, time, of: "Python's cookiejar", python)]
  }

  @MainActor private static func setCookie(_ sizes: Sizes) throws -> [Line] {
    let bytes = Array(line.utf8)
    var named = 0
    let time = seconds {
      for _ in 0..<sizes.million where !ParsedSetCookie(bytes: bytes).name.isEmpty { named += 1 }
    }
    guard named == sizes.million else { throw NotMeasured(reason: "Not every line was parsed.") }
    let what = "Set-Cookie lines parsed"
    let lines = [
      Line.number(what, Double(sizes.million) / time / 1000, "thousand a second")
    ]
    guard
      let python = OtherProgram.python(pythonSetCookie, line, String(sizes.hundredThousand))
    else { return lines }
    let each = (time / Double(sizes.million), python / Double(sizes.hundredThousand))
    // A million in the time of a hundred thousand.
    return lines + [
      .ratio(what + ", each", each.0, of: "http.cookies", each.1, atMost: 1.0 / 10)
    ]
  }

  private static let line =
    "session=0123456789abcdef0123456789abcdef; Domain=shop.example; Path=/account; "
    + "Expires=Wed, 18 May 2033 03:33:20 GMT; Secure; HttpOnly; SameSite=Lax"
}
