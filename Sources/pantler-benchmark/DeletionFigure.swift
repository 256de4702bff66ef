import CookieCore
import Foundation
import StoreDrivers
import StoreFormats
import StoreManager
import StoreModel

/// How long it takes to delete much from a large store, with everything that makes it safe.
enum DeletionFigure {
  static let all = [
    Figure(
      name: "deletion", summary: "deleting a tenth of a large store, with journal and read-back",
      measure: measure)
  ]

  @MainActor private static func measure(_ sizes: Sizes) async throws -> [Line] {
    try await OtherProgram.withFolder { folder in
      let path = folder + "/cookies.sqlite"
      var document = LibsoupDatabase()
      let cookies = Generated.cookies(sizes.million, hosts: sizes.million / 20)
      _ = document.apply(cookies.map(StoreChange.put))
      try Data(document.encoded()).write(to: URL(filePath: path))
      let other = folder + "/other.sqlite"
      try FileManager.default.copyItem(atPath: path, toPath: other)
      let (planning, applying) = try await delete(in: path, folder: folder)
      let what =
        "\(grouped(sizes.million / 10)) of \(grouped(sizes.million)) deleted"
      let plan = Line.time(what + ": reading and planning", planning)
      guard let theirs = deletionByOthers(other) else { return [plan, .time(what, applying)] }
      return [plan, .ratio(what, applying, of: "sqlite3", theirs, atMost: 3)]
    }
  }

  /// Every tenth name ends in 7.
  private static func delete(in path: String, folder: String) async throws -> (Double, Double) {
    let surroundings = Surroundings(
      environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder], userID: getuid(), namedPaths: [path]
    )
    let access = StoreAccess(surroundings: surroundings, now: { Generated.now })
    let manager = StoreManager(
      drivers: FileStoreDriver.all(in: surroundings, access: access), publicSuffixes: .system,
      configuration: ManagerConfiguration(
        stateDirectory: folder + "/state", now: { Generated.now }, randomID: { "0123abcd" }))
    let start = ContinuousClock.now
    let store = try await manager.resolve(path)
    _ = try await manager.read(store.id)
    let request = RemovalRequest(
      stores: [store.id], matching: { cookie, _ in cookie.name.text.utf8.last == 0x37 })
    let plan = Plan.removal(request, in: await manager.planContext())
    let planned = ContinuousClock.now
    let result = await manager.apply(plan, force: false) { _, _ in }
    let applied = ContinuousClock.now
    guard !result.outcomes.isEmpty, result.outcomes.allSatisfy({ $0 == .done }) else {
      throw NotMeasured(reason: "Not every cookie was deleted.")
    }
    return (start.duration(to: planned) / .seconds(1), planned.duration(to: applied) / .seconds(1))
  }

  /// How long `sqlite3` takes for the same, without journal or read-back; nil where there is none.
  private static func deletionByOthers(_ path: String) -> Double? {
    let time = try? seconds {
      _ = try OtherProgram.run(["sqlite3", path, "DELETE FROM moz_cookies WHERE name LIKE '%7'"])
    }
    return time
  }
}
