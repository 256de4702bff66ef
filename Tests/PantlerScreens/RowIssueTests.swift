import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Each issue is shown on its row and told in the details")
struct RowIssueTests {

  /// A cookie without a fault but what the change makes.
  private static func cookie(_ change: (inout Cookie) -> Void) -> Cookie {
    var cookie = Samples.cookie("odd", "shop.test")
    change(&cookie)
    return cookie
  }

  private static let broken: [(issue: CookieIssue, cookie: Cookie)] = [
    (.sameSiteNoneWithoutSecure, cookie { ($0.secure, $0.sameSite) = (false, .none) }),
    (.securePrefixBroken, cookie { ($0.name, $0.secure) = ("__Secure-a", false) }),
    (.hostPrefixBroken, cookie { $0.name = "__Host-a" }),
    (.httpPrefixBroken, cookie { ($0.name, $0.httpOnly) = ("__Http-a", false) }),
    (.hostHttpPrefixBroken, cookie { $0.name = "__Host-Http-a" }),
    (.namelessWithPrefix, cookie { ($0.name, $0.value) = ("", "__Host-a=1") }),
    (
      .partitionedWithoutSecure,
      cookie {
        $0.secure = false
        $0.partition = CookiePartition(topLevelSite: "https://news.example")
      }
    ),
    (.domainIsPublicSuffix, cookie { $0.domain = "co.uk" }),
    (.domainInvalid, cookie { $0.domain = "a b" }),
    (.pathNotAbsolute, cookie { $0.path = "x" }),
    (.tooLarge, cookie { $0.value = CookieText(String(repeating: "v", count: 4096)) }),
    (.controlCharacter, cookie { $0.value = "a\u{7}" }),
    (.nameAndValueEmpty, cookie { ($0.name, $0.value) = ("", "") }),
    (.expiryTooFar, cookie { $0.expiryTime = Samples.now.adding(seconds: 34_560_001) }),
    (.expired, cookie { $0.expiryTime = Samples.now }),
  ]

  @Test("A broken cookie has its sign, its sentence and what to do", arguments: broken)
  func rules(issue: CookieIssue, cookie: Cookie) {
    verify(.rule(issue), [Samples.notes: [cookie]])
  }

  @Test("Every rule is in the table above")
  func everyRule() {
    #expect(Self.broken.map(\.issue) == CookieIssue.allCases)
  }

  @Test("Two cookies of one name for one request are marked, and a third apart is not")
  func duplicates() {
    let stores = [
      Samples.notes: [
        Samples.cookie("odd", "shop.test"),
        Samples.cookie("odd", "www.shop.test", hostOnly: true, path: "/cart"),
        Samples.cookie("odd", "other.test"),
      ]
    ]
    verify(.duplicateName, stores, marked: 2)
  }

  @Test("An encrypted value is told as such")
  func encrypted() {
    let cookie = Self.cookie { ($0.value, $0.encryptedValue) = ("", [1, 2, 3]) }
    verify(.undecryptable, [Samples.notes: [cookie]])
  }

  @Test("What the shared storage of the app says otherwise is marked, until both agree")
  func shared() {
    var other = Samples.description(
      Samples.shared, app: "Notes", engine: .webkitgtk, kind: .shared, title: "shared storage",
      format: .netscape, capabilities: StoreCapabilities(unrepresentable: [.sameSite]))
    other.app = Samples.descriptions[0].app
    let mine = Samples.cookie("odd", "shop.test")
    let theirs = Self.cookie { ($0.value, $0.sameSite) = ("other", .unspecified) }
    let stores = [
      Samples.notes: [mine, Samples.cookie("alone", "shop.test")], Samples.shared: [theirs],
    ]
    var session = verify(
      .differsFromShared, stores, descriptions: [Samples.descriptions[0], other])
    session.press("!")
    session.change(Samples.shared) { $0[0].value = mine.value }
    #expect(session.state.catalog.sites.allSatisfy { $0.tally.issueCount == 0 })
    session.change(Samples.notes) { $0[0].path = "/moved" }
    #expect(session.state.catalog.sites.allSatisfy { $0.tally.issueCount == 0 })
  }

  @Test("A long sentence and its remedy are told whole in a narrow window")
  func narrow() {
    var session = Session.ready(
      width: 60, height: 20,
      stores: [Samples.notes: [Self.cookie { $0.name = "__Host-Http-a" }]])
    session.press("2 Home Enter")
    #expect(session.text.contains("! A name that begins with __Host-Http- needs Secure,"))
    #expect(session.text.contains("give it another name."))
  }

  /// Looks for an issue on the row, in the details, under the filter and behind `!`.
  @discardableResult
  private func verify(
    _ issue: RowIssue, _ stores: [StoreID: [Cookie]],
    descriptions: [StoreDescription] = Samples.descriptions, marked: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Session {
    var session = Session.ready(
      width: 160, height: 50, stores: stores, descriptions: descriptions)
    session.press("2 /")
    session.type("issue:\(issue.word)")
    session.press("Enter Home")
    #expect(session.state.scan.cookies.count == marked, sourceLocation: sourceLocation)
    #expect(session.row(3).contains(" ! "), sourceLocation: sourceLocation)
    session.press("Enter")
    for part in [issue.sentence, issue.remedy] {
      #expect(session.text.contains(part.prefix(50)), "\(part)", sourceLocation: sourceLocation)
    }
    session.press("Tab / C-u Enter !")
    #expect(session.state.scan.cookies.count >= marked, sourceLocation: sourceLocation)
    #expect(
      session.state.catalog.sites.contains { $0.tally.issueCount > 0 },
      sourceLocation: sourceLocation)
    return session
  }
}
