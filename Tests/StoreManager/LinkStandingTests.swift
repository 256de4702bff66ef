import CookieCore
import Testing

@testable import StoreManager
@testable import StoreModel

@Suite("Of two stores that are compared again only what may differ is looked at")
struct LinkStandingTests {
  private let web = StoreID(rawValue: "webkitgtk:app")
  private let shared = StoreID(rawValue: "jar:shared")
  private var terms: SyncTerms {
    var terms = SyncTerms(web: web, shared: shared, direction: .both, prune: true)
    terms.rule = .web
    return terms
  }

  private func snapshot(_ store: StoreID, _ cookies: [Cookie], _ mark: String) -> StoreSnapshot {
    StoreSnapshot(
      store: store, cookies: cookies, fingerprint: FileFingerprint(byteCount: 1, digest: mark),
      takenAt: Timestamp(seconds: 0))
  }

  private func context(_ web: StoreSnapshot, _ shared: StoreSnapshot, now: Int64) -> PlanContext {
    PlanContext(
      snapshots: [self.web: web, self.shared: shared], descriptions: [:],
      site: { $0.domain.text }, id: "0000000a", now: Timestamp(seconds: now))
  }

  /// Changes, adds and removes some cookies; some of them expire soon.
  private func changed(
    _ cookies: [Cookie], now: Int64, _ random: inout SplitMix
  ) -> [Cookie] {
    var cookies = cookies
    for _ in 0..<random.below(6) {
      let name = "n\(random.below(30))"
      let domain = ["a.example", "A.example", "b.example"][random.below(3)]
      var new = cookie(name, "v\(random.below(5))", at: domain, expires: 1_900_000_000)
      new.hostOnly = random.below(4) > 0
      if random.below(5) == 0 {
        new.expiryTime = Timestamp(seconds: now + Int64(random.below(300)))
      }
      if random.below(6) == 0 { new.expiryTime = nil }
      let place = cookies.firstIndex { $0.key == new.key }
      switch (place, random.below(3)) {
      case (let place?, 0): cookies.remove(at: place)
      case (let place?, _): cookies[place] = new
      case (nil, _): cookies.insert(new, at: random.below(cookies.count + 1))
      }
    }
    return cookies
  }

  private func applied(_ plan: Plan, to cookies: [Cookie], of store: StoreID) -> [Cookie] {
    var cookies = cookies
    for item in plan.items where item.store == store {
      let place = cookies.firstIndex { $0.key == item.key }
      switch (place, item.after) {
      case (let place?, let after?): cookies[place] = after
      case (let place?, nil): cookies.remove(at: place)
      case (nil, let after?): cookies.append(after)
      case (nil, nil): break
      }
    }
    return cookies
  }

  @Test("That makes no difference, whatever happened since", arguments: 1...40)
  func sameResult(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var now: Int64 = 1_800_000_000
    var (left, right): ([Cookie], [Cookie]) = ([cookie("anchor")], [cookie("anchor")])
    var memory = ValueMemory()
    var (one, two) = (snapshot(web, left, "web"), snapshot(shared, right, "shared"))
    var (base, step) = SyncBase.begin(
      agreedBy: one, and: two, terms, previous: nil, memory: &memory,
      in: context(one, two, now: now))
    var standing = LinkStanding(
      one, two, lacking: [], step, after: nil, now: Timestamp(seconds: now))
    var narrowCount = 0
    for round in 0..<40 {
      now += Int64(random.below(60))
      left = changed(left, now: now, &random)
      right = changed(right, now: now, &random)
      (one, two) = (
        snapshot(web, left, "web-\(round)"), snapshot(shared, right, "shared-\(round)")
      )
      let time = Timestamp(seconds: now)
      let some = standing.candidates(one, two, lacking: [], now: time, changes: [:])
      if some != nil { narrowCount += 1 }
      let narrow = Plan.sync(terms, base: base, among: some, in: context(one, two, now: now))
      #expect(narrow == Plan.sync(terms, base: base, in: context(one, two, now: now)))
      // Not every plan is carried out, so that stores stay apart now and then.
      if random.below(4) > 0 {
        left = applied(narrow, to: left, of: web)
        right = applied(narrow, to: right, of: shared)
      }
      (one, two) = (
        snapshot(web, left, "web-\(round)-b"), snapshot(shared, right, "shared-\(round)-b")
      )
      let after = context(one, two, now: now)
      let others = standing.candidates(one, two, lacking: [], now: time, changes: [:])
      var (full, fresh) = (base, ValueMemory())
      for change in full.step(agreedBy: one, and: two, terms, memory: &fresh, in: after).changes {
        full.make(change)
      }
      step = base.step(
        agreedBy: one, and: two, terms, among: others, memory: &memory, in: after)
      for change in step.changes { base.make(change) }
      #expect(Set(base.entries) == Set(full.entries))
      #expect(Set(base.tombstones) == Set(full.tombstones))
      base.settle(at: time)
      standing = LinkStanding(
        one, two, lacking: [], step, after: others == nil ? nil : standing, now: time)
    }
    #expect(narrowCount > 5)
  }

