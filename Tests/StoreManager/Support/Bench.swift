import CookieCore
import StoreModel
import Synchronization

@testable import StoreManager

/// A manager with stores in memory, a clock that stands still and files that can die.
struct Bench: Sendable {
  let driver = MemoryDriver()
  let files = MemoryFiles()
  let clock = ManualClock()
  let time = Mutexed(Timestamp(seconds: 1_800_000_000))
  private let ids = Mutexed(0)

  /// A manager as a new process would make it.
  func manager(_ adjust: (inout ManagerConfiguration) -> Void = { _ in }) async -> StoreManager {
    var configuration = ManagerConfiguration(
      stateDirectory: "/state/pantler", clock: clock, files: files.access,
      now: { [time] in time.value },
      randomID: { [ids] in
        let next = ids.change { value -> Int in
          value += 1
          return value
        }
        let hex = String(next, radix: 16)
        return String(repeating: "0", count: 8 - hex.count) + hex
      })
    adjust(&configuration)
    let manager = StoreManager(
      drivers: [driver], publicSuffixes: .builtin, configuration: configuration)
    _ = await manager.discover()
    return manager
  }
}

/// A value that a test shares with what it tests.
final class Mutexed<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>
  init(_ value: Value) { mutex = Mutex(value) }
  var value: Value { mutex.withLock { $0 } }
  func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { (value: inout sending Value) in
      var copy = value
      defer { value = copy }
      return body(&copy)
    }
  }
}

func cookie(
  _ name: String, _ value: String = "v", at domain: String = "site.example", path: String = "/",
  hostOnly: Bool = true, expires: Int64? = 1_900_000_000
) -> Cookie {
  var cookie = Cookie(
    name: CookieText(name), value: CookieText(value), domain: CookieText(domain),
    hostOnly: hostOnly, path: CookieText(path), expiryTime: expires.map { Timestamp(seconds: $0) })
  cookie.creationTime = Timestamp(seconds: 1_700_000_000)
  return cookie
}

extension Cookie {
  func with(_ change: (inout Cookie) -> Void) -> Cookie {
    var copy = self
    change(&copy)
    return copy
  }
}

extension StoreManager {
  /// Reads every store, so that plans can be made.
  func readAll() async throws {
    for store in stores { _ = try await read(store.id) }
  }

  /// Removes cookies by name from one store.
  func removal(of names: [String], from store: StoreID) async throws -> Plan {
    let found = try await read(store).cookies.filter { names.contains($0.name.text) }
    return Plan.removal(of: [store: found.map(\.key)], in: planContext())
  }
}
