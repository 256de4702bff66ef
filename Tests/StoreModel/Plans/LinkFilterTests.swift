import CookieCore
import Foundation
import Testing

@testable import StoreModel

@Suite("A link's filter and guards say what it may touch")
struct LinkFilterTests {
  private func terms(
    _ filter: String? = nil, guards: [String] = [], sessions: Bool = true
  ) throws -> SyncTerms {
    var terms = SyncTerms(web: web, shared: shared, direction: .both, prune: true)
    terms.filter = try filter.map { try LinkFilter(parsing: $0) }
    terms.guards = try guards.map { try LinkFilter(parsing: $0) }
    terms.carriesSessions = sessions
    return terms
  }

  private func base(_ cookies: Cookie...) -> SyncBase {
    SyncBase(web: web, shared: shared, takenAt: present, salt: "s", cookies: cookies)
  }

  private func snapshot(_ store: StoreID, _ cookies: [Cookie]) -> StoreSnapshot {
    StoreSnapshot(store: store, cookies: cookies, fingerprint: nil, takenAt: present)
  }

  @Test("what does not fit is neither carried nor deleted")
  func outside() throws {
    let stores = [
      web: [sample("sid", "new"), sample("_ga"), sample("anchor")],
      shared: [sample("sid", "old"), sample("_gb"), sample("_gone"), sample("anchor")],
    ]
    let known = base(sample("sid", "old"), sample("_gone"), sample("anchor"))
    let plan = Plan.sync(try terms("!name:_g*"), base: known, in: context(stores))
    #expect(plan.names == ["sid"])
    #expect(Plan.sync(try terms(), base: known, in: context(stores)).items.count == 4)
  }

  @Test("a cookie that fits on one side alone is one cookie, not an addition and a deletion")
  func oneSide() throws {
    let stores = [
      web: [sample("a", "1") { $0.secure = true }, sample("b")],
      shared: [sample("a", "0"), sample("b")],
    ]
    let plan = Plan.sync(
      try terms("secure"), base: base(sample("a", "0"), sample("b")), in: context(stores))
    #expect(plan.items.map(\.store) == [shared])
    #expect(plan.items.map(\.before?.value) == ["0"])
  }

  @Test("what was left out is still a change, or a deletion, when the filter is gone")
  func remembered() throws {
    let old = base(sample("sid"), sample("_ga", "0"), sample("_gone"))
    let left = [sample("sid"), sample("_ga", "1")]
    let right = [sample("sid"), sample("_ga", "0"), sample("_gone")]
    let narrow = try terms("!name:_g*")
    let stores = context([web: left, shared: right])
    #expect(Plan.sync(narrow, base: old, in: stores).items.isEmpty)
    let kept = SyncBase(
      agreedBy: snapshot(web, left), and: snapshot(shared, right), narrow, previous: old,
      in: stores)
    #expect(Set(kept.entries.map(\.cookie)) == Set(old.entries.map(\.cookie)))
    let plan = Plan.sync(try terms(), base: kept, in: stores)
    #expect(plan.items.map(\.store) == [shared, shared])
    #expect(plan.items.map(\.isRemoval) == [false, true])
  }

  @Test("what a guard keeps is neither replaced nor deleted, but may be carried")
  func guards() throws {
    let stores = [
      web: [sample("sid", "new"), sample("bank", "new"), sample("fresh")],
      shared: [sample("sid", "old"), sample("bank", "old"), sample("banknote")],
    ]
    let known = base(sample("sid", "old"), sample("bank", "old"), sample("banknote"))
    let plan = Plan.sync(
      try terms(guards: ["name:bank*"]), base: known, in: context(stores))
    #expect(plan.names == ["fresh", "sid"])
    #expect(plan.skippedNames(.guarded) == ["bank", "banknote"])
    let all = Plan.sync(
      try terms(guards: ["name:bank*"]), base: known, in: context(stores, includeGuarded: true))
    #expect(all.items.count == 4)
    #expect(all.warnings.contains(.guardedIncluded(count: 2)))
  }

  @Test("without session cookies, one that became a session cookie is left alone and not deleted")
  func sessions() throws {
    let stores = [
      web: [sample("sid", "new", expires: nil), sample("x")], shared: [sample("sid"), sample("x")],
    ]
    let plan = Plan.sync(
      try terms(sessions: false), base: base(sample("sid"), sample("x")), in: context(stores))
    #expect(plan.items.isEmpty)
  }

  @Test("saved filters are written out, and terms are the same after coding")
  func coding() throws {
    let filter = try LinkFilter(parsing: "@mine secure", saved: ["mine": "site:a.test | name:sid"])
    #expect(filter.text == "(site:a.test | name:sid) secure")
    var terms = try terms(guards: ["name:bank"])
    terms.filter = filter
    let data = try JSONEncoder().encode(terms)
    #expect(try JSONDecoder().decode(SyncTerms.self, from: data) == terms)
    let broken = Data("\"sit:x\"".utf8)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(LinkFilter.self, from: broken) }
  }

  @Test(
    "what only a screen or the log knows is refused",
    arguments: [
      (text: "marked", column: 1), (text: "secure issue:expired", column: 8),
      (text: "a (level>debug | b)", column: 4),
    ])
  func foreign(text: String, column: Int) {
    let failure = #expect(throws: FilterFailure.self) { try LinkFilter(parsing: text) }
    #expect(failure?.column == column)
    #expect(failure?.message.contains("a link goes by the cookies alone") == true)
  }

  @Test("the command line of a link says all that holds for it")
  func commandLine() throws {
    var terms = try terms("name:s* | secure", guards: ["name:bank"], sessions: false)
    terms.rule = .shared
    #expect(
      terms.commandLine == "pantler sync webkitgtk:app jar:shared --both --filter "
        + "'name:s* | secure' --guard name:bank --no-sessions --prefer second --prune")
  }
}
