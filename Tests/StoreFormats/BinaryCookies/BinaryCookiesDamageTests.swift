import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("Damaged binary cookies are read as far as they go and never written")
struct BinaryCookiesDamageTests {
  static let rich = BinaryCookieFile.rich.bytes
  static let cutAt = rich.count - 87 - 40

  private func patched(_ bytes: [UInt8], at offset: Int, set number: UInt32) -> [UInt8] {
    var copy = bytes
    for byte in 0..<4 {
      copy[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(byte)))
    }
    return copy
  }

  @Test("FR-09: A page count that does not fit is damage, not an allocation")
  func hugePageCount() throws {
    let document = try BinaryCookies(decoding: Array("cook".utf8) + [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(document.isDamaged && document.cookies.isEmpty)
    #expect(document.notices.first?.offset == 4)
  }

  @Test("FR-09: A file cut within its second page shows the first")
  func cutPage() throws {
    let document = try BinaryCookies(decoding: Array(Self.rich.prefix(Self.cutAt)))
    #expect(document.isDamaged && document.cookies.map(\.name) == ["sid", "old", "noted"])
    #expect(document.notices.contains { $0.level == .damage && $0.offset == Self.cutAt })
  }

  @Test("FR-09: A cookie count that does not fit spoils its page only")
  func hugeCookieCount() throws {
    let bytes = patched(Self.rich, at: 16 + 4, set: 1_000_000)
    let document = try BinaryCookies(decoding: bytes)
    #expect(document.isDamaged && document.cookies.map(\.name) == ["host"])
    #expect(document.notices.first { $0.level == .damage }?.offset == 20)
  }

  @Test("FR-09: A record whose size leaves no room for its header is left out and told")
  func smallRecord() throws {
    let bytes = patched(Self.rich, at: 16 + 24, set: 48)
    let document = try BinaryCookies(decoding: bytes)
    #expect(document.isDamaged && document.cookies.map(\.name) == ["old", "noted", "host"])
    #expect(document.notices.first { $0.level == .damage }?.offset == 40)
  }

  @Test("FR-09: A missing trailer is a notice, and a save writes all of it")
  func missingTrailer() throws {
    let document = try BinaryCookies(decoding: BinaryCookieFile.rich.withoutTrailer)
    #expect(!document.isDamaged && document.cookies.count == 4)
    #expect(document.notices.map(\.level) == [.warning])
    #expect(document.encoded() == Self.rich)
  }

  @Test("A damaged file takes no change and keeps its bytes")
  func damagedStays() throws {
    let bytes = Array(Self.rich.prefix(Self.cutAt))
    var document = try BinaryCookies(decoding: bytes)
    #expect(document.apply([.remove(document.cookies[0].key)]) == [.unverified])
    #expect(document.encoded() == bytes)
  }

  @Test("Many offsets to one long record do not multiply it")
  func overlappingRecords() throws {
    let long = BinaryCookieFile.record(
      domain: "a.example", name: "n", value: [UInt8](repeating: 0x78, count: 50_000))
    var page: [UInt8] = [0, 0, 1, 0]
    let count = 5000
    page += [UInt8(count & 0xFF), UInt8(count >> 8), 0, 0]
    let offset = 12 + 4 * count
    for _ in 0..<count { page += [UInt8(offset & 0xFF), UInt8(offset >> 8), 0, 0] }
    page += [0, 0, 0, 0] + long
    var file = Array("cook".utf8) + [0, 0, 0, 1]
    file += [0, UInt8(page.count >> 16), UInt8(page.count >> 8 & 0xFF), UInt8(page.count & 0xFF)]
    let document = try BinaryCookies(decoding: file + page)
    #expect(document.cookies.count == 1 && document.isDamaged)
  }

  @Test("Every point of truncation is survived and told", .tags(.format))
  func truncation() throws {
    for count in 4..<Self.rich.count {
      let document = try BinaryCookies(decoding: Array(Self.rich.prefix(count)))
      #expect(document.cookies.count <= 4)
      let endsAsOldFile = count == Self.rich.count - 79
      #expect(!document.notices.isEmpty || endsAsOldFile, "cut at \(count)")
    }
  }

  @Test("Any bit may flip without a crash", .tags(.format))
  func bitFlips() throws {
    for bytes in flippedBits(of: Self.rich, limit: 8000)
    where bytes.starts(with: Array("cook".utf8)) {
      var document = try BinaryCookies(decoding: bytes)
      #expect(document.cookies.count <= 4)
      _ = document.apply(document.cookies.prefix(1).map { .remove($0.key) })
      _ = try BinaryCookies(decoding: document.encoded())
    }
  }
}
