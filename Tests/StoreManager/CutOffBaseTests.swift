import CookieCore
import StoreModel
import Testing

@testable import StoreManager

@Suite("What came after a cut in the record of a link is unknown, and nothing is deleted for it")
struct CutOffBaseTests {
  private let terms = SyncTerms(
    web: StoreID(rawValue: "jar:a"), shared: StoreID(rawValue: "jar:b"), direction: .both,
    prune: true)

  private func sync(_ bench: Bench) async throws {
    let manager = await bench.manager()
    #expect(await manager.apply(try await manager.planSync(terms).plan).isComplete)
  }

  /// Two stores that agreed twice, the second time on a cookie more and one less, of which the record was cut off.
  private func prepared(keeping share: Double = 0.5) async throws -> (bench: Bench, path: String) {
    let bench = Bench()
    for name in ["jar:a", "jar:b"] {
      _ = bench.driver.add(name, ["x", "y", "z"].map { cookie($0) })
    }
    try await sync(bench)
    let path = try #require(bench.files.paths.first { $0.hasSuffix(".base") })
    let whole = try #require(bench.files.bytes(path)).count
    for store in [terms.web, terms.shared] {
      bench.driver.change(store) { $0.cookies = ["x", "z", "new"].map { cookie($0) } }
    }
    try await sync(bench)
    let bytes = try #require(bench.files.bytes(path))
    let left = whole + Int(Double(bytes.count - whole) * share)
    bench.files.put(path, Array(bytes[..<left]))
    return (bench, path)
  }

  @Test(
    "nothing is deleted, what one has is carried, and that is said", arguments: [0.01, 0.5, 0.9])
  func union(share: Double) async throws {
    let (bench, _) = try await prepared(keeping: share)
    // One that both had before, one that is new, and one that comes back.
    bench.driver.change(terms.web) { $0.cookies = ["x", "y"].map { cookie($0) } }
    bench.driver.change(terms.shared) { $0.cookies = ["x", "z", "new"].map { cookie($0) } }
    let manager = await bench.manager()
    #expect(await manager.cutOffBases().map(\.web) == [terms.web])
    let plan = try await manager.planSync(terms).plan
    #expect(plan.items.map(\.isAddition) == [true, true, true])
    #expect(plan.warnings.contains(.lastSyncCutOff(carried: 3)))
    #expect(await manager.apply(plan).isComplete)
    for store in [terms.web, terms.shared] {
      #expect(bench.driver.cookies(store).map(\.name.text).sorted() == ["new", "x", "y", "z"])
    }
    // From now on it is known again.
    #expect(await bench.manager().cutOffBases().isEmpty)
    bench.driver.change(terms.web) { $0.cookies?.removeAll { $0.name == "y" } }
    let next = try await bench.manager().planSync(terms).plan
    #expect(next.items.map(\.isRemoval) == [true])
    #expect(next.warnings.isEmpty)
  }

  @Test("one direction deletes nothing of the other store either")
  func oneWay() async throws {
    let (bench, _) = try await prepared()
    bench.driver.change(terms.shared) { $0.cookies?.append(cookie("theirs")) }
    bench.driver.change(terms.web) { $0.cookies?.removeAll { $0.name == "z" } }
    var toShared = terms
    toShared.direction = .toShared
    let plan = try await bench.manager().planSync(toShared).plan
    #expect(plan.items.isEmpty)
    #expect(plan.warnings == [.lastSyncCutOff(carried: 0)])
  }

  @Test("that it was cut off is still known when something was added to it")
  func marked() async throws {
    let (bench, path) = try await prepared()
    let manager = await bench.manager()
    try await manager.note([.intents([])], of: terms)
    #expect(try #require(LinkBaseFile(reading: bench.files.bytes(path) ?? [])).tornCount == 0)
    #expect(
      try await bench.manager().syncBase(web: terms.web, shared: terms.shared)?.isCutOff == true)
  }

  @Test("a cut in what a sync was going to do loses nothing")
  func intents() throws {
    var file = LinkBaseFile(
      SyncBase(
        web: terms.web, shared: terms.shared, takenAt: Timestamp(seconds: 1), salt: "s",
        cookies: [cookie("x")]))
    let whole = file.bytes
    let frame = file.add([.intents([])])
    let read = LinkBaseFile(reading: whole + frame.dropLast(2))
    #expect(read?.tornCount == frame.count - 2)
    #expect(read?.base.isCutOff == false)
  }
}

extension StoreManager {
  fileprivate func note(_ steps: [LinkBaseFile.Step], of terms: SyncTerms) throws {
    try add(steps, toBaseOf: terms.web, terms.shared)
  }
}
