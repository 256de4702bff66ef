import CookieCore
import Testing

@testable import StoreModel

@Suite("A removal takes what was asked for, and only that")
struct RemovalPlanTests {
  @Test("A request without a condition matches nothing")
  func emptyRequest() {
    let context = context([jar: [sample("a")]])
    #expect(Plan.removal(RemovalRequest(), in: context).items.isEmpty)
    #expect(Plan.removal(RemovalRequest(stores: [jar]), in: context).items.isEmpty)
    #expect(Plan.removal(RemovalRequest(sites: []), in: context).items.isEmpty)
    #expect(Plan.removal(of: [:], in: context).items.isEmpty)
    #expect(Plan.removal(of: [jar: []], in: context).items.isEmpty)
    #expect(Plan.removal(RemovalRequest(everything: true), in: context).names == ["a"])
  }

  @Test("All conditions must hold, and a range of time does not contain its end")
  func conditions() {
    let cookies = [
      sample("a", created: 100), sample("b", created: 200), sample("c", created: 300),
      sample("d", at: "other.example", created: 200), sample("e"),
      sample("f", created: 100) { $0.lastUpdateTime = Timestamp(seconds: 250) },
    ]
    let request = RemovalRequest(
      sites: ["site.example"], since: Timestamp(seconds: 200), until: Timestamp(seconds: 300))
    let plan = Plan.removal(request, in: context([jar: cookies]))
    #expect(plan.names == ["b", "f"])
    #expect(plan.scopes.contains(.timeRange))
    let narrower = RemovalRequest(
      sites: ["site.example"], since: Timestamp(seconds: 200)
    ) { cookie, store in cookie.name == "c" && store == jar }
    #expect(Plan.removal(narrower, in: context([jar: cookies])).names == ["c"])
  }

  @Test("FR-45: of two marked cookies one still exists")
  func gone() {
    let plan = Plan.removal(
      of: [jar: [sample("a").key, sample("b").key]], in: context([jar: [sample("b")]]))
    #expect(plan.names == ["b"])
    #expect(plan.skippedNames(.goneAlready) == ["a"])
  }

  @Test("FR-46: marked cookies that a filter hides are left, unless they are chosen as well")
  func hidden() {
    let names = (1...20).map { "c" + ($0 < 10 ? "0" : "") + "\($0)" }
    let context = context([jar: names.map { sample($0) }])
    let marked = names.prefix(5).map { sample($0).key }
    let hidden = [jar: Set(marked.suffix(2))]
    let visible = Plan.removal(of: [jar: marked], hidden: hidden, in: context)
    #expect(visible.names == ["c01", "c02", "c03"])
    #expect(visible.skippedNames(.hiddenByFilter) == ["c04", "c05"])
    let all = Plan.removal(
      of: [jar: marked], hidden: hidden, includeHidden: true, in: context)
    #expect(all.names == ["c01", "c02", "c03", "c04", "c05"])
    #expect(all.warnings == [.hiddenIncluded(count: 2)])
    let four = Plan.removal(of: [jar: names.suffix(4).map { sample($0).key }], in: context)
    #expect(four.names == ["c17", "c18", "c19", "c20"])
  }

  @Test("A file with another name is told in a box, since what is deleted stays there")
  func otherNames() {
    var context = context([jar: [sample("a"), sample("b")]])
    context.snapshots[jar]?.otherNameCount = 1
    let plan = Plan.removal(of: [jar: [sample("a").key]], in: context)
    #expect(plan.warnings == [.otherNamesStay(jar, count: 1)])
    #expect(plan.confirmationLevel() == .box)
  }

  @Test("A guarded cookie is skipped, or taken and told")
  func guards() {
    let cookies = [sample("a"), sample("sid"), sample("b", at: "bank.example")]
    let guards = [Guard(name: "sid"), Guard(site: "bank.example"), Guard()]
    let plan = Plan.removal(
      RemovalRequest(everything: true), in: context([jar: cookies], guards: guards))
    #expect(plan.names == ["a"])
    #expect(Set(plan.skippedNames(.guarded)) == ["b", "sid"])
    let all = Plan.removal(
      RemovalRequest(everything: true),
      in: context([jar: cookies], guards: guards, includeGuarded: true))
    #expect(all.items.count == 3)
    #expect(all.warnings == [.guardedIncluded(count: 2)])
    #expect(all.confirmationLevel() == .typedCount)
  }

  @Test("Host-only and domain cookies of one name, and partitions, are told apart")
  func identity() {
    let partitioned = sample("a") {
      $0.partition = CookiePartition(topLevelSite: "https://x.example")
    }
    let cookies = [sample("a"), sample("a", hostOnly: false), partitioned]
    let plan = Plan.removal(of: [jar: [partitioned.key]], in: context([jar: cookies]))
    #expect(plan.items.map(\.before) == [partitioned])
  }
}

@Suite("How much is asked follows the size of the loss")
struct ConfirmationLevelTests {
  private func plan(_ count: Int, of held: Int = 100, guards: [Guard] = []) -> Plan {
    let cookies = (0..<held).map { sample("c\(1000 + $0)") }
    return Plan.removal(
      of: [jar: cookies.prefix(count).map(\.key)],
      in: context([jar: cookies], guards: guards, includeGuarded: true))
  }

  @Test("One cookie is one line; several, or one in use, a box; more than 25 a slow box")
  func counts() {
    #expect(plan(1).confirmationLevel() == .line)
    #expect(plan(1).confirmationLevel(use: PlanUse(keys: [sample("c1000").key])) == .box)
    #expect(plan(2).confirmationLevel() == .box)
    #expect(plan(25).confirmationLevel() == .box)
    #expect(plan(26).confirmationLevel() == .delayedBox)
  }

  @Test("Guarded items, a whole store and all sites want the count typed")
  func large() {
    #expect(plan(1, guards: [Guard(name: "c1000")]).confirmationLevel() == .typedCount)
    #expect(plan(3, of: 3).confirmationLevel() == .typedCount)
    // The only cookie of a store is one cookie.
    #expect(plan(1, of: 1).confirmationLevel() == .line)
    let everything = Plan.removal(
      RemovalRequest(everything: true), in: context([jar: [sample("a")]]))
    #expect(everything.confirmationLevel() == .typedCount)
    #expect(everything.scopes.isSuperset(of: [.wholeStore(jar), .allSites]))
  }

  @Test("A whole site in use, a time range and other types of data make a slow box")
  func slow() {
    let cookies = [sample("a", created: 5), sample("b"), sample("c", at: "other.example")]
    let site = Plan.removal(RemovalRequest(sites: ["site.example"]), in: context([jar: cookies]))
    #expect(site.confirmationLevel() == .box)
    #expect(site.confirmationLevel(use: PlanUse(sites: ["site.example"])) == .delayedBox)
    #expect(site.confirmationLevel(use: PlanUse(sites: ["other.example"])) == .box)
    let range = Plan.removal(
      RemovalRequest(since: Timestamp(seconds: 1)), in: context([jar: cookies]))
    #expect(range.names == ["a"])
    #expect(range.confirmationLevel() == .delayedBox)
    #expect(plan(1).confirmationLevel(use: PlanUse(types: [.diskCache])) == .delayedBox)
  }

  @Test("What cannot be undone is never one line")
  func notUndoable() {
    var plan = plan(1)
    plan.warnings.append(.cannotBeUndone(jar, why: "why"))
    #expect(plan.confirmationLevel() == .box)
  }
}
