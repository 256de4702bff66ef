import CookieCore
import Testing

@testable import StoreModel

@Suite("A removal takes what was asked for, and only that")
struct RemovalPlanTests {
  @Test("A request without a condition matches nothing")
  func emptyRequest() {
    let store = StoreID(rawValue: "jar:a")
    let cookie = Cookie(name: "a", value: "v", domain: "site.example", hostOnly: true)
    let snapshot = StoreSnapshot(
      store: store, cookies: [cookie], fingerprint: nil, takenAt: Timestamp(seconds: 0))
    let context = PlanContext(
      snapshots: [store: snapshot], descriptions: [:], site: { $0.domain.text }, id: "00000001",
      now: Timestamp(seconds: 0))
    #expect(Plan.removal(RemovalRequest(), in: context).items.isEmpty)
    #expect(Plan.removal(RemovalRequest(stores: [store]), in: context).items.isEmpty)
    #expect(Plan.removal(RemovalRequest(everything: true), in: context).items.count == 1)
  }
}
