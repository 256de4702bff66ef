import CookieCore
import Foundation
import Testing

@testable import StoreModel

@Suite("What two stores agreed on is remembered without a secret")
struct SyncBaseTests {
  private let terms = SyncTerms(web: web, shared: shared, direction: .both, prune: true)

  private func snapshot(_ store: StoreID, _ cookies: [Cookie]) -> StoreSnapshot {
    StoreSnapshot(store: store, cookies: cookies, fingerprint: nil, takenAt: present)
  }

  /// What is remembered after a sync that left these cookies.
  private func base(
    _ left: [Cookie], _ right: [Cookie], previous: SyncBase? = nil, now: Timestamp = present
  ) -> SyncBase {
    var context = context([web: left, shared: right])
    context.now = now
    return SyncBase(
      agreedBy: snapshot(web, left), and: snapshot(shared, right), terms,
      previous: previous, in: context)
  }

  @Test(
    "The digest is SHA-256",
    arguments: [
      (text: "", hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (text: "abc", hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        hex: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        text: String(repeating: "a", count: 119),
        hex: "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"
      ),
    ])
  func digest(text: String, hex: String) {
    #expect(ValueDigest.sha256(Array(text.utf8)) == hex)
  }

  @Test("No value is written, and the same value has another digest in another link")
  func noValue() throws {
    let secret = sample("sid", "very-secret-value")
    let one = base([secret], [secret])
    let text = String(decoding: try JSONEncoder().encode(one), as: UTF8.self)
    #expect(!text.contains("very-secret"))
    #expect(try JSONDecoder().decode(SyncBase.self, from: Data(text.utf8)) == one)
    var other = one
    other.salt = "other"
    #expect(
      SyncBase.Entry(of: secret, salt: one.salt).digest
        != SyncBase.Entry(of: secret, salt: other.salt).digest)
  }

  @Test("The digest takes part in the comparison, and so do the attributes")
  func comparison() {
    let entry = SyncBase.Entry(of: sample("a", "1"), salt: "s")
    #expect(entry.agrees(with: sample("a", "1"), ignoring: [], salt: "s"))
    #expect(!entry.agrees(with: sample("a", "2"), ignoring: [], salt: "s"))
    #expect(!entry.agrees(with: sample("a", "1") { $0.secure = true }, ignoring: [], salt: "s"))
    #expect(
      entry.agrees(with: sample("a", "1") { $0.secure = true }, ignoring: [.secure], salt: "s"))
    #expect(!entry.agrees(with: sample("a", "1", expires: 1_900_000_500), ignoring: [], salt: "s"))
  }

  @Test("H: a cookie deleted on both sides that a live program writes back is not carried")
  func writtenBack() {
    let old = sample("sid", "1", created: 1_700_000_000)
    let first = base([old, sample("x")], [old, sample("x")])
    let second = base([sample("x")], [sample("x")], previous: first)
    #expect(second.tombstones.map(\.key.name) == ["sid"])
    let stores = [web: [old, sample("x")], shared: [sample("x")]]
    let plan = Plan.sync(terms, base: second, in: context(stores))
    #expect(plan.items.map(\.store) == [web])
    #expect(plan.items.map(\.isRemoval) == [true])
    #expect(plan.items.map(\.reason) == [.cameBack])
    var asking = terms
    asking.prune = false
    let listed = Plan.sync(asking, base: second, in: context(stores))
    #expect(listed.items.isEmpty)
    #expect(listed.skippedNames(.cameBack) == ["sid"])
  }

  @Test("A new sign-in after a deletion is carried: another value, or a later creation")
  func signedInAgain() {
    let old = sample("sid", "1", created: 1_700_000_000)
    let gone = base([sample("x")], [sample("x")], previous: base([old], [old]))
    let later = sample("sid", "1", created: present.seconds + 5)
    for fresh in [sample("sid", "2", created: 1_700_000_000), later] {
      let stores = [web: [fresh, sample("x")], shared: [sample("x")]]
      let plan = Plan.sync(terms, base: gone, in: context(stores))
      #expect(plan.items.map(\.store) == [shared])
      let after = base([fresh, sample("x")], [fresh, sample("x")], previous: gone)
      #expect(after.tombstones.isEmpty)
    }
  }

  @Test("A later expiry makes a new cookie, and an earlier or cut-off one does not")
  func setWithLaterExpiry() {
    let old = sample("sid", "1", expires: present.seconds + 500)
    let gone = base([sample("x")], [sample("x")], previous: base([old], [old]))
    for (expiry, isNew) in [(502, true), (501, false), (500, false), (400, false)] {
      let back = sample("sid", "1", expires: present.seconds + Int64(expiry))
      let plan = Plan.sync(
        terms, base: gone, in: context([web: [back, sample("x")], shared: [sample("x")]]))
      #expect(plan.items.map(\.isAddition) == [isNew])
    }
  }

  @Test("Where the program itself had deleted a cookie, the same one is new")
  func setAgainWhereDeleted() {
    let old = sample("sid", "1")
    var gone = base([sample("x")], [sample("x")], previous: base([old], [old]))
    gone.tombstones[0].deletedIn = shared
    let again = context([web: [sample("x")], shared: [old, sample("x")]])
    #expect(Plan.sync(terms, base: gone, in: again).items.map(\.isAddition) == [true])
    let back = context([web: [old, sample("x")], shared: [sample("x")]])
    #expect(Plan.sync(terms, base: gone, in: back).items.map(\.reason) == [.cameBack])
  }

  @Test("Where no creation is known, the same value is a new cookie after ten minutes")
  func unknownCreation() {
    let old = sample("sid", "1")
    let gone = base([sample("x")], [sample("x")], previous: base([old], [old]))
    let stores = [web: [old, sample("x")], shared: [sample("x")]]
    var later = context(stores)
    later.now = present.adding(seconds: 599)
    #expect(Plan.sync(terms, base: gone, in: later).items.map(\.isRemoval) == [true])
    later.now = present.adding(seconds: 600)
    #expect(Plan.sync(terms, base: gone, in: later).items.map(\.isAddition) == [true])
  }

  @Test("What expired leaves no tombstone, and a deletion is forgotten after thirty days")
  func forgetting() {
    let brief = sample("brief", expires: present.seconds + 10)
    let first = base([brief, sample("sid")], [brief, sample("sid")])
    let second = base([], [], previous: first, now: present.adding(seconds: 20))
    #expect(second.tombstones.map(\.key.name) == ["sid"])
    let third = base([], [], previous: second, now: present.adding(seconds: 31 * 86_400))
    #expect(third.tombstones.isEmpty)
  }

  @Test("A cookie that is still on one side leaves no tombstone")
  func half() {
    let first = base([sample("sid")], [sample("sid")])
    #expect(base([sample("sid")], [], previous: first).tombstones.isEmpty)
    #expect(base([sample("sid")], [], previous: first).entries.count == 1)
  }
}

