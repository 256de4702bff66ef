import CookieCore
import Testing

@Suite("Hosts are compared in one canonical spelling")
struct CanonicalHostTests {
  @Test(arguments: [
    ("EXAMPLE.com", "example.com"),
    ("example.com.", "example.com."),
    ("bücher.example", "xn--bcher-kva.example"),
    ("BÜCHER.example", "xn--bcher-kva.example"),
    ("faß.example", "xn--fa-hia.example"),
    ("xn--a", "xn--a"),
    ("🫠.example", "xn--129h.example"),
    ("a_b--c.example", "a_b--c.example"),
    ("192.168.1.100", "192.168.1.100"),
    ("[::1]", "[::1]"),
    ("::1", "[::1]"),
    ("[2001:DB8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"),
    ("[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
    ("1::", "[1::]"),
    ("[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"),
  ])
  func canonicalSpelling(input: String, expected: String) {
    #expect(CanonicalHost(input)?.name == expected)
  }

  @Test(arguments: [
    "", "a b", "a/b", "a%2Etest", "[::1", "1:2:3", ":::", "1::2::3", "a\u{0}b",
    "a\u{200B}☃\u{202E}",
  ])
  func notAHost(input: String) {
    #expect(CanonicalHost(input) == nil)
  }

  @Test("an IPv4 address may be written in other ways in a URL only")
  func looseAddresses() {
    #expect(IPAddress(looseV4: "0x7f.1") == .v4(0x7f00_0001))
    #expect(IPAddress(looseV4: "017700000001") == .v4(0x7f00_0001))
    #expect(IPAddress(looseV4: "4294967296") == nil)
    #expect(IPAddress(looseV4: "256.1.1.1") == nil)
    #expect(IPAddress(looseV4: "1.2.3.4.5") == nil)
    #expect(IPAddress("0x7f.1") == nil)
    #expect(IPAddress("192.168.01.1") == nil)
  }

  @Test("FR-33: internationalised names are shown in Unicode unless they mislead")
  func display() {
    #expect(CanonicalHost.displayName(of: "xn--bcher-kva.example") == "bücher.example")
    #expect(CanonicalHost.displayName(of: ".xn--bcher-kva.example") == ".bücher.example")
    #expect(CanonicalHost.displayName(of: "bücher.example") == "bücher.example")
    #expect(CanonicalHost.displayName(of: "xn--a") == "xn--a")
    #expect(CanonicalHost.displayName(of: "xn--pypal-4ve.example") == "xn--pypal-4ve.example")
    // "сера" is Cyrillic from end to end and reads like Latin.
    #expect(CanonicalHost.displayName(of: "сера.example").hasPrefix("xn--"))
    #expect(CanonicalHost.displayName(of: "привет.example") == "привет.example")
    #expect(CanonicalHost.displayName(of: "日本ラーメン.example") == "日本ラーメン.example")
    #expect(CanonicalHost.displayName(of: "") == "")
    #expect(CanonicalHost.displayName(of: "xn--") == "xn--")
  }
}

@Suite("A site is the registrable domain, the address, or the bare host")
struct SiteTests {
  @Test(arguments: [
    ("www.example.com", "example.com", Site.Kind.registrableDomain),
    (".Example.COM", "example.com", .registrableDomain),
    ("www.example.com.", "example.com", .registrableDomain),
    ("user.github.io", "user.github.io", .registrableDomain),
    ("shop.co.uk", "shop.co.uk", .registrableDomain),
    ("foo.dev-internal", "foo.dev-internal", .registrableDomain),
    ("co.uk", "co.uk", .bareHost),
    ("intranet", "intranet", .bareHost),
    ("localhost", "localhost", .bareHost),
    ("192.168.1.100", "192.168.1.100", .address),
    ("[::1]", "[::1]", .address),
    ("::1", "[::1]", .address),
    ("not a host", "not a host", .bareHost),
    ("", "", .bareHost),
  ])
  func siteOfHost(host: String, name: String, kind: Site.Kind) {
    #expect(PublicSuffixes.system.site(ofHost: host) == Site(name: name, kind: kind))
  }

  @Test("the list can be asked for whether a name is a public suffix")
  func publicSuffixes() {
    let list = PublicSuffixes.system
    #expect(list.isPublicSuffix("co.uk"))
    #expect(list.isPublicSuffix(".github.io"))
    #expect(list.isPublicSuffix("localhost"))
    #expect(!list.isPublicSuffix("user.github.io"))
    #expect(!list.isPublicSuffix("192.168.1.100"))
    #expect(PublicSuffixes(contentsOf: "/nonexistent/list") == nil)
  }
}
