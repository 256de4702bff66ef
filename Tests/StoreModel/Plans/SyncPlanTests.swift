import CookieCore
import Testing

@testable import StoreModel

@Suite("A sync carries what is new, deletes nothing unasked, and does nothing the second time")
struct SyncPlanTests {
  private func terms(
    _ direction: SyncDirection, prune: Bool = false, rule: SyncConflictRule = .newer
  ) -> SyncTerms {
    SyncTerms(web: web, shared: shared, direction: direction, prune: prune, rule: rule)
  }

  /// What the stores hold after a plan, as stores hold it that lack some attributes.
  private func apply(_ plan: Plan, to stores: [StoreID: [Cookie]]) -> [StoreID: [Cookie]] {
    var stores = stores
    for item in plan.items where item.conflict == nil {
      stores[item.store]?.removeAll { $0.key == item.key }
      if let after = item.after { stores[item.store]?.append(after) }
    }
    return stores
  }

  @Test("Without a base both are united and nothing is deleted, with or without pruning")
  func union() {
    for prune in [false, true] {
      let stores = [web: [sample("a"), sample("b")], shared: [sample("b"), sample("c")]]
      let plan = Plan.sync(terms(.both, prune: prune), in: context(stores))
      #expect(plan.items.map(\.store) == [shared, web])
      #expect(plan.names == ["a", "c"])
      #expect(plan.items.allSatisfy { $0.isAddition && $0.reason == .onlyInSource })
      // What both have alike is no part of the plan.
      #expect(plan.skipped.isEmpty)
      #expect(Plan.sync(terms(.both), in: context(apply(plan, to: stores))).items.isEmpty)
    }
  }

  @Test("One direction writes to one store, and lists what only the target has")
  func oneWay() {
    let stores = [web: [sample("a"), sample("b", "1")], shared: [sample("b", "2"), sample("c")]]
    let toShared = Plan.sync(terms(.toShared), in: context(stores))
    #expect(toShared.stores == [shared])
    #expect(toShared.names == ["a", "b"])
    #expect(toShared.skippedNames(.deletionNotChosen) == ["c"])
    let toWeb = Plan.sync(terms(.toWeb), in: context(stores))
    #expect(toWeb.stores == [web])
    #expect(toWeb.names == ["b", "c"])
    let pruned = Plan.sync(terms(.toShared, prune: true), in: context(stores))
    #expect(pruned.items.filter(\.isRemoval).map(\.key.name) == ["c"])
    let after = apply(pruned, to: stores)
    #expect(Set(after[shared] ?? []) == Set(after[web] ?? []))
  }

