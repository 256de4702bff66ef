import CookieCore
import Testing

extension Tag {
  @Tag static var spec: Self
  @Tag static var slow: Self
}

/// The clock of tests that name none: 2026-05-28 20:26:40 UTC.
let now = Timestamp(seconds: 1_780_000_000)

/// A URL that is known to be readable.
func url(_ text: String) throws -> CookieURL { try #require(CookieURL(text)) }

/// The user goes to a URL.
let navigation = CookieContext(time: now)

/// The names of cookies in their order.
func names(_ cookies: [Cookie]) -> [String] { cookies.map(\.name.text) }
