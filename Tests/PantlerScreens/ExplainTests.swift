import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Y says which cookies go with a request, and why the others do not")
struct ExplainTests {
  private static let jar: [StoreID: [Cookie]] = [
    Samples.notes: [
      Samples.cookie("sid", "shop.test"), Samples.cookie("deep", "shop.test", path: "/admin"),
      Samples.cookie(
        "lax", "shop.test", hostOnly: true, httpOnly: false, sameSite: .unspecified),
      Samples.cookie("elsewhere", "news.example"),
    ]
  ]

  /// The page about `https://shop.test/`, asked of the store's first cookie.
  private static func page(
    _ stores: [StoreID: [Cookie]] = jar, width: Int = 120, height: Int = 40
  ) -> Session {
    var session = Session.ready(width: width, height: height, stores: stores)
    session.state.scope = .store(Samples.notes)
    session.press("2 / ")
    session.type("name:sid")
    session.press("Enter Y Enter")
    return session
  }

  private func page(_ session: Session) -> ExplainPage? {
    if case .explain(let page) = session.state.overlays.last { page } else { nil }
  }

  @Test("The URL that the row suggests stands in the line, and Esc asks nothing")
  func suggestion() {
    var session = Session.ready(stores: [
      Samples.notes: [Samples.cookie("sid", "www.example.org", hostOnly: true, path: "/app")]
    ])
    session.press("2 Y")
    #expect(session.row(-2).contains("URL https://www.example.org/app"))
    session.press("Esc")
    #expect(session.state.prompt == nil && session.state.overlays.isEmpty)
    // The cookie goes to its host only, so that of the site would say little.
    session.press("1 Y")
    #expect(session.row(-2).contains("URL https://www.example.org/ "))
    session.press("Esc 5 j Y")
    #expect(session.row(-2).contains("URL https://"))
    session.press("Enter")
    #expect(session.row(-2).contains("the host is missing"))
  }

  @Test("A cookie with a port, a partition and a container is asked for where it is sent")
  func identity() {
    var cookie = Samples.cookie("sid", "shop.test", secure: false, sameSite: .none)
    cookie.secure = true
    cookie.sourcePort = 8443
    cookie.container = "userContextId=1"
    cookie.partition = CookiePartition(topLevelSite: "https://news.example")
    let session = Self.page([Samples.notes: [cookie]])
    #expect(page(session)?.written.url == "https://shop.test:8443/")
    #expect(page(session)?.answer?.cookies.map(\.sent) == [true])
    #expect(session.text.contains("Container userContextId=1"))
    #expect(session.text.contains("https://news.example, for a part of its page"))
  }

  @Test("A site of several stores asks which one is meant")
  func severalStores() {
    var session = Session.ready()
    session.press("j Y")
    #expect(session.text.contains("Ask about which store"))
    session.press("j Enter")
    #expect(page(session)?.store == Samples.notes || page(session)?.store == Samples.shared)
    #expect(session.text.contains("The Cookie header"))
  }

  @Test("Each cookie of the site is listed, sent or not, with reason, identifier and header")
  func verdicts() throws {
    let session = Self.page()
    let text = session.text
    #expect(text.contains("2 of 3 cookies"))
    #expect(text.contains("sid=a41…; lax=a41…"))
    #expect(text.contains("+ sent      sid  .shop.test  /"))
    #expect(text.contains("- not sent  deep  .shop.test  /admin"))
    #expect(text.contains("The cookie's path does not cover the request's path.  pathMismatch"))
    #expect(!text.contains("elsewhere") && !text.contains("a41b77c09e51"))
  }

