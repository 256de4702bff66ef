import Foundation
import Testing

@Suite(
  "A removal of website data that is killed is taken back whole", .serialized,
  .enabled(if: endToEnd), .onOwnThreads)
struct KilledRemovalTests {
  let home: Home
  let pantler: Program
  private let profile = ".local/share/shop"
  private let store = "webkitgtk:shop"
  private static let siteCount = 300

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
    let sqlite = Program("/usr/bin/sqlite3")
    try home.write("", to: profile + "/itp/.keep")
    try FileManager.default.removeItem(atPath: home.path(profile + "/itp/.keep"))
    try sqlite.run(
      [home.path(profile + "/itp/observations.db")],
      input: """
        CREATE TABLE ObservedDomains (domainID INTEGER PRIMARY KEY, registrableDomain TEXT UNIQUE,
          lastSeen REAL, hadUserInteraction INTEGER, mostRecentUserInteractionTime REAL);
        CREATE TABLE SubframeUnderTopFrameDomains (subFrameDomainID INTEGER, topFrameDomainID INTEGER,
          FOREIGN KEY(topFrameDomainID) REFERENCES ObservedDomains(domainID) ON DELETE CASCADE);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.siteCount))
          INSERT INTO ObservedDomains SELECT i, 'site-' || i || '.test', 1.0, 1, -1.0 FROM n;
        INSERT INTO SubframeUnderTopFrameDomains SELECT 1, domainID FROM ObservedDomains;

        """)
    let folder = profile + "/localstorage"
    try home.write("", to: folder + "/empty")
    try FileManager.default.removeItem(atPath: home.path(folder + "/empty"))
    let first = home.path(folder + "/https_site-1.test_0.localstorage")
    try sqlite.run(
      [first],
      input: """
        CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL ON CONFLICT FAIL);
        INSERT INTO ItemTable VALUES ('a', X'61006200');

        """)
    for site in 2...Self.siteCount {
      try FileManager.default.copyItem(
        atPath: first, toPath: home.path(folder + "/https_site-\(site).test_0.localstorage"))
    }
  }

  /// When the program is killed.
  enum Moment: String, CaseIterable {
    /// The copy of what goes is in the journal.
    case archive
    /// The rows of tracking prevention are being taken out.
    case rows
    /// Some files are gone.
    case files
  }

  private func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: home.path(folder))) ?? []
  }

  /// Every file of the profile with its bytes.
  private func state() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: home.path(profile)) {
      found[name] = (try? home.bytes(profile + "/" + name)) ?? Data()
    }
    return found
  }

  /// Whether the file is there that goes first and comes back first.
  ///
  /// It is asked for by name, because who lists a folder of a profile uses it.
  private var hasFirstFile: Bool {
    FileManager.default.fileExists(
      atPath: home.path(profile + "/localstorage/https_site-1.test_0.localstorage"))
  }

  private func hasCome(_ moment: Moment, knowing known: Set<String>) -> Bool {
    let journal = ".local/state/pantler/journal"
    switch moment {
    case .archive:
      return names(journal).contains {
        !known.contains($0) && names(journal + "/" + $0).contains("manifest.json")
      }
    case .rows: return names(profile + "/itp").contains { $0.contains(".pantler-") }
    case .files: return !hasFirstFile
    }
  }

  /// Runs the program and kills it at a moment; false when it was through before.
  private func kill(_ arguments: [String], when isTime: () -> Bool) throws -> Bool {
    let running = try RunningProgram(pantler.path, arguments, environment: home.environment)
    while running.isRunning {
      guard isTime() else { continue }
      running.signal(SIGKILL)
      break
    }
    return running.status() == SIGKILL
  }

  @Test(
    "FR-16: killed while it deletes, undo puts back rows and files, and nothing of it is left",
    arguments: Moment.allCases)
  func deleting(moment: Moment) throws {
    let before = try state()
    var kills = 0
    let end = Date(timeIntervalSinceNow: 120)
    while kills < 2, Date() < end {
      let known = Set(names(".local/state/pantler/journal"))
      let wasKilled = try kill(["rm", store, "--types", "all", "--all", "--yes"]) {
        hasCome(moment, knowing: known)
      }
      if wasKilled { kills += 1 }
      try pantler.run(["doctor"], environment: home.environment)
      let left = try state()
      #expect(left.keys.allSatisfy { !$0.contains(".pantler-") })
      let undone = try pantler.result(["undo", "--yes"], environment: home.environment)
      // 4: the journal says that nothing was changed.
      #expect(undone.status == (left == before ? 4 : 0), "\(undone.output)\(undone.errors)")
      #expect(try state() == before)
    }
    #expect(kills == 2)
  }

  @Test("FR-16: killed while it puts back, the next undo goes on")
  func restoring() throws {
    let before = try state()
    var kills = 0
    let end = Date(timeIntervalSinceNow: 120)
    while kills < 2, Date() < end {
      try pantler.run(
        ["rm", store, "--types", "all", "--all", "--yes"], environment: home.environment)
      let wasKilled = try kill(["undo", "--yes"]) { hasFirstFile }
      guard wasKilled else { continue }
      kills += 1
      if try state() != before {
        try pantler.run(["undo", "--yes"], environment: home.environment)
      }
      #expect(try state() == before)
    }
    #expect(kills == 2)
  }
}
