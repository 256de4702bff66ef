import Foundation
import Testing

@Suite(
  "Cookies are explained, added and edited in a real terminal", .serialized, .enabled(if: endToEnd),
  .onOwnThreads)
struct InterfaceCookieTests {
  private func session(columns: Int = 80, rows: Int = 24) throws -> InterfaceSession {
    let session = try InterfaceSession(columns: columns, rows: rows)
    try session.terminal.press("2")
    try session.terminal.wait(for: "Cookies (11)")
    try session.terminal.press("Home")
    return session
  }

  @Test("Y asks for a URL and answers with reasons", arguments: [(120, 40), (80, 24)])
  func explaining(columns: Int, rows: Int) throws {
    let session = try session(columns: columns, rows: rows)
    let terminal = session.terminal
    try terminal.press("Y")
    try terminal.wait(for: "URL https://example.org/")
    try terminal.press("Enter")
    try terminal.wait(for: "10 of 10 cookies")
    try terminal.press("s")
    try terminal.wait(for: "page of")
    try terminal.type("https://news.example")
    try terminal.press("Enter")
    try terminal.wait(for: "0 of 10 cookies")
    try terminal.press("l")
    try terminal.wait(for: "10 of 10 cookies")
    try terminal.press("a")
    try terminal.wait(for: "Set-Cookie:")
    try terminal.type("sid=1; Domain=other.test")
    try terminal.press("Enter")
    try terminal.wait(for: "domainMismatch")
    try terminal.press("q", "Q")
    #expect(try session.status() == 0)
  }

  @Test("A cookie is refused with the reason, added, edited, and undo gives the same bytes")
  func editing() throws {
    let session = try session()
    let terminal = session.terminal
    let before = try session.bytes()
    try terminal.press("a")
    try terminal.wait(for: "Add a cookie")
    try terminal.type("__Http-new")
    try terminal.press("Tab")
    try terminal.type("first")
    try terminal.press("Enter")
    try terminal.wait(for: "A name that begins with __Http- needs")
    #expect(try session.bytes() == before)
    // The reason leads to the line that mends it.
    try terminal.press("Space", "Enter")
    try terminal.wait(for: "cannot hold: sameSite")
    try session.answer("y", to: "cannot hold: sameSite")
    try terminal.wait(for: "Cookies (12)")
    #expect(try session.remaining().contains("__Http-new"))
    let added = try session.bytes()

    try terminal.press("/")
    try terminal.type("__Http-new")
    try terminal.press("Enter")
    try terminal.wait(for: "Cookies (1 of 12)")
    try terminal.press("e")
    try terminal.wait(for: "Edit a cookie")
    try terminal.press("C-u")
    try terminal.type("second")
    try terminal.press("Enter")
    try terminal.waitUntilGone("Edit a cookie")
    #expect(try String(decoding: session.bytes(), as: UTF8.self).contains("\tsecond\n"))
    try terminal.press("u")
    try terminal.wait(for: "Undone: 1.")
    #expect(try session.bytes() == added)
    try terminal.press("u")
    try terminal.wait(for: "Nothing matches.")
    #expect(try session.bytes() == before)
    try terminal.press("Q")
    #expect(try session.status() == 0)
  }
}
