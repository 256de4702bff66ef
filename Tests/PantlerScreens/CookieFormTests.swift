import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("A cookie that is written in the form is held against the rules")
struct CookieFormTests {
  private static func session(_ cookies: [Cookie] = []) -> Session {
    var session = Session.ready(stores: [
      Samples.notes: cookies + [Samples.cookie("sid", "example.org")]
    ])
    session.press("2 Home")
    return session
  }

  /// The form with a new cookie of which some lines are written.
  private static func adding(_ lines: [CookieForm.Field: String]) -> Session {
    var session = session()
    session.press("a")
    for field in CookieForm.Field.allCases {
      if let text = lines[field] {
        session.press("C-u")
        session.type(text)
      }
      session.press("Tab")
    }
    return session
  }

  private func form(_ session: Session) -> CookieForm? {
    if case .form(let form) = session.state.overlays.last { form } else { nil }
  }

  @Test("A new cookie is planned, applied and read back")
  func adding() throws {
    var session = Self.adding([.name: "new", .value: "1", .domain: "shop.test", .expires: "30d"])
    session.press("Enter")
    #expect(session.state.overlays.isEmpty)
    #expect(session.applied.map(\.kind) == [.edit])
    let contents = session.state.library.entry(of: Samples.notes)?.contents
    let cookie = try #require(contents?.cookies.first { $0.name == "new" })
    #expect(cookie.domain == "shop.test" && cookie.hostOnly && cookie.secure)
    #expect(cookie.expiryTime == Samples.now.adding(seconds: 30 * 86_400))
    #expect(cookie.creationTime == Samples.now)
  }

  @Test(
    "What a header could not set is refused, and stays on the screen with its reasons",
    arguments: [
      (
        [.name: "__Host-a", .value: "1", .domain: "shop.test", .path: "/x"],
        ["A name that begins with __Host- needs Secure, Path=/ and no Domain."]
      ),
      ([.name: "", .value: "", .domain: "shop.test"], ["Both the name and the value are empty."]),
      (
        [.name: "a;b", .value: "1", .domain: "shop.test"],
        ["A header cannot carry “;”, “=” in a name, blanks at either end, or control characters."]
      ),
      (
        [.name: "a", .value: String(repeating: "v", count: 4096), .domain: "shop.test"],
        ["Name and value together are longer than 4096 bytes."]
      ),
      ([.name: "a", .value: "1", .domain: "a b"], ["This is no host."]),
      (
        [.name: "a", .value: "1", .domain: "shop.test", .path: "x"], ["A path begins with a slash."]
      ),
      (
        [.name: "a", .value: "1", .domain: "shop.test", .expires: "2001-01-01"],
        ["This time has passed: the cookie would be gone at once."]
      ),
    ] as [([CookieForm.Field: String], [String])])
  func refusals(lines: [CookieForm.Field: String], complaints: [String]) {
    var session = Self.adding(lines)
    session.press("Enter")
    #expect(form(session)?.complaints == complaints)
    #expect(session.applied.isEmpty)
    for complaint in complaints { #expect(session.text.contains("! " + complaint.prefix(40))) }
  }

  @Test("FR-29: a domain cookie of a public suffix is refused, one of a single label is not")
  func publicSuffixes() {
    for (domain, isRefused) in [
      ("co.uk", true), ("github.io", true), ("user.github.io", false), ("localhost", false),
    ] {
      var session = Self.adding([.name: "a", .value: "1", .domain: domain])
      // Down to the line “Host only”, and off with it.
      session.press("Tab Tab Tab Space Enter")
      #expect((form(session)?.complaints.isEmpty == false) == isRefused, "\(domain)")
      // That a single label becomes host-only is asked about.
      session.wait(500)
      if session.review != nil { session.press("y") }
      #expect(session.applied.isEmpty == isRefused, "\(domain)")
    }
  }

  @Test(
    "The cursor goes to the line that is wrong",
    arguments: [
      ([.name: "a;b", .value: "1"], .name), ([.name: "a=b", .value: "1"], .name),
      ([.name: "a", .value: "1;2"], .value), ([.name: "a", .value: " 1"], .value),
      ([.name: "a", .value: "1", .path: "/;x"], .path),
      ([.name: "a", .value: String(repeating: "v", count: 4097)], .value),
      ([.name: String(repeating: "n", count: 4097), .value: "1"], .name),
    ] as [([CookieForm.Field: String], CookieForm.Field)])
  func wrongLine(lines: [CookieForm.Field: String], wrong: CookieForm.Field) {
    var session = Self.adding(lines.merging([.domain: "shop.test"]) { line, _ in line })
    session.press("Enter")
    #expect(form(session)?.complaints.isEmpty == false)
    #expect(form(session)?.focus == wrong)
  }

  @Test("Several reasons are told together")
  func severalReasons() {
    var session = Self.adding([.name: "__Secure-a", .value: "1", .domain: "shop.test"])
    session.press("Tab Tab Tab Tab Tab Tab Space Tab Tab Space Space Space Enter")
    #expect(
      form(session)?.complaints == [
        "SameSite=None needs Secure.", "A name that begins with __Secure- needs Secure.",
      ])
    #expect(form(session)?.focus == .secure)
    // A change of the form takes the reasons away; the next try is judged anew.
    session.press("Space")
    #expect(form(session)?.complaints == [])
    session.press("Enter")
    #expect(session.applied.count == 1)
  }

  @Test("A lifetime over 400 days is cut, and that is asked about first")
  func capped() throws {
    var session = Self.adding([.name: "a", .value: "1", .domain: "shop.test", .expires: "500d"])
    session.press("Enter")
    session.wait(500)
    #expect(session.text.contains("The lifetime was cut to 400 days."))
    #expect(session.applied.isEmpty)
    session.press("y")
    let cookie = try #require(session.stores[Samples.notes]?.first { $0.name == "a" })
    #expect(cookie.expiryTime == Samples.now.adding(seconds: 34_560_000))
  }

  @Test("An expiry in the past deletes the cookie, and asks as every deletion does")
  func expired() {
    var session = Self.session()
    session.press("e Tab Tab Tab Tab C-u")
    session.type("2001-01-01")
    session.press("Enter")
    session.wait(500)
    #expect(session.review?.plan.kind == .removal)
    #expect(session.row(-2).contains("Delete sid@example.org"))
    session.press("y")
    #expect(session.stores[Samples.notes] == [])
    #expect(session.state.overlays.isEmpty)
  }

  @Test("What the form does not show stays as it was")
  func untouched() {
    var odd = Samples.cookie("aaa", "example.org")
    odd.container = "userContextId=1"
    odd.name = CookieText(bytes: [0x61, 0xFF])
    odd.expiryTime = Timestamp(microseconds: Samples.now.microseconds + 86_400_123_456)
    var session = Self.session([odd])
    session.press("e C-u")
    session.type("fresh")
    session.press("Enter")
    session.wait(500)
    session.press("y")
    odd.value = "fresh"
    #expect(session.stores[Samples.notes]?.contains(odd) == true)
  }
}
