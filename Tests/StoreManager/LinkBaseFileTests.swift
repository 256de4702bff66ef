import CookieCore
import Foundation
import StoreModel
import Testing

@testable import StoreManager

@Suite("What two stores agreed on is kept by what each sync changed")
struct LinkBaseFileTests {
  private let web = StoreID(rawValue: "web:a")
  private let shared = StoreID(rawValue: "jar:b")

  private func base(_ cookies: [Cookie]) -> SyncBase {
    SyncBase(
      web: web, shared: shared, takenAt: Timestamp(seconds: 1_800_000_000), salt: "s",
      cookies: cookies)
  }

  private func entry(_ name: String, _ value: String = "v") -> SyncBase.Entry {
    SyncBase.Entry(of: cookie(name, value), salt: "s")
  }

  /// What is remembered of a deletion, as it is in plans and older files.
  private struct Stone: Encodable {
    var key: CookieKey
    var digest: ValueDigest
    var deletedAt: Timestamp
  }

  private func decoded(_ stone: Stone) throws -> SyncBase.Tombstone {
    try JSONDecoder().decode(SyncBase.Tombstone.self, from: try JSONEncoder().encode(stone))
  }

  /// A file with a frame of every kind of step, and what it says after each frame.
  private func written() throws -> (file: LinkBaseFile, ends: [Int], states: [SyncBase]) {
    var odd = cookie("odd", at: "Site.Example", path: "/a", expires: nil)
    odd.partition = CookiePartition(topLevelSite: "https://top.example", hasCrossSiteAncestor: true)
    odd.name = CookieText(bytes: [0xFF, 0x41])
    var file = LinkBaseFile(base([cookie("a"), cookie("b"), odd, cookie("c")]))
    var (ends, states) = ([file.bytes.count], [file.base])
    var gone = entry("a", "new")
    gone.goneFrom = shared
    let stone = try decoded(
      Stone(
        key: cookie("b").key, digest: entry("b").digest, deletedAt: Timestamp(seconds: 5)))
    let frames: [[LinkBaseFile.Step]] = [
      [.intents([SyncBase.Intent(store: web, entry: entry("d"))])],
      [
        .change(.replace(0, by: gone)), .change(.remove(1)), .change(.add(entry("d"))),
        .change(.bury(stone)), .agreed(Timestamp(seconds: 1_800_000_100)),
      ],
      [.change(.unbury(0))], [.agreed(Timestamp(seconds: 1_800_000_200))],
    ]
    for frame in frames {
      _ = file.add(frame)
      ends.append(file.bytes.count)
      states.append(file.base)
    }
    return (file, ends, states)
  }

  /// What is kept of a base: times of bookkeeping are not.
  private func isSame(_ one: SyncBase?, _ other: SyncBase) -> Bool {
    guard let one else { return false }
    func bare(_ entries: BlockList<SyncBase.Entry>) -> [SyncBase.Entry] {
      entries.map { entry in
        var entry = entry
        entry.cookie.creationTime = nil
        return entry
      }
    }
    return bare(one.entries) == bare(other.entries) && one.tombstones == other.tombstones
      && one.takenAt == other.takenAt && one.salt == other.salt && one.pending == other.pending
      && one.web == other.web && one.shared == other.shared
  }

