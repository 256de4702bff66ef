import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@Suite("The program that a text jar is meant for reads what we write")
struct NetscapeOwnersTests {
  private static let curl = "/usr/bin/curl"
  private static let python = "/usr/bin/python3"

  private static let cookies = [
    Cookie(
      name: "sid", value: "a=b; \"c\"", domain: "shop.example", hostOnly: true, path: "/cart",
      secure: true, httpOnly: true, expiryTime: Timestamp(seconds: 1_800_000_000)),
    Cookie(name: "session", value: "caf\u{E9}", domain: "shop.example", hostOnly: false),
    Cookie(
      name: "empty", value: "", domain: "a.example", hostOnly: false,
      expiryTime: Timestamp(seconds: 1_800_000_000)),
  ]

  private func jar(_ dialect: NetscapeJar.Dialect) -> NetscapeJar {
    var jar = NetscapeJar(dialect: dialect)
    #expect(jar.apply(Self.cookies.map { .put($0) }).allSatisfy { $0 == .done })
    return jar
  }

  private func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return bytes
  }

  private func withFile<Result>(
    _ bytes: [UInt8], _ body: (String) throws -> Result
  ) throws -> Result {
    let name = "pantler-test-" + UUID().uuidString
    let file = FileManager.default.temporaryDirectory.appending(path: name)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path())
  }

  @Test("curl", .enabled(if: FileManager.default.isExecutableFile(atPath: curl)))
  func readByCurl() throws {
    let written = try withFile(jar(.curl).encoded()) { path in
      try run(Self.curl, ["-s", "-b", path, "-c", "-", "file:///dev/null"])
    }
    let read = try NetscapeJar(decoding: written)
    #expect(read.dialect == .curl)
    #expect(Set(read.cookies) == Set(Self.cookies))
  }

  @Test("Python", .enabled(if: FileManager.default.isExecutableFile(atPath: python)))
  func readByPython() throws {
    let script = """
      import sys, http.cookiejar as c
      j = c.MozillaCookieJar(); j.load(sys.argv[1], ignore_discard=True, ignore_expires=True)
      for k in j: print(k.domain, k.path, k.name, k.value, k.secure, k.expires, sep='|')
      """
    let python = try NetscapeJar(
      decoding: Array(
        "# Netscape HTTP Cookie File\n# http://curl.haxx.se/rfc/cookie_spec.html\n".utf8))
    var jar = python
    #expect(jar.apply(Self.cookies.map { .put($0) }).allSatisfy { $0 == .done })
    let output = try withFile(jar.encoded()) { try run(Self.python, ["-c", script, $0]) }
    let lines = Set(String(decoding: output, as: UTF8.self).split(separator: "\n"))
    #expect(
      lines == [
        "shop.example|/cart|sid|a=b; \"c\"|True|1800000000",
        ".shop.example|/|session|caf\u{E9}|False|None",
        ".a.example|/|empty||False|1800000000",
      ])
  }
}
