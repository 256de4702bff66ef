import CookieCore
import Testing

@testable import StoreModel

@Suite("A plan is a file that says what it does and is checked before it is used")
struct PlanFileTests {
  private var plan: Plan {
    let odd = sample("a") { $0.value = CookieText(bytes: [0xFF, 0x00]) }
    var plan = Plan.removal(
      RemovalRequest(everything: true), in: context([jar: [odd, sample("b")]]))
    plan.warnings.append(.inUse(jar, by: [ProcessReference(id: 1, name: "app")]))
    plan.skipped.append(SkippedItem(store: jar, key: sample("c").key, reason: .guarded))
    return plan
  }

  @Test("What is written is read again, and the same plan gives the same bytes")
  func roundTrip() throws {
    let bytes = try plan.fileForm()
    #expect(try Plan(fileForm: bytes) == plan)
    #expect(try plan.fileForm() == bytes)
    let sync = Plan.sync(
      SyncTerms(web: web, shared: shared, direction: .both),
      in: context([web: [sample("a", "1")], shared: [sample("a", "2")]]))
    #expect(try Plan(fileForm: try sync.fileForm()) == sync)
  }

  @Test("A sealed plan has no value in it, and tells the value that was there from every other")
  func sealing() throws {
    let secret = sample("a", "hunter2")
    let whole = Plan.removal(
      RemovalRequest(everything: true), in: context([jar: [secret, sample("b", "hunter3")]]))
    let bytes = try whole.sealed(salt: "0123abcd").fileForm()
    #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter"))
    let plan = try Plan(fileForm: bytes)
    #expect(plan == whole.sealed(salt: "0123abcd"))
    #expect(plan != whole.sealed(salt: "0123abce"))
    #expect(plan.items[0].before(comparedWith: secret) == secret)
    #expect(plan.items[0].before(comparedWith: sample("a", "")) == nil)
    #expect(plan.items[0].before(comparedWith: sample("a", "hunter3")) == nil)
    #expect(plan.sealed(salt: "ffff") == plan)
    let sync = Plan.sync(
      SyncTerms(web: web, shared: shared, direction: .both),
      in: context([web: [sample("a", "hunter1")], shared: [sample("a", "hunter2")]]))
    let shown = try sync.sealed(salt: "0123abcd").fileForm()
    #expect(!String(decoding: shown, as: UTF8.self).contains("hunter"))
  }

  @Test("A plan of the first version, with values and without seals, is still read")
  func firstVersion() throws {
    let text = String(decoding: try plan.fileForm(), as: UTF8.self)
    let old = text.replacing("\"version\" : 2", with: "\"version\" : 1")
    #expect(old != text)
    #expect(try Plan(fileForm: Array(old.utf8)) == plan)
  }

  @Test("A file that does not hold together is refused")
  func validation() throws {
    var wrongKey = plan
    wrongKey.items[1].key.name = "other"
    var twice = plan
    twice.items.append(twice.items[0])
    var empty = plan
    empty.items[0].before = nil
    var badID = plan
    badID.id = "../../x"
    var sealed = plan.sealed(salt: "0123abcd")
    sealed.items[1].before?.value = "known"
    let rows: [(plan: Plan, failure: PlanFileFailure)] = [
      (wrongKey, .wrongKey(index: 1)), (twice, .duplicate(index: 2)),
      (empty, .emptyItem(index: 0)), (badID, .badID),
      (sealed, .wrongSeal(index: 1)),
    ]
    for row in rows {
      #expect(throws: row.failure) { _ = try Plan(fileForm: try row.plan.fileForm()) }
    }
  }

