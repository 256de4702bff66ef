import CookieCore
import Foundation
import StoreFormats
import StoreModel

/// How fast the website data of a large profile is listed.
enum ListingFigure {
  static let all = [
    Figure(
      name: "records", summary: "listing the website data of a large profile", measure: measure)
  ]

  private static let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  @MainActor private static func measure(_ sizes: Sizes) async throws -> [Line] {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "pantler").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw NotMeasured(reason: "pantler was not built beside this program.")
    }
    let (sites, entries) = (sizes.hundredThousand / 20, sizes.hundredThousand * 2)
    return try await OtherProgram.withFolder { home in
      try write(sites: sites, entries: entries, in: home)
      var output = ""
      var (listing, usage) = (Double.infinity, Double.infinity)
      // In turns, so that both find the same files in memory.
      for _ in 0..<3 {
        usage = min(usage, try seconds { _ = try OtherProgram.run(["du", "-s", home]) })
        listing = min(
          listing,
          try seconds {
            output = try OtherProgram.run(["HOME=\(home)", program, "records", "--jsonl"])
          })
      }
      // The last line is of what belongs to no site.
      guard output.split(separator: "\n").count == sites + 1 else {
        throw NotMeasured(reason: "Not every site was listed.")
      }
      let what = "\(grouped(sites)) sites, \(grouped(entries)) cached files listed"
      return [.ratio(what, listing, of: "du -s", usage, atMost: 2)]
    }
  }

  /// Writes a profile whose HTTP cache has the files of many sites, one in ten of them with a body of its own.
  private static func write(sites: Int, entries: Int, in home: String) throws {
    let data = home + "/.local/share/org.example.Large"
    let records =
      home + "/.cache/org.example.Large/WebKitCache/Version 17/Records/PARTITION/Resource"
    for folder in [data, records] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    var jar = LibsoupDatabase()
    _ = jar.apply([.put(Generated.cookie(1, domain: "www.site-1.example"))])
    try Data(jar.encoded()).write(to: URL(filePath: data + "/cookies.sqlite"))
    for number in 0..<entries {
      let key = NetworkCacheRecord.Key(
        identifier: "https://www.site-\(number % sites).example/assets/\(number)/picture.png")
      let isInline = number % 10 > 0
      let body = [UInt8](repeating: 2, count: isInline ? 200 + number % 3000 : 6000)
      let bytes = NetworkCacheRecord.file(
        version: 17, key: key, time: Generated.now,
        header: [UInt8](repeating: 1, count: 700 + number % 800), body: body,
        isBodyInline: isInline, keySalt: salt, salt: salt)
      let path = records + "/" + key.fileName(salt: salt)
      try Data(bytes).write(to: URL(filePath: path))
      if !isInline { try Data(body).write(to: URL(filePath: path + "-blob")) }
    }
  }
}
