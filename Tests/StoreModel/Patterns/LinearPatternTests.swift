import StoreModel
import Testing

@Suite("Regular expressions are matched in linear time")
struct LinearPatternTests {
  private func isFound(_ pattern: String, in text: String) throws -> Bool {
    try LinearPattern(pattern).isFound(in: text.utf8.span)
  }

  @Test(arguments: [
    (pattern: "abc", text: "xxabcxx", found: true), (pattern: "abc", text: "abxc", found: false),
    (pattern: "^abc$", text: "abc", found: true), (pattern: "^abc$", text: "abcd", found: false),
    (pattern: "", text: "", found: true), (pattern: "^$", text: "", found: true),
    (pattern: "^$", text: "a", found: false), (pattern: "a*", text: "", found: true),
    (pattern: "a+b?c{2,3}", text: "aacc", found: true),
    (pattern: "^c{2,3}$", text: "cccc", found: false),
    (pattern: "^c{2,}$", text: "ccccc", found: true),
    (pattern: "^c{2}$", text: "ccc", found: false),
    (pattern: "a{,2}", text: "a{,2}", found: true), (pattern: "x|y|zz", text: "azz", found: true),
    (pattern: "^(a|b)+$", text: "abba", found: true),
    (pattern: "^(?:a|b)+$", text: "abca", found: false),
    (pattern: "[a-c]x", text: "bx", found: true), (pattern: "[^a-c]x", text: "bx", found: false),
    (pattern: "[]a]", text: "]", found: true), (pattern: "[a-]", text: "-", found: true),
    (pattern: "[\\d_]+", text: "ab_", found: true),
    (pattern: "\\bfoo\\b", text: "a foo b", found: true),
    (pattern: "\\bfoo\\b", text: "afoo", found: false),
    (pattern: "\\Boo", text: "foo", found: true),
    (pattern: "^.$", text: "ü", found: true), (pattern: "^..$", text: "ü", found: false),
    (pattern: "^.$", text: "🎉", found: true), (pattern: "[ä-ü]", text: "ö", found: true),
    (pattern: "^[^a]$", text: "日", found: true), (pattern: "a.b", text: "a\nb", found: false),
    (pattern: "\\x41\\u0042\\u{43}", text: "ABC", found: true),
    (pattern: "a\\.b", text: "axb", found: false),
    (pattern: "a*?b", text: "aab", found: true), (pattern: "(a|)b$", text: "b", found: true),
    (pattern: "^(^a|b$)", text: "b", found: true), (pattern: "(?:){1000}a", text: "a", found: true),
  ])
  func finds(pattern: String, text: String, found: Bool) throws {
    #expect(try isFound(pattern, in: text) == found)
  }

  @Test func flags() throws {
    #expect(try LinearPattern("äB", ignoresCase: true).isFound(in: "xÄb".utf8.span))
    #expect(try LinearPattern("^b$", isMultiline: true).isFound(in: "a\nb\nc".utf8.span))
    #expect(try LinearPattern("a.b", dotMatchesNewline: true).isFound(in: "a\nb".utf8.span))
    #expect(try LinearPattern("[^A]", ignoresCase: true).isFound(in: "aA".utf8.span) == false)
  }

  @Test(arguments: [
    "(", ")", "a)", "[", "[a", "*", "a**", "a{2}{3}", "(?=a)", "(?<n>a)", "\\1", "\\q", "[z-a]",
    "a{3,2}",
    "\\", "a{2000}", "\\xZZ", "^*",
  ])
  func refuses(pattern: String) {
    #expect(throws: PatternFailure.self) { try LinearPattern(pattern) }
  }

  @Test(
    "what makes others run for ever ends at once",
    arguments: [
      "(a+)+$", "^(a|a)*$", "(a*)*b", "(.*.*.*.*.*)x$", "^(([a-z])+.)+[A-Z]([a-z])+$",
    ])
  func hostile(pattern: String) throws {
    let text = String(repeating: "a", count: 4096) + "!"
    let clock = ContinuousClock()
    var found = true
    let duration = try clock.measure { found = try isFound(pattern, in: text) }
    #expect(!found)
    #expect(duration < .seconds(5))
  }

  @Test(
    "a pattern that would grow without limit is refused at once",
    arguments: [
      "((((a{1000}){1000}){1000}){1000})", "(((((){1000}){1000}){1000}){1000}){1000}a",
      String(repeating: "(", count: 100_000), "(((a?){100}){100}){100}",
    ])
  func bounded(pattern: String) {
    _ = try? LinearPattern(pattern)
  }
}
