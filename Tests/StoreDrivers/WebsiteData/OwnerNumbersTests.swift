import Testing

@testable import StoreDrivers

@Suite("Numbers of the owners of records")
struct OwnerNumbersTests {
  private static func number(
    _ partition: String, _ beginning: String, in numbers: inout OwnerNumbers
  ) -> Int {
    Array(partition.utf8).withUnsafeBytes { partition in
      Array(beginning.utf8).withUnsafeBytes { beginning in
        numbers.number(partition: partition[...], beginning: beginning[...])
      }
    }
  }

  @Test("the same owner has the same number, however many there are")
  func many() {
    var numbers = OwnerNumbers()
    let names = (0..<5000).map { "https://site-\($0).example" }
    for (place, name) in names.enumerated() {
      #expect(Self.number("", name, in: &numbers) == place)
    }
    let told = numbers.takeNew()
    #expect(told.map(\.beginning) == names && told.allSatisfy { $0.partition.isEmpty })
    for (place, name) in names.enumerated() {
      #expect(Self.number("", name, in: &numbers) == place)
    }
    #expect(numbers.takeNew().isEmpty)
  }

  @Test("a partition and a URL are told apart, also when one is empty")
  func parts() {
    var numbers = OwnerNumbers()
    let owners = [("", ""), ("a", "bc"), ("ab", "c"), ("abc", ""), ("", "abc")]
    for (place, owner) in owners.enumerated() {
      #expect(Self.number(owner.0, owner.1, in: &numbers) == place)
    }
    #expect(numbers.takeNew().map(\.partition) == owners.map(\.0))
  }
}
