import CookieCore
import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

private let cases = ProcessInfo.processInfo.environment["PANTLER_CASES"]

@Suite("Containers of a real device are found whole and can be read", .enabled(if: cases != nil))
struct RealContainerTests {
  @Test("every cookie file of an iOS file system is a store with an id of its own")
  func device() async throws {
    let root = try #require(cases) + "/binarycookies/files/ios17"
    let files = try #require(FileManager.default.enumerator(atPath: root))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".binarycookies") }
    try #require(!files.isEmpty)
    let directory = try ScratchDirectory()
    var surroundings = StoreFixture.surroundings(directory)
    surroundings.namedPaths = [root]
    let access = StoreAccess(surroundings: surroundings) { Timestamp(seconds: 0) }
    let driver = FileStoreDriver(finder: AppleFinder(surroundings: surroundings), access: access)
    let stores = await driver.discover().stores
    #expect(Set(stores.map(\.path)) == Set(files.map { root + "/" + $0 }))
    #expect(Set(stores.map(\.id)).count == stores.count)
    for store in stores {
      let snapshot = try await driver.snapshot(of: store)
      #expect(!snapshot.isDamaged)
      #expect(try await driver.image(of: store).count == snapshot.fingerprint?.byteCount)
    }
  }
}