  @Test("Bytes that are no plan name the field, never what stands there")
  func malformed() throws {
    #expect(throws: PlanFileFailure.malformed(field: "")) { _ = try Plan(fileForm: []) }
    #expect(throws: PlanFileFailure.malformed(field: "version")) {
      _ = try Plan(fileForm: Array("{}".utf8))
    }
    #expect(throws: PlanFileFailure.unsupportedVersion(3)) {
      _ = try Plan(fileForm: Array("{\"version\":3}".utf8))
    }
    let text = String(decoding: try plan.fileForm(), as: UTF8.self)
    let wrong = text.replacing("\"removal\"", with: "\"secret\"")
    #expect(throws: PlanFileFailure.malformed(field: "plan.kind")) {
      _ = try Plan(fileForm: Array(wrong.utf8))
    }
  }

  @Test("A plan counts what it does")
  func summary() {
    let stores = [
      web: [
        sample("a", "1234", created: 2),
        sample("p") { $0.partition = CookiePartition(topLevelSite: "https://top.example") },
      ],
      shared: [sample("a", "12", created: 1), sample("gone", at: "other.example")],
    ]
    let plan = Plan.sync(
      SyncTerms(web: web, shared: shared, direction: .toShared, prune: true), in: context(stores))
    let summary = plan.summary { $0.domain.text }
    #expect((summary.additions, summary.changes, summary.removals) == (1, 1, 1))
    #expect(summary.count == 3)
    #expect(summary.sites == ["site.example": 2, "other.example": 1])
    #expect(summary.partitions == ["https://top.example": 1])
    #expect(summary.types == [.cookies: 3])
    #expect(summary.stores == [shared: 3])
    #expect(summary.bytes == 5 + 2 + 5)
  }

  @Test("The same act as a command line never shows a value")
  func commandLines() {
    #expect(plan.commandLines() == ["pantler rm jar:a --plan plan-0000000a.json"])
    var terms = SyncTerms(web: web, shared: shared, direction: .toShared, prune: true)
    terms.sites = ["b.example", "a.example"]
    #expect(
      terms.commandLine
        == "pantler sync webkitgtk:app jar:shared --to-shared --site a.example --site b.example --prune"
    )
    let cookie = sample("sid", "hunter2") { $0.secure = true }
    let edit = Plan.edit(putting: cookie, in: jar, context([jar: []]))
    #expect(
      edit.commandLines() == [
        "pantler set jar:a --url https://site.example/ 'sid=VALUE; Path=/; Secure'"
      ])
    let spaced = StoreID(rawValue: "jar:/home/me/it's here")
    let odd = Plan.importing([cookie], into: spaced, context([spaced: []]))
    #expect(
      odd.commandLines(importedFile: "a b.txt")
        == ["pantler import 'a b.txt' 'jar:/home/me/it'\\''s here'"])
  }

  @Test("An edit that changes the identity moves the cookie; one that changes nothing is skipped")
  func edit() {
    let old = sample("a", "1")
    let moved = sample("b", "1")
    let held = context([jar: [old]])
    let plan = Plan.edit(putting: moved, replacing: old.key, in: jar, held)
    #expect(plan.items.map(\.after) == [moved, nil])
    #expect(plan.items.map(\.before) == [nil, old])
    #expect(
      Plan.edit(putting: old, replacing: old.key, in: jar, held).skippedNames(.equal) == ["a"])
    let gone = Plan.edit(putting: moved, replacing: sample("x").key, in: jar, held)
    #expect(gone.skippedNames(.goneAlready) == ["x"])
    let unable = context([jar: [old]], lacking: [jar: [.partition]])
    let partitioned = sample("a") {
      $0.partition = CookiePartition(topLevelSite: "https://t.example")
    }
    #expect(Plan.edit(putting: partitioned, replacing: old.key, in: jar, unable).items.isEmpty)
  }

  @Test("An import takes the last of two, and skips the expired and the equal")
  func importing() {
    let cookies = [
      sample("a", "1"), sample("a", "2"), sample("b", "same"), sample("old", expires: 1),
      sample("c", "new"),
    ]
    let plan = Plan.importing(
      cookies, into: jar, context([jar: [sample("b", "same"), sample("c", "old")]]))
    #expect(plan.items.map(\.after?.value) == ["2", "new"])
    #expect(plan.items.map(\.before?.value) == [nil, "old"])
    #expect(plan.skippedNames(.expired) == ["old"])
    #expect(plan.skippedNames(.equal) == ["b"])
  }
}