@Suite("Unknown is not empty")
struct SyncObstacleTests {
  private func obstacle(
    _ direction: SyncDirection, _ stores: [StoreID: [Cookie]], held: [Cookie] = [sample("a")],
    _ change: (inout PlanContext) -> Void = { _ in }
  ) -> SyncObstacle? {
    var context = context(stores)
    change(&context)
    let base = SyncBase(web: web, shared: shared, takenAt: present, salt: "", cookies: held)
    return SyncTerms(web: web, shared: shared, direction: direction)
      .obstacle(base: base, in: context)
  }

  @Test("F: a store that is empty after it had content stops the link")
  func emptied() {
    let stores = [web: [], shared: [sample("a")]]
    #expect(obstacle(.both, stores) == .emptied(web, heldBefore: 1))
    #expect(obstacle(.toShared, stores) == .emptied(web, heldBefore: 1))
    // To an empty store may be carried: nothing is lost by that.
    #expect(obstacle(.toWeb, stores) == nil)
  }

  @Test("J: a store that never held anything, or whose cookies have expired, is just empty")
  func neverFull() {
    let stores = [web: [], shared: [sample("a")]]
    #expect(obstacle(.both, stores, held: []) == nil)
    #expect(obstacle(.both, stores, held: [sample("old", expires: 5)]) == nil)
  }

  @Test(
    "F: a text jar that lacks cookies and may be half written stops the link, a whole one does not")
  func halfWritten() {
    let stores = [web: [sample("b")], shared: [sample("a"), sample("b")]]
    let held = [sample("a"), sample("b")]
    let holder = ProcessReference(id: 7, name: "writer")
    #expect(obstacle(.both, stores, held: held) { $0.descriptions[web]?.format = .netscape } == nil)
    for direction in [SyncDirection.both, .toShared] {
      let cut = obstacle(direction, stores, held: held) {
        $0.descriptions[web]?.format = .netscape
        $0.snapshots[web]?.unreadLine = 3
      }
      #expect(cut == .halfWritten(web, missing: 1, .line(3)))
      let open = obstacle(direction, stores, held: held) {
        $0.descriptions[web]?.format = .libsoupText
        $0.snapshots[web]?.holders = [holder]
      }
      #expect(open == .halfWritten(web, missing: 1, .open(by: [holder])))
    }
    // Nothing is missing, or nothing is taken from there.
    let whole = [web: held, shared: held]
    #expect(
      obstacle(.both, whole, held: held) {
        $0.descriptions[web]?.format = .netscape
        $0.snapshots[web]?.unreadLine = 3
      } == nil)
    #expect(
      obstacle(.toWeb, stores, held: held) {
        $0.descriptions[web]?.format = .netscape
        $0.snapshots[web]?.unreadLine = 3
      } == nil)
    // A database says itself what is whole, and is always open.
    #expect(
      obstacle(.both, stores, held: held) {
        $0.descriptions[web]?.format = .libsoupDatabase
        $0.snapshots[web]?.holders = [holder]
      } == nil)
  }

  @Test("a store that is damaged or was not read stops the link in every direction")
  func unknown() {
    let stores = [web: [sample("a")], shared: [sample("a")]]
    for direction in SyncDirection.allCases {
      #expect(
        obstacle(direction, stores) { $0.snapshots[shared]?.isDamaged = true } == .damaged(shared))
      let unread = obstacle(direction, stores) { $0.snapshots[web] = nil }
      #expect(unread?.store == web)
      #expect(obstacle(direction, stores) == nil)
    }
  }
}
