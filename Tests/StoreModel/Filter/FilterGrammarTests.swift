import StoreModel
import Testing

@Suite("The filter language is read by its grammar")
struct FilterGrammarTests {
  @Test(arguments: [
    (text: "", canonical: ""),
    (text: "  \t ", canonical: ""),
    (text: "shop", canonical: "shop"),
    (text: "a b", canonical: "a b"),
    (text: "a & b&c", canonical: "a b c"),
    (text: "a|b c | d", canonical: "a | b c | d"),
    (text: "a (b | c)", canonical: "a (b | c)"),
    (text: "((a))", canonical: "a"),
    (text: "!a -b !!c", canonical: "!a !b c"),
    (text: "!(a b)", canonical: "!(a b)"),
    (text: "a-b", canonical: "a-b"),
    (text: "SECURE !guarded", canonical: "secure !guarded"),
    (text: "\"secure\"", canonical: "\"secure\""),
    (text: "site:a.test", canonical: "site:a.test"),
    (text: "Name=sid", canonical: "name=sid"),
    (text: "name!=sid,pref", canonical: "name!=sid,pref"),
    (text: "name:\"\"", canonical: "name:\"\""),
    (text: "site:a,\"expires<7d\"", canonical: "site:a,\"expires<7d\""),
    (text: "\"a,site:b\"", canonical: "\"a,site:b\""),
    (text: "a,sitte:b", canonical: "a,sitte:b"),
    (text: "site:a,sitte<b", canonical: "site:a,sitte<b"),
    (text: "name:\"a,b\",c", canonical: "name:\"a,b\",c"),
    (text: "path:/", canonical: "path:/"),
    (text: "value:\"*\"", canonical: "value:\"*\""),
    (text: "type:Cache,IndexedDB", canonical: "type:cache,indexeddb"),
    (text: "type:cookie", canonical: "type:cookies"),
    (text: "name~/^a\\/b/im", canonical: "name~/^a\\/b/im"),
    (text: "name~abc", canonical: "name~/abc/i"),
    (text: "name:/^a|b c$/i secure", canonical: "name~/^a|b c$/i secure"),
    (text: "(site:/a\\/b/)", canonical: "site~/a\\/b/"),
    (text: "name:\"/a/\"", canonical: "name:\"/a/\""),
    (text: "name=/a/", canonical: "name=/a/"),
    (text: "path:/api/", canonical: "path:/api/"),
    (text: "name~Abc", canonical: "name~/Abc/"),
    (text: "size>=4096", canonical: "size>=4k"),
    (text: "size>1.5m", canonical: "size>1536k"),
    (text: "expires<7d", canonical: "expires<7d"),
    (text: "expires<2026-11-30", canonical: "expires<2026-11-30"),
    (text: "used>\"2026-11-30 12:05\"", canonical: "used>2026-11-30T12:05"),
    (text: "created=2026-11-30T12:05:09Z", canonical: "created=2026-11-30T12:05:09"),
    (text: "secure:true httponly:0", canonical: "secure:yes httponly:no"),
    (text: "level>=warning", canonical: "level>=warning"),
    (
      text: "store:apple:com.example.notes:default",
      canonical: "store:apple:com.example.notes:default"
    ),
    (text: "\"a\\u{1b}\\\"\\\\\\n\"", canonical: "\"a\\u{1b}\\\"\\\\\\n\""),
  ])
  func reads(text: String, canonical: String) throws {
    let filter = try Filter(parsing: text)
    #expect(filter.canonicalText == canonical)
    #expect(try Filter(parsing: filter.canonicalText) == filter)
  }

  @Test(arguments: [
    (text: "a |", column: 4, part: "after “|”"),
    (text: "| a", column: 1, part: "missing"),
    (text: "a &", column: 4, part: "after “&”"),
    (text: "!", column: 2, part: "after “!”"),
    (text: "(a", column: 1, part: "not closed"),
    (text: "a)", column: 2, part: "no opening"),
    (text: "()", column: 2, part: "after “(”"),
    (text: "a \"b", column: 3, part: "quotation"),
    (text: "\"\\q\"", column: 2, part: "\\q"),
    (text: "\"\"", column: 1, part: "nothing to look for"),
    (text: "name:a | (\"\")", column: 11, part: "nothing to look for"),
    (text: "ü sitte:a", column: 3, part: "“site”"),
    (text: "localhost:8080", column: 1, part: "quotation marks"),
    (text: "site:", column: 6, part: "value is missing"),
    (text: "site:a,", column: 8, part: "value is missing"),
    (text: "site<3", column: 1, part: "cannot be compared"),
    (text: "secure>no", column: 1, part: "cannot be compared"),
    (text: "samesite:lx", column: 10, part: "“lax”"),
    (text: "size>4x", column: 6, part: "bytes"),
    (text: "size>99999999999999999999", column: 6, part: "bytes"),
    (text: "expires<7", column: 9, part: "2026-11-30"),
    (text: "expires<2026-02-30", column: 9, part: "date"),
    (text: "age>2026-02-20", column: 5, part: "12h"),
    (text: "size>1,2", column: 7, part: "one value"),
    (text: "site:a,expires<7d", column: 7, part: "no comma before “expires<7d”, but a blank"),
    (text: "site:a,b,Name=x y", column: 9, part: "no comma before “Name=x”, but a blank"),
    (text: "expires<7d,site:a", column: 11, part: "no comma before “site:a”, but a blank"),
    (text: "shop,secure!=no", column: 5, part: "no comma before “secure!=no”, but a blank"),
    (text: "name~a,path~b", column: 7, part: "no comma before “path~b”, but a blank"),
    (text: "name~/a", column: 6, part: "not closed"),
    (text: "name~/a/x", column: 9, part: "flag"),
    (text: "name~/(/", column: 6, part: "parenthesis"),
    (text: "name~/(a)\\1/", column: 6, part: "not supported"),
    (text: "@nope", column: 1, part: "@nope"),
  ])
  func refuses(text: String, column: Int, part: String) {
    let failure = #expect(throws: FilterFailure.self) { try Filter(parsing: text) }
    #expect(failure?.column == column)
    #expect(failure?.message.contains(part) == true, "\(failure?.message ?? "")")
  }

