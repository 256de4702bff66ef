import CookieCore
import Foundation
import StoreDrivers
import StoreFormats
import StoreManager
import StoreModel

/// How long it takes to carry a hundred changes between two stores, and how that grows with the stores.
///
/// The stores were synced before by the same process, and both were read since. What still grows with them: the bytes of
/// the store that changes are compared with their copy, and after the change copied, digested and compared once more; the
/// list of its cookies is copied, and the one before is let go of; and the digests of both lists and of what the two agreed
/// on are gone through, which are numbers. In what a store differs that somebody else has changed is found out when it is
/// read. When cookies have expired meanwhile, the times of all are gone through once. All else goes by the changes.
enum SyncFigure {
  static let all = [
    Figure(
      name: "sync", summary: "carrying 100 changes between two databases, in growing stores",
      measure: measure)
  ]

  private static let changes = 100
  /// The least of several rounds is what the rest of the machine disturbs least.
  private static let rounds = 3

  /// What one sync took, in seconds.
  private struct Times {
    var reading: Double
    var planning: Double
    var applying: Double
    var again: Double

    var whole: Double { planning + applying }

    func least(_ other: Times) -> Times {
      Times(
        reading: min(reading, other.reading), planning: min(planning, other.planning),
        applying: min(applying, other.applying), again: min(again, other.again))
    }
  }

  @MainActor private static func measure(_ sizes: Sizes) async throws -> [Line] {
    let counts = [sizes.hundredThousand / 100, sizes.hundredThousand / 10, sizes.hundredThousand]
    var lines: [Line] = []
    var smallest: Times?
    for count in counts {
      let times = try await OtherProgram.withFolder { try await sync(count, in: $0) }
      let what = "\(changes) changes, \(grouped(count)) cookies a side"
      lines += [
        .time(what + ": reading both", times.reading),
        .ratio(what + ": planning", times.planning, of: "reading", times.reading, atMost: 1),
        .ratio(what + ": applying", times.applying, of: "reading", times.reading),
        .ratio(what + ": nothing to do", times.again, of: "reading", times.reading),
      ]
      if let smallest {
        lines.append(
          .ratio(
            what + ": all but reading", times.whole, of: "that of \(grouped(counts[0]))",
            smallest.whole))
      } else {
        smallest = times
      }
    }
    return lines
  }

  /// Syncs two stores that agreed before and have changed on both sides since.
  private static func sync(_ count: Int, in folder: String) async throws -> Times {
    let paths = [folder + "/web.sqlite", folder + "/shared.sqlite"]
    var cookies = Generated.cookies(count, hosts: max(1, count / 20))
    for path in paths { try write(cookies, to: path) }
    let manager = manager(folder, paths)
    let stores = [try await manager.resolve(paths[0]).id, try await manager.resolve(paths[1]).id]
    var terms = SyncTerms(web: stores[0], shared: stores[1], direction: .both, prune: true)
    terms.rule = .web
    _ = await manager.apply(try await manager.planSync(terms).plan)
    var times: Times?
    for round in 0..<rounds {
      for index in 0..<changes {
        cookies[index * (count / changes)].value = CookieText("changed-\(round)")
      }
      try write(cookies, to: paths[0])
      let new = try await sync(terms, by: manager)
      times = times?.least(new) ?? new
    }
    guard let times else { throw NotMeasured(reason: "There was no round.") }
    return times
  }

  /// Reads both stores, in one of which a hundred cookies have changed, and brings them together.
  private static func sync(_ terms: SyncTerms, by manager: StoreManager) async throws -> Times {
    let start = ContinuousClock.now
    for store in [terms.web, terms.shared] { _ = try await manager.read(store) }
    let read = ContinuousClock.now
    let planning = try await manager.planSync(terms, reading: .whereUnknown)
    let planned = ContinuousClock.now
    let result = await manager.apply(planning.plan)
    let applied = ContinuousClock.now
    guard result.isComplete, result.doneCount == changes else {
      throw NotMeasured(reason: "\(result.doneCount) of \(changes) changes were carried.")
    }
    let again = try await manager.planSync(terms, reading: .whereUnknown)
    _ = await manager.apply(again.plan)
    let ended = ContinuousClock.now
    guard again.plan.items.isEmpty else {
      throw NotMeasured(reason: "The stores did not agree afterwards.")
    }
    return Times(
      reading: start.duration(to: read) / .seconds(1),
      planning: read.duration(to: planned) / .seconds(1),
      applying: planned.duration(to: applied) / .seconds(1),
      again: applied.duration(to: ended) / .seconds(1))
  }

  private static func write(_ cookies: [Cookie], to path: String) throws {
    var document = LibsoupDatabase()
    _ = document.apply(cookies.map(StoreChange.put))
    try Data(document.encoded()).write(to: URL(filePath: path))
  }

  private static func manager(_ folder: String, _ paths: [String]) -> StoreManager {
    let surroundings = Surroundings(
      environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder], userID: getuid(), namedPaths: paths)
    let access = StoreAccess(surroundings: surroundings, now: { Generated.now })
    return StoreManager(
      drivers: FileStoreDriver.all(in: surroundings, access: access), publicSuffixes: .system,
      configuration: ManagerConfiguration(
        stateDirectory: folder + "/state", now: { Generated.now },
        randomID: { String(UInt64.random(in: 0...UInt64.max), radix: 16) }))
  }
}
