import Foundation
import Testing

@Suite("Undo brings back what was there, to the last column", .enabled(if: endToEnd))
struct ExactUndoTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try pantler.run(arguments, environment: home.environment, folder: home.url)
  }

  private static let titles = [
    "", "# Cookies\n", "# HTTP Cookies\n", "## HTTP Cookie File\n",
  ]

  @Test(
    "A text jar of libsoup comes back whatever its first line is", arguments: titles,
    ["jar.txt", ".local/share/epiphany/cookies.txt"])
  func libsoupText(title: String, name: String) throws {
    let text =
      title + "# http://www.netscape.com/newsref/std/cookie_spec.html\n"
      + "# This is a generated file!  Do not edit.\n# To delete cookies, use the Cookie Manager.\n\n"
      + (1...3).map { "shop.test\tFALSE\t/\tFALSE\t4102444800\tn\($0)\t\($0)\tLax\n" }.joined()
    try home.write(text, to: name)
    _ = try run("rm", home.path(name), "--all", "--yes")
    _ = try run("cookies", home.path(name))
    _ = try run("undo", "--yes")
    #expect(try home.bytes(name) == Data(text.utf8))
    for count in 1...3 { _ = try run("rm", home.path(name), "-f", "name:n\(count)", "--yes") }
    for _ in 1...3 { _ = try run("undo", "--yes") }
    #expect(try home.bytes(name) == Data(text.utf8))
  }
}
