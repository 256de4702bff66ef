import CookieCore
import ScreenKit
import StoreModel

@testable import PantlerScreens

/// Made-up stores for the tests of the screens.
enum Samples {
  /// 2033-05-18 03:33:20 UTC.
  static let now = Timestamp(seconds: 2_000_000_000)
  static let notes = StoreID(rawValue: "webkitgtk:org.example.Notes")
  static let shared = StoreID(rawValue: "jar:/home/me/cookies.txt")
  static let fox = StoreID(rawValue: "firefox:default-release")

  static func description(
    _ id: StoreID, app: String, engine: Engine, kind: StoreDescription.Kind = .standard,
    title: String, format: StoreFormat, capabilities: StoreCapabilities = StoreCapabilities()
  ) -> StoreDescription {
    StoreDescription(
      id: id, app: App(id: "org.example." + app, name: app, engine: engine), kind: kind,
      format: format, path: "/home/me/" + app, title: title, capabilities: capabilities)
  }

  static let descriptions = [
    description(
      notes, app: "Notes", engine: .webkitgtk, title: "default store", format: .libsoupDatabase),
    description(
      shared, app: "cookies.txt", engine: .jar, kind: .shared, title: "shared storage",
      format: .netscape, capabilities: StoreCapabilities(unrepresentable: [.sameSite, .partition])),
    description(
      fox, app: "Firefox", engine: .firefox, title: "default-release", format: .firefoxDatabase),
  ]

  static func cookie(
    _ name: String, _ domain: String, value: String = "a41b77c09e51", hostOnly: Bool = false,
    path: String = "/", secure: Bool = true, httpOnly: Bool = true, sameSite: SameSite = .lax,
    expiresIn days: Int64? = 6, usedAgo seconds: Int64? = 120
  ) -> Cookie {
    Cookie(
      name: CookieText(name), value: CookieText(value), domain: CookieText(domain),
      hostOnly: hostOnly, path: CookieText(path), secure: secure, httpOnly: httpOnly,
      sameSite: sameSite, expiryTime: days.map { now.adding(seconds: $0 * 86_400) },
      creationTime: now.adding(seconds: -864_000),
      lastAccessTime: seconds.map { now.adding(seconds: -$0) })
  }

  static let cookies: [StoreID: [Cookie]] = [
    notes: [
      cookie("sid", "example.org"),
      cookie("theme", "example.org", value: "dark", httpOnly: false, expiresIn: 300),
      cookie("csrf", "www.example.org", hostOnly: true, expiresIn: nil),
      cookie("cart", "shop.test", sameSite: .none, usedAgo: 3600),
      cookie(
        "seen", "news.example", secure: false, httpOnly: false, expiresIn: -2, usedAgo: 259_200),
      cookie("id", "xn--bcher-kva.example", usedAgo: 7200),
    ],
    shared: [
      cookie("sid", "example.org", value: "9c0d77c09e51", sameSite: .unspecified, usedAgo: nil),
      cookie("token", "api.example.net", hostOnly: true, sameSite: .unspecified, usedAgo: nil),
    ],
    fox: [
      cookie("_ga", "example.com", httpOnly: false, expiresIn: 500, usedAgo: 60),
      cookie("日本", "example.jp", usedAgo: 86_400),
    ],
  ]

  static func snapshot(_ id: StoreID, _ cookies: [Cookie], at time: Timestamp = now)
    -> StoreSnapshot
  {
    StoreSnapshot(store: id, cookies: cookies, fingerprint: nil, takenAt: time)
  }

  static func contents(_ snapshot: StoreSnapshot) -> StoreContents {
    StoreContents(snapshot: snapshot, site: { PublicSuffixes.builtin.site(ofHost: $0) }) {
      RowIssueSet(judging: $0, at: snapshot.takenAt, publicSuffixes: .builtin)
    }
  }
}