  @Test("A difference is found out once for each reading")
  func difference() {
    let cookies = (0..<10).map { cookie("n\($0)") }
    let standing = standing(cookies, cookies)
    var changed = cookies
    changed[5].value = "other"
    changed.remove(at: 1)
    changed.append(cookie("new"))
    #expect(standing.change(to: snapshot(web, cookies, "web")) == nil)
    #expect(
      standing.change(to: snapshot(web, changed, "later"))
        == ContentChange(
          from: FileFingerprint(byteCount: 1, digest: "web"), removed: [1, 5], added: [4, 9]))
  }

  private func standing(_ left: [Cookie], _ right: [Cookie]) -> LinkStanding {
    let (one, two) = (snapshot(web, left, "web"), snapshot(shared, right, "shared"))
    var memory = ValueMemory()
    let step = SyncBase.begin(
      agreedBy: one, and: two, terms, previous: nil, memory: &memory,
      in: context(one, two, now: 1_800_000_000)
    ).step
    return LinkStanding(
      one, two, lacking: [], step, after: nil, now: Timestamp(seconds: 1_800_000_000))
  }

  @Test("What changed on either side is looked at, and what was not alike before")
  func candidates() throws {
    let cookies = (0..<10).map { cookie("n\($0)") }
    let other = cookie("n3", "other")
    let standing = standing(cookies, cookies.map { $0.name == "n3" ? other : $0 })
    let now = Timestamp(seconds: 1_800_000_000)
    func names(_ left: StoreSnapshot, _ changes: [StoreID: ContentChange]) throws -> [String] {
      let right = snapshot(shared, [], "shared")
      let found = try #require(
        standing.candidates(left, right, lacking: [], now: now, changes: changes))
      return (cookies + [cookie("new")]).filter { found.contains($0.digest) }.map(\.name.text)
    }
    // The fingerprint alone says that nothing has changed.
    #expect(try names(snapshot(web, [], "web"), [:]) == ["n3"])
    var changed = cookies
    changed[5].value = "other"
    changed.remove(at: 1)
    changed.append(cookie("new"))
    #expect(try names(snapshot(web, changed, "later"), [:]) == ["n1", "n3", "n5", "new"])
    let change = ContentChange(
      from: FileFingerprint(byteCount: 1, digest: "web"), removed: [1],
      replaced: [.init(before: 5, after: 4)], added: [9])
    #expect(
      try names(snapshot(web, changed, "later"), [web: change]) == ["n1", "n3", "n5", "new"])
  }

  @Test("What has expired since is looked at, and all is when stores can keep other things")
  func everything() {
    var cookies = (0..<10).map { cookie("n\($0)") }
    cookies[4].expiryTime = Timestamp(seconds: 1_800_000_100)
    let standing = standing(cookies, cookies)
    let (one, two) = (snapshot(web, cookies, "web"), snapshot(shared, cookies, "shared"))
    func isNarrow(_ lacking: Set<CookieAttribute> = [], at time: Int64, swapped: Bool = false)
      -> Bool
    {
      standing.candidates(
        swapped ? two : one, swapped ? one : two, lacking: lacking,
        now: Timestamp(seconds: time), changes: [:]) != nil
    }
    #expect(isNarrow(at: 1_800_000_099))
    for (time, names) in [(99, []), (100, ["n4"]), (200, ["n4"])] as [(Int64, [CookieText])] {
      let found = standing.candidates(
        one, two, lacking: [], now: Timestamp(seconds: 1_800_000_000 + time), changes: [:])
      #expect(cookies.filter { found?.contains($0.digest) ?? true }.map(\.name) == names)
    }
    #expect(!isNarrow([.sameSite], at: 1_800_000_000))
    #expect(!isNarrow([.path], at: 1_800_000_000))
    #expect(!isNarrow(at: 1_800_000_000, swapped: true))
  }
}
