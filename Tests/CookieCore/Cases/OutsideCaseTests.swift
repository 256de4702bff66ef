import Testing

@Suite(
  "Cases of other projects hold where RFC 6265bis agrees with them",
  .enabled(if: OutsideCase.folder != nil))
struct OutsideCaseTests {
  @Test("http-state", arguments: OutsideCase.suite("http-state"))
  func httpState(outside: OutsideCase) { verify(outside) }

  @Test("web-platform-tests", arguments: OutsideCase.suite("wpt-cookies"))
  func webPlatformTests(outside: OutsideCase) { verify(outside) }

  @Test("tough-cookie", arguments: OutsideCase.suite("tough-cookie"))
  func toughCookie(outside: OutsideCase) { verify(outside) }

  @Test("CPython", arguments: OutsideCase.suite("cpython-cookiejar"))
  func cpython(outside: OutsideCase) { verify(outside) }

  @Test("curl", arguments: OutsideCase.suite("curl-cookies"))
  func curl(outside: OutsideCase) { verify(outside) }

  @Test("libsoup", arguments: OutsideCase.suite("libsoup-cookies"))
  func libsoup(outside: OutsideCase) { verify(outside) }

  @Test("Chromium", arguments: OutsideCase.suite("chromium-cookies"))
  func chromium(outside: OutsideCase) { verify(outside) }

  @Test("Firefox", arguments: OutsideCase.suite("firefox-testcookie"))
  func firefox(outside: OutsideCase) { verify(outside) }

  @Test("public suffix list", arguments: OutsideCase.suite("publicsuffix"))
  func publicSuffix(outside: OutsideCase) { verify(outside) }

  private func verify(_ outside: OutsideCase) {
    guard let failures = failures(of: outside) else {
      Issue.record("nothing runs cases of the kind \(outside.kind)")
      return
    }
    if let decision = Contradiction.table[outside.testDescription] {
      #expect(!failures.isEmpty, "listed as contradicting \(decision.section), but agrees")
    } else {
      #expect(failures.isEmpty)
    }
  }

  private func failures(of outside: OutsideCase) -> [String]? {
    switch outside.kind {
    case "jar-roundtrip", "jar-script": JarCases.failures(of: outside)
    default: RuleCases.failures(of: outside)
    }
  }
}
