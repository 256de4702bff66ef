import CookieCore
import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("Foundation's storage is written by this program itself, never by the library")
struct FoundationStoreTests {
  @Test(
    "FR-26: deleting one cookie leaves Secure, unknown keys, HttpOnly's absence and the mode of the others"
  )
  func deletingAnother() async throws {
    let kind = try #require(StoreKind.all.first { $0.format == .foundationPropertyList })
    let fixture = try StoreFixture(kind)
    let content = try #require(kind.foreignContent)
    try fixture.directory.write(fixture.name, content.bytes, mode: 0o644)
    try await fixture.fill([sample("other", "1")])
    let snapshot = try await fixture.snapshot()
    let applied = try await fixture.apply([.remove(sample("other", "").key)], expecting: snapshot)
    #expect(applied.outcomes == [.done])
    #expect(applied.snapshot.cookies.map(\.name) == ["sid"])
    #expect(applied.snapshot.cookies.map(\.secure) == [true])
    #expect(fixture.store.capabilities.unrepresentable.contains(.httpOnly))
    let text = try fixture.directory.text(fixture.name)
    #expect(text.contains("<key>Secure</key>\n\t\t<true/>"))
    #expect(text.contains("<key>Something unknown</key>\n\t\t<string>kept</string>"))
    #expect(!text.contains("HttpOnly"))
    #expect(try fixture.directory.mode(fixture.name) == 0o644)
  }
}