  @Test("Method, page, link, reader and clock change the answer at once")
  func circumstances() {
    var session = Self.page()
    func sent() -> Int? { page(session)?.answer?.cookies.count { $0.sent } }
    #expect(sent() == 2)
    session.press("r")
    #expect(sent() == 1)
    #expect(session.text.contains("httpOnlyFromScript") && session.text.contains("a script"))
    session.press("r s")
    session.type("https://news.example")
    session.press("Enter")
    #expect(sent() == 0)
    #expect(session.text.contains("sameSiteSubrequest"))
    session.press("l")
    #expect(sent() == 2)
    session.press("m")
    #expect(sent() == 0)
    #expect(
      session.text.contains("Method    POST") && session.text.contains("sameSiteUnsafeMethod"))
    session.press("s C-u Enter")
    #expect(sent() == 2)
    #expect(page(session)?.written.isNavigation == false)
    session.press("c")
    session.type("30d")
    session.press("Enter")
    #expect(sent() == 0)
    #expect(session.text.contains("The cookie has expired.  expired"))
    #expect(session.text.contains("2033-06-17T03:33:20Z"))
  }

  @Test("The engine that owns the store is told of where it would do otherwise, and no other")
  func engine() {
    var session = Self.page()
    session.press("s")
    session.type("https://news.example")
    session.press("Enter")
    #expect(session.text.contains("~ libsoup"))
    #expect(session.text.contains("Without SameSite the cookie is treated as None."))
    #expect(!session.text.contains("Firefox") && !session.text.contains("Chromium"))
  }

  @Test("Set-Cookie lines are received in sequence, each stored or not with every reason")
  func received() {
    var session = Self.page()
    for line in ["new=1; Path=/", "bad=1; Domain=other.example; Expires=never", "new=2; Path=/"] {
      session.press("a")
      session.type(line)
      session.press("Enter")
    }
    let text = session.text
    #expect(text.contains("1 + stored      new  shop.test  /"))
    #expect(text.contains("2 - not stored  bad"))
    #expect(text.contains("The host does not belong to the domain.  domainMismatch"))
    #expect(text.contains("dateNotUnderstood"))
    #expect(text.contains("3 + replaces    new"))
    #expect(page(session)?.answer?.cookieHeader == "sid=a41b77c09e51; lax=a41b77c09e51; new=2")
    // The one that was entered last is selected, and is the one that e and - are about.
    session.press("e C-u")
    session.type("new=; Max-Age=0; Path=/")
    session.press("Enter")
    #expect(session.text.contains("3 + deletes     new"))
    session.press("-")
    #expect(page(session)?.written.setCookies.count == 2)
    session.press("w")
    #expect(session.text.contains("a script (document.cookie = …)"))
    session.press("f")
    session.type("http://shop.test/")
    session.press("Enter")
    #expect(page(session)?.written.receivedFrom == "http://shop.test/")
    #expect(page(session)?.written.setBy == .script)
    session.press("- - -")
    #expect(session.state.notice?.text == "No Set-Cookie line was added: a adds one.")
  }

  @Test("What is not understood stays in its line and says why")
  func faults() {
    var session = Self.page()
    for (key, text, message) in [
      ("u", "shop.test", "write a URL"), ("s", "a b", "write a site"),
      ("t", "a b", "write a site"),
      ("c", "soon", "write 2033-05-18"),
    ] {
      session.press("\(key) C-u")
      session.type(text)
      session.press("Enter")
      #expect(session.row(-2).contains(message), "\(key)")
      session.press("Esc")
    }
    #expect(page(session)?.answer?.cookies.count == 3)
  }

  @Test("Enter edits a line of the question and tells the rules of a cookie")
  func opening() {
    var session = Self.page()
    session.press("Enter")
    #expect(session.state.prompt?.kind == .explain(.url))
    session.press("Esc j Enter")
    #expect(page(session)?.written.method == "POST")
    session.press("G Enter")
    #expect(session.text.contains("For /admin and paths below it."))
    session.press("q q")
    #expect(session.state.overlays.isEmpty)
  }

  @Test("An answer that comes late, to a question that was changed since, is dropped")
  func lateAnswer() throws {
    var session = Self.page()
    let before = try #require(page(session)?.answer)
    session.isHeld = { if case .explain = $0 { true } else { false } }
    session.press("r r m")
    let tokens = session.held.compactMap { effect -> Int? in
      if case .explain(_, let token) = effect { token } else { nil }
    }
    #expect(tokens.count == 3)
    var late = before
    late.cookies = []
    session.send(.explained(token: tokens[0], late))
    #expect(page(session)?.answer == before)
    session.send(.explained(token: tokens[2], late))
    #expect(page(session)?.answer == late)
    #expect(session.text.contains("The store has no cookie of this site."))
  }

  @Test("A new reading of the store is explained without being asked for")
  func refreshed() {
    var session = Self.page()
    session.change(Samples.notes) { $0.append(Samples.cookie("late", "shop.test")) }
    #expect(page(session)?.answer?.cookies.contains { $0.cookie.name == "late" } == true)
  }

  @Test("Values are shown by x, and the same question is copied as a command")
  func values() {
    var session = Self.page()
    session.press("x")
    #expect(session.text.contains("sid=a41b77c09e51"))
    session.press("x a")
    session.type("a=b; Path=/x")
    session.press("Enter m y")
    let copied = session.effects.compactMap { effect -> String? in
      if case .copy(let text, _) = effect { text } else { nil }
    }
    #expect(
      copied.last
        == "pantler explain https://shop.test/ --store webkitgtk:org.example.Notes --method POST "
        + "--set-cookie 'a=b; Path=/x'")
  }

  @Test("A line that begins with @ is a line, on the page and in the command that is copied")
  func literalAt() {
    var session = Self.page()
    session.press("a")
    session.type("@a=b")
    session.press("Enter")
    #expect(session.text.contains("1 + stored      @a"))
    session.press("y")
    let copied = session.effects.compactMap { effect -> String? in
      if case .copy(let text, _) = effect { text } else { nil }
    }
    #expect(copied.last?.hasSuffix("--set-cookie @@a=b") == true)
  }

  @Test(
    "Only cookies that the answer can depend on are looked at, and none of those is missed",
    arguments: [
      "https://shop.test/", "https://www.shop.test/", "https://shop.test./", "https://test/",
      "https://192.0.2.1/", "https://[2001:db8::7]/", "https://xn--bcher-kva.example/",
      "https://a.b.co.uk/", "https://co.uk/", "file:///x",
    ])
  func relevantCookies(url: String) throws {
    let domains = [
      "shop.test", ".shop.test", "www.shop.test", "a.www.shop.test", "test", "news.example",
      "192.0.2.1", "[2001:db8::7]", "bücher.example", "xn--bcher-kva.example", "b.co.uk", "co.uk",
      "uk", "Shop.Test", "shop.test.", "a b", "",
    ]
    let cookies = domains.enumerated().map { Samples.cookie("c\($0)", $1, hostOnly: $0 % 2 == 0) }
    let contents = Samples.contents(Samples.snapshot(Samples.notes, cookies))
    var written = WrittenCookieQuestion(url: url)
    written.setCookies = ["new=1; Domain=shop.test"]
    written.receivedFrom = "https://www.shop.test/"
    var question = try written.question(now: Samples.now, publicSuffixes: .builtin)
    question.storedCookies = cookies
    let whole = Explanation(question)
    let concerned = contents.cookies(concerning: question)
    #expect(concerned.count < cookies.count || question.url.host == nil)
    question.storedCookies = concerned
    #expect(Explanation(question) == whole)
  }

  @Test("The page fits small windows, and its keys are in its help")
  func small() {
    var session = Self.page(width: 60, height: 20)
    #expect(session.text.contains("The Cookie header"))
    #expect(session.row(-1).contains("a add Set-Cookie"))
    session.press("?")
    #expect(session.text.contains("Why page"))
    session.press("/")
    session.type("asked by")
    session.press("Enter Enter")
    #expect(page(session)?.written.readBy == .script)
  }

  @Test("What is typed takes the place of the suggested URL; the arrows keep it to be changed")
  func replacing() {
    var session = Session.ready(stores: [
      Samples.notes: [Samples.cookie("sid", "example.org", path: "/app")]
    ])
    session.press("2 Y")
    session.type("https://other.test/")
    #expect(session.state.prompt?.field.text == "https://other.test/")
    session.press("Esc Y Left")
    session.type("x")
    #expect(session.state.prompt?.field.text == "https://example.org/apxp")
    session.press("Esc Y Home Del")
    #expect(session.state.prompt?.field.text == "ttps://example.org/app")
    session.press("Esc Y End")
    session.type("/cart")
    #expect(session.state.prompt?.field.text == "https://example.org/app/cart")
    session.press("Esc Y Backspace")
    #expect(session.state.prompt?.field.text == "")
  }
}
