import Foundation
import Testing

@Suite("Lists are whole", .enabled(if: endToEnd), .onOwnThreads)
struct ListingTests {
  @Test("every one of several stores is read and listed, in the order that they were named")
  func several() throws {
    let home = try Home()
    let numbers = Array(1...12)
    for number in numbers {
      try home.write(
        "# Netscape HTTP Cookie File\n\nshop.test\tFALSE\t/\tTRUE\t4102444800\tname\t\(number)\n",
        to: "jar-\(number).txt")
    }
    let jars = numbers.map { home.path("jar-\($0).txt") }
    let pantler = try Program.built("pantler")
    let cookies = try pantler.run(
      ["cookies"] + jars + ["--values", "--jsonl"], environment: home.lonelyEnvironment
    ).output
    let values = cookies.split(separator: "\n").map { line -> String in
      let parts = String(line).components(separatedBy: "\"value\":\"")
      return String(parts.last?.prefix { $0 != "\"" } ?? "")
    }
    #expect(values == numbers.map { "\($0)" })
    let stores = try pantler.run(
      ["stores"] + jars + ["--jsonl"], environment: home.lonelyEnvironment
    ).output.split(separator: "\n")
    #expect(stores.count == numbers.count)
  }
}
