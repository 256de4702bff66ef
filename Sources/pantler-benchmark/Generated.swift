import CookieCore
import StoreModel

/// Cookies that are made up, the same in every run.
enum Generated {
  /// 2033-05-18 03:33:20 UTC.
  static let now = Timestamp(seconds: 2_000_000_000)

  /// One cookie; the numbers differ in name, value and times.
  static func cookie(_ number: Int, domain: CookieText, path: CookieText = "/") -> Cookie {
    let hash = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    return Cookie(
      name: CookieText("name-\(number)"),
      value: CookieText(String(hash, radix: 16) + "-0123456789"),
      domain: domain, hostOnly: number % 3 == 0, path: path, secure: number % 2 == 0,
      httpOnly: number % 5 == 0, sameSite: number % 4 == 0 ? .strict : .lax,
      expiryTime: now.adding(seconds: 86_400 + Int64(number % 1_000_000)),
      creationTime: now.adding(seconds: -Int64(number % 1_000_000)),
      lastAccessTime: now.adding(seconds: -Int64(number % 10_000)))
  }

  /// Cookies spread evenly over hosts.
  static func cookies(_ count: Int, hosts: Int) -> [Cookie] {
    let domains = (0..<hosts).map { CookieText("www.site-\($0).example") }
    return (0..<count).map { cookie($0, domain: domains[$0 % hosts]) }
  }

  /// Cookies of one host, each with a path of its own.
  static func cookiesOfOneHost(_ count: Int) -> [Cookie] {
    (0..<count).map {
      cookie($0, domain: "www.site-1.example", path: CookieText("/area-\($0 % 1000)/page-\($0)"))
    }
  }

  /// The bytes of the texts of cookies.
  static func textBytes(_ cookies: [Cookie]) -> Int {
    cookies.reduce(0) { $0 + $1.nameAndValueCount + $1.domain.count + $1.path.count }
  }
}
