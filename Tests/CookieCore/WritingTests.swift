import CookieCore
import Testing

@Suite("A cookie written field by field is judged like one that a header sets")
struct WritingTests {
  private let storage = CookieStorage()

  private func cookie(
    _ name: CookieText, value: CookieText = "1", domain: CookieText = "shop.example",
    hostOnly: Bool = true, path: CookieText = "/", secure: Bool = true
  ) -> Cookie {
    Cookie(
      name: name, value: value, domain: domain, hostOnly: hostOnly, path: path, secure: secure)
  }

  private func reasons(_ cookie: Cookie) -> [CookieRejection] {
    storage.evaluate(writing: cookie, at: now).rejections.sorted()
  }

  @Test("FR-32: the first and the last are fine, the others are refused by the rule of their name")
  func prefixes() {
    #expect(reasons(cookie("__Host-a")) == [])
    #expect(reasons(cookie("__Host-b", hostOnly: false)) == [.hostPrefixBroken])
    #expect(reasons(cookie("__Host-c", path: "/x")) == [.hostPrefixBroken])
    #expect(reasons(cookie("__Secure-d", secure: false)) == [.securePrefixBroken])
    #expect(reasons(cookie("__HOST-e", secure: false)) == [.hostPrefixBroken])
    #expect(reasons(cookie("__Hostage", secure: false)) == [])
  }

  @Test("FR-29: public suffixes are refused for domain cookies, single labels become host-only")
  func publicSuffixes() throws {
    #expect(reasons(cookie("a", domain: "co.uk", hostOnly: false)) == [.domainIsPublicSuffix])
    #expect(reasons(cookie("a", domain: "github.io", hostOnly: false)) == [.domainIsPublicSuffix])
    #expect(reasons(cookie("a", domain: "github.io")) == [])
    for (domain, hostOnly) in [
      ("user.github.io", false), ("localhost", true), ("intranet", true),
      ("foo.dev-internal", false), ("127.0.0.1", true),
    ] {
      let written = cookie("a", domain: CookieText(domain), hostOnly: false)
      let reception = storage.evaluate(writing: written, at: now)
      #expect(reception.isAccepted, "\(domain)")
      #expect(reception.cookie?.hostOnly == hostOnly, "\(domain)")
    }
  }

  @Test("what no header can say is refused")
  func inexpressible() {
    for odd in [
      cookie("a;b"), cookie("a=b"), cookie(" a"), cookie("a", value: "b;c"),
      cookie("a", value: "b "), cookie("a", path: "/x;y"),
    ] {
      #expect(reasons(odd) == [.cannotBeWritten])
    }
    #expect(reasons(cookie("a\n")) == [.controlCharacter])
    #expect(reasons(cookie("", value: "")) == [.nameAndValueEmpty])
    #expect(reasons(cookie("", value: "tok")) == [])
    #expect(reasons(cookie("a", domain: "a b")) == [.domainMismatch])
    #expect(reasons(cookie("", value: "__Host-a=1")) == [.namelessWithPrefix])
    let long = CookieText(String(repeating: "v", count: 4096))
    #expect(reasons(cookie("a", value: long)) == [.tooLarge])
  }

  @Test("what no line says stays, and the lifetime is cut")
  func kept() throws {
    var written = cookie("a")
    written.creationTime = now.adding(seconds: -5)
    written.container = "userContextId=1"
    written.partition = CookiePartition(topLevelSite: "https://news.example")
    written.expiryTime = Timestamp(microseconds: now.microseconds + 1_234_567)
    #expect(storage.evaluate(writing: written, at: now).cookie == written)
    written.expiryTime = now.adding(seconds: 34_560_001)
    let reception = storage.evaluate(writing: written, at: now)
    #expect(reception.notes.map(\.kind) == [.lifetimeCapped])
    written.expiryTime = now.adding(seconds: 34_560_000)
    #expect(reception.cookie == written)
    // No HTTP date can tell a time as late as this.
    written.expiryTime = Timestamp(microseconds: .max)
    #expect(storage.evaluate(writing: written, at: now).isAccepted)
    written.secure = false
    #expect(reasons(written) == [.partitionedWithoutSecure])
  }

  @Test("FR-33: an internationalised domain keeps its spelling")
  func spelling() {
    for domain in ["bücher.example", "xn--bcher-kva.example"] as [CookieText] {
      let written = cookie("a", domain: domain, hostOnly: false)
      let reception = storage.evaluate(writing: written, at: now)
      #expect(reception.isAccepted)
      #expect(reception.cookie?.domain == domain)
    }
  }
}
