import CookieCore
import Testing

@testable import StoreModel

@Suite("What its store would refuse is taken out of a plan, and counted with why")
struct StayingItemsTests {
  private static let program = ProcessReference(id: 41, name: "reader")

  private func context(
    _ change: (inout StoreSnapshot) -> Void, refusing refusals: [StoreCapabilities.Act: String]
  ) -> PlanContext {
    var context = StoreModelTests.context([jar: [sample("a"), sample("b")], web: [sample("c")]])
    if var snapshot = context.snapshots[web] {
      change(&snapshot)
      context.snapshots[web] = snapshot
    }
    context.descriptions[web]?.capabilities.refusals = refusals
    return context
  }

  @Test("A store that a program has open, where it must wait for that")
  func open() {
    let context = context(
      { $0.holders = [Self.program] }, refusing: [.writeWhileRunning: "close it"])
    var plan = Plan.removal(RemovalRequest(everything: true), in: context)
    let staying = plan.takeOutStaying(in: context)
    #expect(plan.stores == [jar] && plan.names == ["a", "b"])
    #expect(plan.warnings.isEmpty && !plan.scopes.contains(.wholeStore(web)))
    #expect(plan.scopes.contains(.wholeStore(jar)))
    #expect(staying.map(\.store) == [web] && staying.map(\.cookieCount) == [1])
    #expect(
      staying.first?.failure
        == .inUse(path: context.descriptions[web]?.path ?? "", by: [Self.program]))
  }

  @Test("A store that can be changed while it is open stays in the plan, with its warning")
  func shared() {
    let context = context({ $0.holders = [Self.program] }, refusing: [:])
    var plan = Plan.removal(RemovalRequest(everything: true), in: context)
    let before = plan
    #expect(plan.takeOutStaying(in: context).isEmpty)
    #expect(plan == before && plan.names == ["a", "b", "c"])
  }

  @Test("A damaged store, and one that is read-only")
  func closed() {
    let damaged = context({ $0.isDamaged = true }, refusing: [:])
    var plan = Plan.removal(RemovalRequest(everything: true), in: damaged)
    let path = damaged.descriptions[web]?.path ?? ""
    #expect(plan.takeOutStaying(in: damaged).map(\.failure) == [.damaged(path: path)])
    let closed = context({ _ in }, refusing: [.write: "why"])
    plan = Plan.removal(RemovalRequest(everything: true), in: closed)
    #expect(
      plan.takeOutStaying(in: closed).map(\.failure)
        == [.unsupported(path: path, reason: "why")])
  }
}
