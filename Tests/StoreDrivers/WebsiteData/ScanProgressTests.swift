import CookieCore
import Foundation
import StoreModel
import Synchronization
import Testing

@testable import StoreDrivers

@Suite("Website data is told while it is being listed")
struct ScanProgressTests {
  /// Keeps what is told.
  private final class Listener: Sendable {
    let told = Mutex<[WebsiteDataProgress]>([])
  }

  @Test("every item is told once, an owner's together, and together they are the listing")
  func finished() async throws {
    let fixture = try DataRemovalFixture()
    let listener = Listener()
    let listing = try await fixture.driver.websiteData(of: fixture.store) { progress in
      listener.told.withLock { $0.append(progress) }
    }
    let told = listener.told.withLock { $0 }
    #expect(listing.isComplete && told.flatMap(\.finished) == listing.items)
    #expect(told.allSatisfy { $0.roots == listing.roots && $0.fileCount > 20 })
    let owners = listing.items.map(\.owner)
    let changes = zip(owners, owners.dropFirst()).count { $0 != $1 }
    #expect(Set(owners).count == changes + 1)
    #expect(owners == owners.sorted())
  }

  @Test("a listing that is stopped answers with what it has, and says so")
  func stopped() throws {
    let fixture = try DataRemovalFixture()
    let report = ScanReport()
    report.stop()
    let listing = WebsiteDataScanner.listing(
      of: [fixture.profile("data"), fixture.profile("cache")],
      copies: TemporaryCopies(base: fixture.profile("copies")), report: report)
    #expect(!listing.isComplete)
  }

  @Test("heads of records are read in any number of threads, in the order of their names")
  func heads() throws {
    let profile = try ProfileBuilder()
    let names = (0..<1500).map { String(10_000 + $0) }
    for (number, name) in names.enumerated() where number % 7 != 3 {
      let url = "https://user@site-\(number % 5).example:8443/\(number)?a://b"
      try profile.write("records/" + name, ProfileBuilder.cacheRecord(url))
    }
    var records: [RecordHeads.Record] = []
    var owners: [RecordHeads.Owner] = []
    RecordHeads.read(FileNames(names), in: profile("records")) {
      records += $0
      owners = $1
      return true
    }
    #expect(records.count == names.count)
    #expect(Set(owners).count == owners.count && owners.count == 5)
    for (number, (name, record)) in zip(names, records).enumerated() {
      let entry = FileSurvey.Entry(profile("records/" + name))
      #expect(record.status == entry?.status && (record.status == nil || record.linkCount == 1))
      #expect(
        record.head.map { owners[$0.owner].beginning }
          == (number % 7 == 3 ? nil : "https://user@site-\(number % 5).example:8443"))
    }
    var count = 0
    RecordHeads.read(FileNames(names), in: profile("records")) { records, _ in
      count += records.count
      return false
    }
    #expect(count > 0 && count < names.count)
  }
}
