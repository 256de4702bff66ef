import CookieCore
import EngineProtocol
import StoreModel
import Testing

@testable import LiveEngines

@Suite("What sites keep in a live store is listed and removed as the engine says")
struct LiveRecordTests {
  /// A driver of an engine that has records in the store `full`, none in `empty`, and fails elsewhere.
  private func driver(
    removing: @escaping @Sendable (EngineRequest) -> ScriptedHost.Answer = { _ in
      .message(.records(records: []))
    }
  ) async throws -> (LiveStoreDriver, ScriptedHost) {
    let full: [(name: String, type: DataType, bytes: Int?)] = [
      ("shop.test", .localStorage, nil), ("shop.test", .diskCache, 4096),
      ("news.test", .fetchCache, nil), ("news.test", .serviceWorkerRegistrations, nil),
      ("intranet", .localStorage, nil),
    ]
    let host = ScriptedHost { request in
      switch request {
      case .listRecords("full", let types):
        .message(
          .records(
            records: full.filter { types.contains($0.type) }.map {
              LiveRecord(displayName: $0.name, types: [.cookies, $0.type], bytes: $0.bytes)
            }))
      case .listRecords("empty", _): .message(.records(records: []))
      case .removeRecords: removing(request)
      default: .failure(.engine(message: "The network process died."))
      }
    }
    let engine = RemoteEngine(
      launcher: ScriptedLauncher(host), limits: RemoteEngine.Limits(hello: .seconds(3600)))
    try await engine.start()
    let app = App(id: "shop", name: "shop", engine: .live)
    return (LiveStoreDriver(engine: engine, app: app) { World.now }, host)
  }

  private func store(_ name: String, of driver: LiveStoreDriver) -> StoreDescription {
    let id = driver.id(name)
    return StoreDescription(
      id: id, app: driver.app, kind: .nonPersistent, format: .pantlerJSON, path: id.rawValue,
      title: name, capabilities: StoreCapabilities())
  }

  @Test("an item for each record and type, by site; unknown is not the same as none")
  func listing() async throws {
    let (driver, _) = try await driver()
    let listing = try await driver.websiteData(of: store("full", of: driver))
    #expect(
      listing.items.map { "\($0.type.rawValue) \($0.site.name)" } == [
        "localStorage intranet", "fetchCache news.test", "serviceWorkerRegistrations news.test",
        "diskCache shop.test", "localStorage shop.test",
      ])
    #expect(listing.items.map(\.contentBytes) == [nil, nil, nil, 4096, nil])
    #expect(listing.items.map { $0.site.isBareHost(in: []) } == [true, false, false, false, false])
    #expect(listing.isComplete && listing.problems.isEmpty)
    #expect(
      try await driver.websiteData(of: store("empty", of: driver)) == WebsiteDataListing())
    await #expect(throws: StoreFailure.self) {
      try await driver.websiteData(of: store("dead", of: driver))
    }
  }

  @Test("a removal names the record and cannot be undone; what is left behind is no success")
  func removing() async throws {
    let (driver, host) = try await driver { request in
      guard case .removeRecords(_, [.localStorage], let names, nil) = request else {
        return .failure(.unsupported(act: .removeRecords, reason: "Not without a display."))
      }
      let left = (names ?? []).filter { $0 == "intranet" }
      return .message(
        .records(records: left.map { LiveRecord(displayName: $0, types: [.localStorage]) }))
    }
    let store = store("full", of: driver)
    let items = try await driver.websiteData(of: store).items
    let removals = try await driver.freeze(items, of: store)
    #expect(removals.map(\.item) == items)
    #expect(removals.allSatisfy { !$0.isKept })
    let wanted = removals.filter {
      [.localStorage, .diskCache, .fetchCache].contains($0.item.type)
    }
    let outcomes = try await driver.remove(wanted, from: store, force: false).result.outcomes
    let path = store.id.rawValue
    #expect(
      outcomes == [
        .failed(.unverified(path: path)),
        .failed(
          .unsupported(
            path: path,
            reason:
              "The engine takes the serviceWorkerRegistrations of the site along; delete both."
          )), .failed(.unsupported(path: path, reason: "Not without a display.")), .done,
      ])
    // What would have taken more along was not asked for.
    #expect(
      !host.requests.contains {
        if case .removeRecords(_, [.fetchCache], _, _) = $0 { true } else { false }
      })
  }

  @Test("a plan says before that nobody has a copy")
  func plan() async throws {
    let (driver, _) = try await driver()
    let store = store("full", of: driver)
    let listing = try await driver.websiteData(of: store)
    var request = RemovalRequest(stores: [store.id])
    request.types = [.localStorage]
    request.sites = ["shop.test"]
    let context = PlanContext(
      snapshots: [:], descriptions: [store.id: store], site: { $0.domain.text }, id: "plan",
      now: World.now)
    let selection = request.selection(from: listing, in: store.id, context)
    var plan = Plan.removal(request, in: context)
    plan.add(
      try await driver.freeze(selection.items, of: store), of: selection, for: request,
      in: store.id, copyLimit: 1 << 30)
    #expect(plan.removals.map(\.item.place.record) == ["shop.test"])
    #expect(plan.removals.map(\.isKept) == [false])
    #expect(
      plan.warnings.contains(
        .cannotBeUndone(store.id, why: "a live engine gives no copy of localStorage")))
  }
}
