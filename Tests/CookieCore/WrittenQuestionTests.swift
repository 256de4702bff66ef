import CookieCore
import Testing

@Suite("A question is understood as it is written, or says which part is not")
struct WrittenQuestionTests {
  @Test("nothing but a URL asks what the user gets who goes there now")
  func defaults() throws {
    let question = try WrittenCookieQuestion(url: "https://shop.example/a").question(now: now)
    #expect(question.url.path == "/a" && question.time == now && question.method == "GET")
    #expect(question.siteForCookies == nil && question.isTopLevelNavigation)
  }

  @Test("every part is taken over")
  func parts() throws {
    var written = WrittenCookieQuestion(url: "https://shop.example/")
    written.setCookies = ["a=1", "b=2"]
    written.receivedFrom = "http://www.shop.example/"
    (written.setBy, written.readBy, written.method) = (.script, .script, "POST")
    written.siteForCookies = "https://www.news.example"
    written.topLevelSite = "top.example"
    written.container = "userContextId=1"
    written.time = "2026-11-30T12:00:00Z"
    let question = try written.question(now: now)
    #expect(question.setCookies == ["a=1", "b=2"])
    #expect(question.receivedFrom?.scheme == "http")
    #expect(question.setBy == .script && question.readBy == .script && question.method == "POST")
    #expect(question.siteForCookies == CookieContext.SiteForCookies("https://news.example"))
    #expect(question.topLevelSite?.site.name == "top.example")
    #expect(question.container == "userContextId=1" && !question.isTopLevelNavigation)
    #expect(question.time == Timestamp(seconds: 1_796_040_000))
    written.isNavigation = true
    #expect(try written.question(now: now).isTopLevelNavigation)
  }

  @Test(
    "a time is written in three ways",
    arguments: ["2026-11-30T12:00:00Z", "1796040000", "Mon, 30 Nov 2026 12:00:00 GMT"])
  func times(text: String) throws {
    var written = WrittenCookieQuestion(url: "https://shop.example/")
    written.time = text
    #expect(try written.question(now: now).time == Timestamp(seconds: 1_796_040_000))
  }

  @Test("what is not understood is named")
  func faults() {
    func fault(_ change: (inout WrittenCookieQuestion) -> Void) -> WrittenCookieQuestion.Fault? {
      var written = WrittenCookieQuestion(url: "https://shop.example/")
      change(&written)
      do {
        _ = try written.question(now: now)
        return nil
      } catch {
        return error
      }
    }
    #expect(fault { $0.url = "shop" }?.part == .url)
    #expect(fault { $0.receivedFrom = "shop" }?.part == .receivedFrom)
    #expect(fault { $0.siteForCookies = "a b" }?.part == .siteForCookies)
    #expect(fault { $0.topLevelSite = "none://" }?.part == .topLevelSite)
    #expect(fault { $0.time = "soon" }?.text == "soon")
    #expect(fault { $0.time = "inf" }?.part == .time)
    #expect(fault { $0.siteForCookies = "none" } == nil)
  }
}
