import Foundation
import Testing

@Suite("Pages are loaded from a real server", .enabled(if: endToEnd), .onOwnThreads)
struct PageTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  @Test("The server receives what the store holds and what it set on the way; the jar keeps it")
  func redirect() throws {
    let server = try LocalServer()
    defer { server.stop() }
    let port = server.port
    let curl = Program("/usr/bin/curl")
    let jar = home.path("jar.txt")
    try curl.run(
      ["-s", "-c", jar, "http://127.0.0.1:\(port)/set?c=held=1%3B+Max-Age=86400%3B+Path=/"])
    let before = try home.bytes("jar.txt")

    // From one host of the loopback to another and back.
    let back = "http://127.0.0.1:\(port)/echo?c=last=4%3B+Max-Age=86400"
    let middle =
      "http://localhost:\(port)/go?c=there=3&to="
      + (back.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    let first =
      "http://127.0.0.1:\(port)/go?c=first=2%3B+Max-Age=86400%3B+Path=/&to="
      + (middle.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    let result = try pantler.run(
      ["open", first, "--store", jar, "--json", "--values", "--yes"],
      environment: home.environment)
    let page = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let hops = try #require(page["hops"] as? [[String: Any]])
    #expect(hops.map { $0["status"] as? Int } == [302, 302, 200])
    #expect(
      hops.map { $0["cookieHeader"] as? String } == ["held=1", "", "held=1; first=2"])

    #expect(
      try server.asked() == ["/set ", "/go held=1", "/go ", "/echo held=1; first=2"])
    let sent = try curl.run(["-s", "-b", jar, "http://127.0.0.1:\(port)/echo"]).output
    #expect(Set(sent.split(separator: "; ")) == ["held=1", "first=2", "last=4"])
    try pantler.run(["undo", "--yes"], environment: home.environment)
    #expect(try home.bytes("jar.txt") == before)
  }

  @Test("WebKitGTK loads a page with a jar's cookies; what its script sets is kept, and undone")
  func webKit() throws {
    let server = try LocalServer("busy_server.py")
    defer { server.stop() }
    let port = server.port
    try home.write(
      "# Netscape HTTP Cookie File\nlocalhost\tFALSE\t/\tFALSE\t4102444800\theld\t1\n"
        + "localhost\tFALSE\t/\tFALSE\t4102444800\tc\told\n", to: "jar.txt")
    let before = try home.bytes("jar.txt")
    let result = try pantler.run(
      [
        "open", "http://localhost:\(port)/many?n=3", "--store", home.path("jar.txt"), "--engine",
        "webkit", "--json", "--values", "--yes",
      ], environment: home.environment)
    let page = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(page["scripts"] as? Bool == true)
    #expect(page["status"] as? Int == 200)
    let hops = try #require(page["hops"] as? [[String: Any]])
    #expect(hops.map { $0["status"] as? Int } == [200])
    // The engine does not say, so nothing is claimed.
    #expect(hops[0]["cookieHeader"] == nil && hops[0]["cookies"] == nil)
    let changes = try #require(page["changes"] as? [[String: Any]])
    #expect(changes.map { $0["change"] as? String } == ["replaced"])
    #expect(Set(try server.asked()) == ["/many held=1; c=old"])
    let kept = try String(contentsOfFile: home.path("jar.txt"), encoding: .utf8)
    #expect(kept.contains("\theld\t1\n"))
    #expect(!kept.contains("old"))
    try pantler.run(["undo", "--yes"], environment: home.environment)
    #expect(try home.bytes("jar.txt") == before)
  }
}