  @Test("An empty, damaged or unread source deletes nothing")
  func unknownSource() {
    let empty = context([web: [], shared: [sample("a")]])
    let plan = Plan.sync(terms(.toShared, prune: true), in: empty)
    #expect(plan.items.isEmpty)
    #expect(plan.skippedNames(.deletionNotChosen) == ["a"])
    var damaged = context([web: [sample("b")], shared: [sample("a")]])
    damaged.snapshots[web]?.isDamaged = true
    #expect(
      !Plan.sync(terms(.toShared, prune: true), in: damaged).items.contains { $0.isRemoval })
    var unread = context([web: [sample("b")], shared: [sample("a")]])
    unread.snapshots[web] = nil
    #expect(Plan.sync(terms(.toShared, prune: true), in: unread).items.isEmpty)
  }

  @Test("A source with records that cannot be read deletes nothing, and gives all the same")
  func unreadRecords() {
    let stores = [web: [sample("a"), sample("b")], shared: [sample("b"), sample("c")]]
    var hidden = context(stores)
    hidden.snapshots[web]?.unreadCount = 1
    let plan = Plan.sync(terms(.toShared, prune: true), in: hidden)
    #expect(plan.names == ["a"])
    #expect(plan.skippedNames(.unreadInSource) == ["c"])
    // What only the source lacks counts; the records of the target say nothing of that.
    let other = Plan.sync(terms(.toWeb, prune: true), in: hidden)
    #expect(other.items.map(\.isRemoval) == [true, false])
    let both = [sample("b"), sample("c")]
    let base = SyncBase(web: web, shared: shared, takenAt: present, salt: "", cookies: both)
    let merged = Plan.sync(terms(.both, prune: true), base: base, in: hidden)
    #expect(merged.names == ["a"])
    #expect(merged.skippedNames(.unreadInSource) == ["c"])
  }

  @Test("What expired in a source with unread records was read, so it is deleted")
  func expiredBesideUnread() {
    var hidden = context([web: [sample("a", expires: 5)], shared: [sample("a")]])
    hidden.snapshots[web]?.unreadCount = 1
    let base = SyncBase(
      web: web, shared: shared, takenAt: present, salt: "", cookies: [sample("a")])
    let plan = Plan.sync(terms(.toShared, prune: true), base: base, in: hidden)
    #expect(plan.items.map(\.isRemoval) == [true])
  }

  @Test("The newer one wins where both know when; else the source; else nobody")
  func conflicts() {
    func plan(_ left: Int64?, _ right: Int64?, _ terms: SyncTerms) -> Plan {
      Plan.sync(
        terms,
        in: context([
          web: [sample("a", "web", created: left)], shared: [sample("a", "shared", created: right)],
        ]))
    }
    #expect(plan(2, 1, terms(.both)).items.map(\.after?.value) == ["web"])
    #expect(plan(1, 2, terms(.both)).items.map(\.after?.value) == ["shared"])
    #expect(plan(1, 2, terms(.both)).items.map(\.store) == [web])
    #expect(plan(nil, 2, terms(.toShared)).items.map(\.after?.value) == ["web"])
    #expect(plan(1, 1, terms(.toWeb)).items.map(\.after?.value) == ["shared"])
    let older = plan(1, 2, terms(.toShared))
    #expect(older.items.isEmpty)
    #expect(older.skippedNames(.newerInTarget) == ["a"])
    #expect(plan(1, 2, terms(.both, rule: .web)).items.map(\.after?.value) == ["web"])
    #expect(plan(2, 1, terms(.both, rule: .ask)).undecided == [0])
  }

  @Test("A conflict that nobody decided can be decided for either side")
  func deciding() {
    let context = context([web: [sample("a", "web")], shared: [sample("a", "shared")]])
    let plan = Plan.sync(terms(.both), in: context)
    #expect(plan.undecided == [0])
    let forWeb = plan.resolving(conflictAt: 0, keeping: web)
    #expect(forWeb.undecided.isEmpty)
    #expect(forWeb.items.map(\.store) == [shared])
    #expect(forWeb.items.map(\.after?.value) == ["web"])
    let forShared = plan.resolving(conflictAt: 0, keeping: shared)
    #expect(forShared.items.map(\.store) == [web])
    #expect(forShared.items.map(\.before?.value) == ["web"])
    #expect(forShared.items.map(\.after?.value) == ["shared"])
  }

  @Test("With a base the side that moved has the news, and a deletion is one")
  func threeWay() {
    let base = SyncBase(
      web: web, shared: shared, takenAt: present, salt: "s",
      cookies: [sample("a", "0"), sample("b", "0"), sample("c", "0"), sample("d", "0")])
    let stores = [
      web: [sample("a", "1"), sample("b", "0"), sample("d", "1"), sample("new")],
      shared: [sample("a", "0"), sample("b", "2"), sample("c", "0")],
    ]
    let plan = Plan.sync(terms(.both, prune: true), base: base, in: context(stores))
    let after = apply(plan, to: stores)
    let expected: Set = [sample("a", "1"), sample("b", "2"), sample("d", "1"), sample("new")]
    #expect(Set(after[web] ?? []) == expected)
    #expect(Set(after[shared] ?? []) == expected)
    let unasked = Plan.sync(terms(.both), base: base, in: context(stores))
    #expect(unasked.skippedNames(.deletionNotChosen) == ["c"])
    #expect(!unasked.items.contains { $0.isRemoval })
  }

  @Test("A cookie that was changed to end at once was deleted, as servers do it")
  func endedAtOnce() {
    let base = SyncBase(
      web: web, shared: shared, takenAt: present, salt: "s", cookies: [sample("sid"), sample("x")])
    let stores = [
      web: [sample("sid", "", expires: 1), sample("x")], shared: [sample("sid"), sample("x")],
    ]
    let plan = Plan.sync(terms(.both, prune: true), base: base, in: context(stores))
    #expect(plan.items.map(\.store) == [shared])
    #expect(plan.items.map(\.isRemoval) == [true])
    let asking = Plan.sync(terms(.both), base: base, in: context(stores))
    #expect(asking.items.isEmpty)
    #expect(asking.skippedNames(.deletionNotChosen) == ["sid"])
  }

  @Test("F: Expired cookies are not carried, and session cookies stay session cookies")
  func expiry() {
    let stores = [
      web: [sample("old", expires: 1), sample("session", expires: nil), sample("x", "new")],
      shared: [sample("x", "dead", expires: 1)],
    ]
    let plan = Plan.sync(terms(.both), in: context(stores))
    #expect(plan.names == ["session", "x"])
    #expect(plan.items[0].after?.expiryTime == nil)
    #expect(plan.items[1].after?.value == "new")
    let unable = Plan.sync(
      terms(.both), in: context(stores, lacking: [shared: [.session]]))
    #expect(unable.names == ["x"])
    #expect(unable.skipped.contains { $0.attribute == .session })
  }

  @Test("G: What the target cannot hold is named before, and does not make a second sync")
  func losses() {
    let full = sample("a", created: 5) {
      $0.secure = true
      $0.httpOnly = true
      $0.sameSite = .strict
      $0.expiryTime = Timestamp(seconds: 4_000_000_000)
    }
    let lacking: [StoreID: Set<CookieAttribute>] = [
      shared: [.sameSite, .httpOnly, .lateExpiry, .creationTime, .partition]
    ]
    let stores = [web: [full], shared: []]
    let plan = Plan.sync(terms(.both), in: context(stores, lacking: lacking))
    #expect(plan.items[0].losses == [.sameSite, .httpOnly, .lateExpiry, .creationTime])
    #expect(plan.warnings.contains(.losses(shared, .sameSite, count: 1)))
    #expect(plan.items[0].after?.sameSite == .unspecified)
    let second = Plan.sync(terms(.both), in: context(apply(plan, to: stores), lacking: lacking))
    #expect(second.items.isEmpty)
  }

  @Test("A partitioned cookie is not handed to a store that would send it everywhere")
  func partition() {
    let inside = sample("a") { $0.partition = CookiePartition(topLevelSite: "https://top.example") }
    let plan = Plan.sync(
      terms(.toShared),
      in: context(
        [web: [inside, sample("a", "plain")], shared: []], lacking: [shared: [.partition]]))
    #expect(plan.items.map(\.after?.value) == ["plain"])
    #expect(plan.skipped.contains { $0.reason == .unrepresentable && $0.attribute == .partition })
  }

  @Test("G: Host-only and domain cookies of one name are two cookies")
  func hostOnly() {
    let stores = [web: [sample("a", "1"), sample("a", "2", hostOnly: false)], shared: []]
    let plan = Plan.sync(terms(.both), in: context(stores))
    #expect(plan.items.count == 2)
    #expect(Plan.sync(terms(.both), in: context(apply(plan, to: stores))).items.isEmpty)
  }

  @Test("G: A store that spells a domain in capitals holds the same cookie")
  func spelling() {
    let stores = [
      web: [sample("a", "new", at: "Site.Example", created: 2)],
      shared: [sample("a", "old", created: 1)],
    ]
    let plan = Plan.sync(terms(.both), in: context(stores))
    #expect(plan.items.map(\.key) == [sample("a").key])
    #expect(plan.items.map(\.after?.value) == ["new"])
    #expect(Plan.sync(terms(.both), in: context(apply(plan, to: stores))).items.isEmpty)
  }

  @Test("Only the chosen sites are carried, and guarded cookies are left")
  func scope() {
    var terms = terms(.toShared, prune: true)
    terms.sites = ["site.example"]
    let stores = [
      web: [sample("a", "1"), sample("b", at: "other.example")],
      shared: [sample("a", "2"), sample("c"), sample("d", at: "other.example")],
    ]
    let plan = Plan.sync(terms, in: context(stores, guards: [Guard(name: "c")]))
    #expect(plan.names == ["a"])
    #expect(plan.skippedNames(.guarded) == ["c"])
  }

  @Test(
    "Any two stores are in step after one sync, and a second one does nothing", arguments: 1...60)
  func convergence(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func below(_ limit: UInt64) -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return (state >> 33) % limit
    }
    func some() -> [Cookie] {
      ["a", "b", "c", "d", "e"].flatMap { name in
        [true, false].compactMap { hostOnly in
          guard below(2) == 0 else { return nil }
          return sample(
            name, "\(below(3))", hostOnly: hostOnly,
            created: below(2) == 0 ? Int64(below(5)) : nil,
            expires: below(4) == 0 ? nil : 1_900_000_000
          ) {
            $0.httpOnly = below(2) == 0
            $0.sameSite = SameSite.allCases[Int(below(4))]
          }
        }
      }
    }
    let stores = [web: some(), shared: some()]
    let lacking: [StoreID: Set<CookieAttribute>] =
      seed % 2 == 0 ? [shared: [.sameSite, .creationTime]] : [:]
    for direction in SyncDirection.allCases {
      let terms = SyncTerms(
        web: web, shared: shared, direction: direction, rule: direction == .toWeb ? .shared : .web)
      let plan = Plan.sync(terms, in: context(stores, lacking: lacking))
      #expect(plan.undecided.isEmpty)
      let after = apply(plan, to: stores)
      #expect(Plan.sync(terms, in: context(after, lacking: lacking)).items.isEmpty)
      for store in [web, shared] {
        let kept = Set((after[store] ?? []).map(\.key))
        #expect(kept.isSuperset(of: (stores[store] ?? []).map(\.key)))
      }
    }
  }
}
