import CookieCore
import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

/// A directory with one store of a kind and a driver for it.
struct StoreFixture {
  let directory: ScratchDirectory
  let kind: StoreKind
  let store: StoreDescription
  let driver: FileStoreDriver

  init(_ kind: StoreKind, faults: FileFaults = FileFaults()) throws {
    directory = try ScratchDirectory()
    self.kind = kind
    try directory.makeDirectory("store")
    store = kind.description(at: directory("store/" + kind.fileName))
    driver = Self.driver(directory, faults: faults)
  }

  var name: String { "store/" + kind.fileName }

  /// The drivers of all engines.
  func everyDriver() -> [any StoreDriver] {
    let surroundings = Self.surroundings(directory)
    let access = StoreAccess(surroundings: surroundings) { Timestamp(seconds: 1_000_000_000) }
    return FileStoreDriver.all(in: surroundings, access: access)
  }

  /// A driver that knows nothing of what others did, as another run of the program has it.
  func otherDriver(patient: Bool = false) -> FileStoreDriver {
    Self.driver(directory, faults: FileFaults(), attempts: patient ? 100_000 : 3)
  }

  static func surroundings(_ directory: ScratchDirectory, named: [String] = []) -> Surroundings {
    Surroundings(
      environment: ["HOME": directory("home"), "XDG_RUNTIME_DIR": directory("run")], userID: 0,
      namedPaths: named)
  }

  private static func driver(
    _ directory: ScratchDirectory, faults: FileFaults, attempts: Int = 3
  ) -> FileStoreDriver {
    let surroundings = Self.surroundings(directory)
    let access = StoreAccess(
      surroundings: surroundings,
      watcher: FileWatcher(
        intervals: .init(pollMilliseconds: 3_600_000, netMilliseconds: 3_600_000)),
      budget: RetryBudget(attempts: attempts, pauseMilliseconds: 1), faults: faults
    ) { Timestamp(seconds: 1_000_000_000) }
    return FileStoreDriver(finder: JarFinder(surroundings: surroundings), access: access)
  }

  /// Makes the store with some cookies, by another driver.
  func fill(_ cookies: [Cookie]) async throws {
    let filler = otherDriver()
    let old = try? await filler.snapshot(of: store)
    let changes = cookies.map { StoreChange.put($0) }
    let applied = try await filler.apply(
      changes, to: store, options: ApplyOptions(expected: old?.fingerprint))
    try #require(applied.outcomes.allSatisfy { $0 == .done })
  }

  func apply(
    _ changes: [StoreChange], expecting snapshot: StoreSnapshot?, force: Bool = false
  ) async throws(StoreFailure) -> AppliedChanges {
    try await driver.apply(
      changes, to: store,
      options: ApplyOptions(expected: snapshot?.fingerprint, force: force))
  }

  func snapshot() async throws(StoreFailure) -> StoreSnapshot {
    try await driver.snapshot(of: store)
  }

  /// Names and values, as a reader that knows nothing of what was written sees them.
  func content() async throws -> [String: String] {
    let snapshot = try await otherDriver().snapshot(of: store)
    return Dictionary(
      snapshot.cookies.map { ($0.name.text + " " + $0.path.text, $0.value.text) }
    ) { first, _ in first }
  }
}

/// The failure of something, or nil.
func failure<Result>(
  of work: () async throws(StoreFailure) -> Result
) async -> StoreFailure? {
  do throws(StoreFailure) {
    _ = try await work()
    return nil
  } catch {
    return error
  }
}