  @Test("it is read as it was written, after every frame and when all is written anew")
  func roundTrip() throws {
    let (file, ends, states) = try written()
    for (end, state) in zip(ends, states) {
      #expect(isSame(LinkBaseFile(reading: Array(file.bytes[..<end]))?.base, state))
    }
    #expect(isSame(LinkBaseFile(reading: LinkBaseFile(file.base).bytes)?.base, file.base))
    #expect(
      file.base.entries.map(\.cookie.name) == ["a", "c", CookieText(bytes: [0xFF, 0x41]), "d"])
    #expect(file.base.entries[0].goneFrom == shared)
  }

  @Test("a file that ends at any byte says what was whole before, or that it is damaged")
  func everyEnd() throws {
    let (file, ends, states) = try written()
    for count in 0..<file.bytes.count {
      let read = LinkBaseFile(reading: Array(file.bytes[..<count]))
      guard let last = ends.lastIndex(where: { $0 <= count }) else {
        #expect(read == nil, "\(count)")
        continue
      }
      #expect(isSame(read?.base, states[last]), "\(count)")
      #expect(read?.bytes.count == ends[last], "\(count)")
    }
  }

  @Test("no changed byte is read as something else")
  func everyByte() throws {
    let (file, ends, states) = try written()
    for place in file.bytes.indices {
      var bytes = file.bytes
      bytes[place] ^= 0x10
      guard let read = LinkBaseFile(reading: bytes) else { continue }
      // A frame that is not whole may be what a crash left, and what follows is not read then.
      let state = ends.firstIndex { $0 > place }.map { $0 - 1 }
      #expect(state.map { $0 >= 0 && isSame(read.base, states[$0]) } == true, "\(place)")
    }
  }

  @Test("a sync writes as much as it changed, and after many of them all is written anew")
  func growth() async throws {
    let bench = Bench()
    let all = (0..<500).map { cookie("name-\($0)", "value") }
    let (a, b) = (bench.driver.add("jar:a", all), bench.driver.add("jar:b", all))
    let manager = await bench.manager()
    let terms = SyncTerms(web: a, shared: b, direction: .both, prune: true)
    func size() throws -> Int {
      let path = try #require(bench.files.paths.first { $0.hasSuffix(".base") })
      return bench.files.bytes(path)?.count ?? 0
    }
    _ = await manager.apply(try await manager.planSync(terms).plan)
    let whole = try size()
    #expect(whole > 500 * 50)
    bench.driver.change(a) { $0.cookies?[7].value = "other" }
    _ = await manager.apply(try await manager.planSync(terms).plan)
    let grown = try size() - whole
    #expect(grown > 0 && grown < 800, "\(grown)")
    // Another process reads what this one has written.
    let other = await bench.manager()
    #expect(try await other.planSync(terms).plan.items.isEmpty)
    #expect(try await other.syncBase(web: a, shared: b)?.entries.count == 500)
    for round in 0..<12 {
      bench.driver.change(b) { store in
        for place in 0..<50 { store.cookies?[place].value = CookieText("\(round)") }
      }
      _ = await manager.apply(try await manager.planSync(terms).plan)
    }
    #expect(try size() < whole + 70_000)
    #expect(try await bench.manager().planSync(terms).plan.items.isEmpty)
  }

  @Test("two processes that sync one pair in turn read each other's steps")
  func twoProcesses() async throws {
    let bench = Bench()
    let (a, b) = (
      bench.driver.add("jar:a", [cookie("x")]), bench.driver.add("jar:b", [cookie("x")])
    )
    let terms = SyncTerms(web: a, shared: b, direction: .both, prune: true)
    let managers = [await bench.manager(), await bench.manager()]
    for round in 0..<6 {
      let manager = managers[round % 2]
      let plan = try await manager.planSync(terms).plan
      // The other one adds something between the plan and its end.
      _ = await managers[1 - round % 2].apply(
        try await managers[1 - round % 2].planSync(terms).plan)
      #expect(await manager.apply(plan).isComplete || round > 0)
      bench.driver.change(round % 2 == 0 ? a : b) { $0.cookies?.append(cookie("n\(round)")) }
    }
    _ = await managers[0].apply(try await managers[0].planSync(terms).plan)
    bench.driver.change(a) { $0.cookies?.removeAll { $0.name == "n2" } }
    _ = await managers[1].apply(try await managers[1].planSync(terms).plan)
    for store in [a, b] {
      #expect(
        bench.driver.cookies(store).map(\.name.text).sorted() == [
          "n0", "n1", "n3", "n4", "n5", "x",
        ])
    }
    #expect(try await bench.manager().planSync(terms).plan.items.isEmpty)
  }

  @Test("the journal keeps no copy of a large store for a sync, and undo takes back item by item")
  func journal() async throws {
    let bench = Bench()
    let all = (0..<50).map { cookie("name-\($0)", "value") }
    let (a, b) = (
      bench.driver.add("jar:a", all + [cookie("more")]), bench.driver.add("jar:b", all)
    )
    let manager = await bench.manager { $0.syncImageLimit = 1000 }
    let terms = SyncTerms(web: a, shared: b, direction: .both)
    #expect(await manager.apply(try await manager.planSync(terms).plan).isComplete)
    #expect(!bench.files.paths.contains { $0.hasSuffix(".image") })
    let undone = try await manager.undo()
    #expect(undone.proofs == [b: .identicalBytes])
    #expect(Set(bench.driver.cookies(b)) == Set(all))
    _ = await manager.apply(try await manager.removal(of: ["name-1"], from: b))
    #expect(bench.files.paths.contains { $0.hasSuffix(".image") })
  }

  @Test("what versions before wrote as JSON is read, and written in the present form")
  func older() async throws {
    let bench = Bench()
    let (a, b) = (
      bench.driver.add("jar:a", [cookie("x")]),
      bench.driver.add("jar:b", [cookie("x"), cookie("y")])
    )
    let manager = await bench.manager()
    let old = SyncBase(
      web: a, shared: b, takenAt: Timestamp(seconds: 1_700_000_000), salt: "s",
      cookies: [cookie("x"), cookie("y")])
    let stem = await manager.linkStem(a, b)
    try bench.files.access.makeDirectories("/state/pantler/links")
    bench.files.put(stem + ".json", Array(try JSONEncoder().encode(old)))
    bench.files.put(
      stem + ".json.progress",
      Array(
        #"{"base":\#(1_700_000_000_000_000),"agreedAt":\#(1_700_000_050_000_000),"pending":[]}"#
          .utf8))
    #expect(
      try await manager.syncBase(web: a, shared: b)?.takenAt == Timestamp(seconds: 1_700_000_050))
    let terms = SyncTerms(web: a, shared: b, direction: .both, prune: true)
    let plan = try await manager.planSync(terms).plan
    #expect(plan.items.map(\.isRemoval) == [true])
    #expect(await manager.apply(plan).isComplete)
    #expect(bench.files.paths.filter { $0.hasPrefix(stem) } == [stem + ".base"])
    let kept = try await bench.manager().syncBase(web: a, shared: b)
    #expect(kept?.entries.map(\.cookie.name) == ["x"])
    #expect(kept?.tombstones.map(\.key.name) == ["y"])
  }
}