  @Test("saved filters are looked up, and may not contain themselves")
  func saved() throws {
    let saved = ["mine": "site:a.test @other", "other": "!secure", "loop": "@loop", "bad": "("]
    let filter = try Filter(parsing: "x @mine", saved: saved)
    #expect(filter.canonicalText == "x @mine")
    let names = ["loop": "contains itself", "bad": "is wrong", "min": "“@mine”"]
    for (name, part) in names {
      let failure = #expect(throws: FilterFailure.self) {
        try Filter(parsing: "a @\(name)", saved: saved)
      }
      #expect(failure?.column == 3)
      #expect(failure?.message.contains(part) == true)
    }
  }

  @Test("deep nesting is refused and does not exhaust the stack")
  func depth() {
    let text = String(repeating: "(", count: 100_000)
    #expect(throws: FilterFailure.self) { try Filter(parsing: text) }
    let signs = String(repeating: "!", count: 100_001) + "a"
    #expect((try? Filter(parsing: signs))?.canonicalText == "!a")
  }

  @Test("any filter is understood again from its regular spelling", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var source = ExpressionSource(seed: seed)
    for _ in 0..<100 {
      let filter = try Filter(source.expression(depth: 3))
      let again = try Filter(parsing: filter.canonicalText)
      #expect(again == filter, "\(filter.canonicalText)")
    }
  }

  @Test(arguments: [
    (text: "", sentence: "Shows everything."),
    (text: "shop", sentence: "Shows what has \"shop\" in its site, host or name."),
    (
      text: "(site:a.test | site:b.test) type:cache,indexeddb !guarded",
      sentence:
        "Shows what either (has a site that is \"a.test\" or has a site that is \"b.test\") "
        + "and has data whose type is cache or indexeddb and is not guarded."
    ),
    (text: "expires<7d", sentence: "Shows what expires in less than 7 days."),
    (text: "used>1d", sentence: "Shows what was last used more than 1 day ago."),
    (text: "size>=4k", sentence: "Shows what has a size that is at least 4k bytes."),
  ])
  func explains(text: String, sentence: String) throws {
    #expect(try Filter(parsing: text).sentence == sentence)
  }
}

/// Makes expressions that are different for every seed and the same for one.
private struct ExpressionSource {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  private mutating func text() -> String {
    let parts: [Character] = [
      "a", "B", ".", "-", "_", " ", "\"", "\\", ",", ":", "!", "(", "|", "&", "*", "?", "ü", "日",
      "\u{1b}", "\n", "@", "=", "/", "~", "\u{202e}", "1",
    ]
    return String((0..<(1 + below(6))).map { _ in parts[below(parts.count)] })
  }

  mutating func expression(depth: Int) -> FilterExpression {
    switch below(depth == 0 ? 4 : 7) {
    case 0: return .word(text())
    case 1: return .flag([.secure, .guarded, .session, .hostOnly][below(4)])
    case 2: return comparisonOfText()
    case 3: return comparisonOfNumber()
    case 4: return negation(of: expression(depth: depth - 1))
    case 5: return .all((0..<(2 + below(2))).map { _ in expression(depth: depth - 1) })
    default: return .any((0..<(2 + below(2))).map { _ in expression(depth: depth - 1) })
    }
  }

  private func negation(of inner: FilterExpression) -> FilterExpression {
    // The language reads two signs as none.
    if case .not(let twice) = inner { return twice }
    return .not(inner)
  }

  private mutating func comparisonOfText() -> FilterExpression {
    let fields: [FilterField] = [.site, .host, .name, .path, .store, .value, .partition]
    let field = fields[below(fields.count)]
    if below(4) == 0 { return .comparison(field, .resembles, [.regex("a/[b/]+\\.x?", flags: "i")]) }
    let sign: FilterOperator = [.matches, .equals, .differs][below(3)]
    let glob = below(3) == 0 && sign == .matches
    return .comparison(
      field, sign,
      (0..<(1 + below(3))).map { _ in glob ? .glob("*.a?") : .text(text()) })
  }

  private mutating func comparisonOfNumber() -> FilterExpression {
    let sign: FilterOperator = [.less, .atMost, .greater, .atLeast, .matches][below(5)]
    switch below(4) {
    case 0: return .comparison(.size, sign, [.bytes(Int64(below(1 << 30)))])
    case 1: return .comparison(.level, sign, [.choice("warning")])
    case 2:
      let unit = FilterDuration.Unit.allCases[below(5)]
      let length = FilterDuration(count: Int64(below(100)) - 50, unit: unit)
      return .comparison([.expires, .age][below(2)], sign, [.duration(length)])
    default:
      let moments = ["2026-11-30", "2024-02-29T23:59", "1969-01-02T03:04:05"]
      return .comparison(
        .created, sign, FilterMoment(moments[below(3)]).map { [.moment($0)] } ?? [])
    }
  }
}
