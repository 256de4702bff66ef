import CookieCore

/// How fast the cookies of one URL are found.
enum StorageFigures {
  static let all = [
    Figure(
      name: "retrieval", summary: "finding the cookies of one URL among many", measure: retrieval)
  ]

  @MainActor private static func retrieval(_ sizes: Sizes) throws -> [Line] {
    let count = sizes.hundredThousand
    let spread = CookieStorage(Generated.cookies(count, hosts: count / 10))
    let single = CookieStorage(Generated.cookiesOfOneHost(count))
    return [
      try line(
        "one URL's cookies, \(grouped(count)) over hosts", spread, "https://www.site-7.example/a/b"),
      try line(
        "one URL's cookies, \(grouped(count)) of one host", single,
        "https://www.site-1.example/area-7/page-7/picture"),
    ]
  }

  private static func line(_ what: String, _ storage: CookieStorage, _ text: String) throws -> Line
  {
    guard let url = CookieURL(text) else { throw NotMeasured(reason: "The URL is none.") }
    let context = CookieContext(time: Generated.now)
    guard !storage.cookies(for: url, in: context).isEmpty else {
      throw NotMeasured(reason: "No cookie was found.")
    }
    let rounds = 100
    let time = leastSeconds(of: 5) {
      for _ in 0..<rounds { _ = storage.cookies(for: url, in: context) }
    }
    return .time(what, time / Double(rounds), atMost: 0.001)
  }
}
