import CookieCore
import FoundationEssentials
import StoreFormats
import StoreModel

/// A throw-away home with one store of every kind.
struct DemoHome: Sendable {
  /// The time that a demo with a chosen seed takes place at, so that everything about it is the same.
  static let fixedNow = Timestamp(seconds: 1_798_718_400)

  /// The directory.
  let directory: String
  private let seed: UInt64
  private let now: Timestamp
  private let identifiers: [String]

  /// Describes a home; nothing is made yet.
  init(directory: String, seed: UInt64, now: Timestamp) {
    self.directory = directory
    self.seed = seed
    self.now = now
    var random = DemoRandom(seed: seed)
    identifiers = (0..<3).map { _ in random.uuid() }
  }

  /// The environment of a program that lives here.
  func environment(from outer: [String: String]) -> [String: String] {
    var inner = outer.filter { !$0.key.hasPrefix("XDG_") && !$0.key.hasSuffix("_CONFIG_HOME") }
    inner["HOME"] = directory
    inner["XDG_CONFIG_HOME"] = directory + "/.config"
    inner["XDG_DATA_HOME"] = directory + "/.local/share"
    inner["XDG_STATE_HOME"] = directory + "/.local/state"
    inner["XDG_CACHE_HOME"] = directory + "/.cache"
    inner["XDG_RUNTIME_DIR"] = directory + "/.runtime"
    inner["PANTLER_PROCESS_ROOT"] = directory + "/.processes"
    return inner
  }

  // MARK: - Places

  /// The container of an app in a simulator.
  var container: String {
    "Library/Developer/CoreSimulator/Devices/\(identifiers[0].uppercased())"
      + "/data/Containers/Data/Application/\(identifiers[1].uppercased())"
  }
  var defaultStore: String { container + "/Library/Cookies/Cookies.binarycookies" }
  var identifiedStore: String {
    container + "/Library/WebKit/WebsiteDataStore/\(identifiers[2])/Cookies/Cookies.binarycookies"
  }
  var sharedStore: String {
    container + "/Library/HTTPStorages/com.example.notes.binarycookies"
  }
  let webKitStore = ".local/share/org.example.Reader/cookies.sqlite"
  let textStore = ".local/share/feedbox/cookies.txt"
  let foundationStore = ".local/share/notes-server/.cookies.shared"
  let curlJar = "jars/curl.txt"
  let wgetJar = "jars/wget.txt"
  let ytDlpJar = "jars/yt-dlp.txt"
  let lossless = "jars/archive.json"

  // MARK: - Building

  /// Makes the home.
  func build() throws(FileFailure) {
    var cookies = DemoCookies(seed: seed, now: now)
    let app = cookies.usual(sites: 5)
    try write(encode(BinaryCookies(), app + cookies.odd()), to: defaultStore)
    try write(
      encode(BinaryCookies(), cookies.usual(sites: 3) + cookies.faulty()), to: identifiedStore)
    try write(encode(BinaryCookies(), cookies.revisited(Array(app.dropLast(3)))), to: sharedStore)
    try write(metadata, to: container + "/.com.apple.mobile_container_manager.metadata.plist")
    let reader = cookies.usual(sites: 6)
    try write(encode(LibsoupDatabase(), reader + cookies.faulty()), to: webKitStore)
    let feeds = cookies.usual(sites: 2)
    try write(encode(NetscapeJar(dialect: .libsoup), feeds), to: textStore)
    let server = cookies.revisited(Array(reader.prefix(8)))
    try write(encode(FoundationCookieFile(), server), to: foundationStore)
    try write(
      encode(NetscapeJar(dialect: .curl), cookies.usual(sites: 3) + cookies.faulty()), to: curlJar)
    try write(encode(NetscapeJar(dialect: .wget), cookies.usual(sites: 2)), to: wgetJar)
    try write(encode(NetscapeJar(dialect: .ytDlp), cookies.visited("video.test")), to: ytDlpJar)
    let everything = cookies.usual(sites: 4) + cookies.partitioned() + cookies.hostile()
    try write(encode(PantlerJSON(), everything), to: lossless)
    try buildWebsiteData()
    try buildSettings()
    try buildProcesses()
  }

  private func buildWebsiteData() throws(FileFailure) {
    let files: [DemoProfile.File]
    do throws(SQLiteFailure) {
      files =
        try DemoProfile.reader(seed: seed, now: now)
        + DemoProfile.container(container + "/Library", seed: seed &+ 1, now: now)
    } catch {
      // A database in memory fails for want of memory only.
      throw FileFailure(path: directory, call: "sqlite3_step", code: error.primaryCode)
    }
    for file in files {
      try DemoFiles.write(file.bytes, to: directory + "/" + file.path, modified: file.modified)
    }
  }

  private func encode<Document: CookieDocument>(
    _ empty: Document, _ cookies: [Cookie]
  ) -> [UInt8] {
    var document = empty
    _ = document.apply(cookies.map { .put($0) })
    return document.encoded()
  }

  /// The settings of the programs whose jars are found by them.
  private func buildSettings() throws(FileFailure) {
    try write("cookie-jar = \"\(directory)/\(curlJar)\"\n", to: ".curlrc")
    try write("save_cookies = \(directory)/\(wgetJar)\n", to: ".wgetrc")
    try write("--cookies \(directory)/\(ytDlpJar)\n", to: ".config/yt-dlp/config")
    try write(
      """
      // The settings of the demo.
      {
        jars: ["\(lossless)"],
        filters: { mine: "site:shop.example | site:news.example" },
        links: {
          notes: { web: "apple:com.example.notes:default", shared: "apple:com.example.notes:shared" },
        },
      }

      """, to: ".config/pantler/config.json5")
  }

  private var metadata: [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
      <key>MCMMetadataIdentifier</key><string>com.example.notes</string>
      </dict></plist>

      """.utf8)
  }

  func write(_ text: String, to path: String) throws(FileFailure) {
    try write(Array(text.utf8), to: path)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    try DemoFiles.write(bytes, to: directory + "/" + path, modified: now)
  }
}
