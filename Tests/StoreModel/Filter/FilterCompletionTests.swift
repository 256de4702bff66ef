import StoreModel
import Testing

@Suite("A filter is completed as it is typed")
struct FilterCompletionTests {
  private let vocabulary = FilterVocabulary(
    values: [.site: ["shop.example", "news.example", "odd site"]], saved: ["mine", "other"])

  private func texts(_ text: String, cursor: Int? = nil) -> [String] {
    Filter.completions(for: text, cursor: cursor ?? text.count, vocabulary: vocabulary).map(\.text)
  }

  @Test(arguments: [
    (text: "si", completions: ["site:", "size<"]),
    (text: "a !gua", completions: ["guarded"]),
    (text: "(pat", completions: ["path:"]),
    (text: "site:s", completions: ["shop.example"]),
    (text: "site:a,ne", completions: ["news.example"]),
    (text: "site:odd", completions: ["\"odd site\""]),
    (text: "samesite:", completions: ["unspecified", "none", "lax", "strict"]),
    (text: "level>=w", completions: ["warning"]),
    (text: "secure:", completions: ["yes", "no"]),
    (text: "@m", completions: ["@mine"]),
    (text: "", completions: []),
    (text: "zzz", completions: []),
  ])
  func completes(text: String, completions: [String]) {
    #expect(texts(text) == completions)
  }

  @Test("only what stands before the cursor is replaced")
  func range() {
    let completion = Filter.completions(for: "ü si secure", cursor: 4).first
    #expect(completion == FilterCompletion(replaced: 2..<4, text: "site:"))
  }

  @Test("a near name is found, a far one is not")
  func nearest() {
    #expect(NearestName.find("stie", among: ["size", "site"]) == "site")
    #expect(NearestName.find("htponly", among: ["httponly", "hostonly"]) == "httponly")
    #expect(NearestName.find("banana", among: ["site", "size"]) == nil)
    #expect(NearestName.find("", among: ["a"]) == "a")
  }
}
