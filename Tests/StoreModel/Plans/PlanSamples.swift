import CookieCore

@testable import StoreModel

let jar = StoreID(rawValue: "jar:a")
let web = StoreID(rawValue: "webkitgtk:app")
let shared = StoreID(rawValue: "jar:shared")
let present = Timestamp(seconds: 1_800_000_000)

/// A cookie that lives, with a value that is no secret.
func sample(
  _ name: String, _ value: String = "v", at domain: String = "site.example",
  hostOnly: Bool = true, created: Int64? = nil, expires: Int64? = 1_900_000_000,
  _ change: (inout Cookie) -> Void = { _ in }
) -> Cookie {
  var cookie = Cookie(
    name: CookieText(name), value: CookieText(value), domain: CookieText(domain),
    hostOnly: hostOnly, expiryTime: expires.map { Timestamp(seconds: $0) },
    creationTime: created.map { Timestamp(seconds: $0) })
  change(&cookie)
  return cookie
}

func context(
  _ stores: [StoreID: [Cookie]], lacking: [StoreID: Set<CookieAttribute>] = [:],
  guards: [Guard] = [], includeGuarded: Bool = false
) -> PlanContext {
  PlanContext(
    snapshots: Dictionary(
      uniqueKeysWithValues: stores.map { store, cookies in
        (store, StoreSnapshot(store: store, cookies: cookies, fingerprint: nil, takenAt: present))
      }),
    descriptions: Dictionary(
      uniqueKeysWithValues: stores.keys.map { store in
        (
          store,
          StoreDescription(
            id: store, app: App(id: "test", name: "Test", engine: .jar), kind: .shared,
            format: .netscape, path: "/" + store.rawValue, title: "test",
            capabilities: StoreCapabilities(unrepresentable: lacking[store] ?? []))
        )
      }),
    guards: guards, includeGuarded: includeGuarded, site: { $0.domain.text }, id: "0000000a",
    now: present)
}

extension Plan {
  var names: [String] { items.map(\.key.name.text) }
  func skippedNames(_ reason: SkippedItem.Reason) -> [String] {
    skipped.filter { $0.reason == reason }.map(\.key.name.text)
  }
}
