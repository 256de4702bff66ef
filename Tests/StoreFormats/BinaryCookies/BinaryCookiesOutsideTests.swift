import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("Binary cookies of other programs", .enabled(if: OutsideCases.areAvailable), .tags(.format))
struct BinaryCookiesOutsideTests {
  @Test("Files from outside are read as expected and written back byte for byte")
  func files() throws {
    let cases = try OutsideCases.cases(suite: "binarycookies", kind: "binarycookies")
    #expect(!cases.isEmpty)
    for item in cases {
      let bytes = try item.file()
      guard item.expect["valid"] as? Bool == true else {
        let document = try? BinaryCookies(decoding: bytes)
        #expect(document?.isDamaged ?? true, "\(item.id)")
        continue
      }
      let document = try BinaryCookies(decoding: bytes)
      compare(document, with: item)
      #expect(document.encoded() == bytes, "\(item.id)")
      try expectStableRewrite(document)
    }
  }

  private func compare(_ document: BinaryCookies, with item: OutsideCase) {
    let expected = item.expectedCookies
    #expect(!document.isDamaged && document.cookies.count == expected.count, "\(item.id)")
    #expect(document.pages == item.expect["pages"] as? [Int], "\(item.id)")
    #expect(document.checksumIsCorrect == item.expect["checksum_correct"] as? Bool, "\(item.id)")
    #expect(document.storedChecksum.map(Int.init) == item.expect["checksum"] as? Int, "\(item.id)")
    #expect(document.acceptPolicy == item.expect["accept_policy"] as? Int, "\(item.id)")
    #expect(
      document.flags.map(Int.init) == expected.map { $0["flags"] as? Int ?? -1 }, "\(item.id)")
    for (index, (cookie, members)) in zip(document.cookies, expected).enumerated() {
      let matches =
        (cookie.hostOnly ? "" : ".") + cookie.domain.text == members["domain"] as? String
        && cookie.name.text == members["name"] as? String
        && cookie.path.text == members["path"] as? String
        && cookie.value.text == members["value"] as? String
        && cookie.secure == members["secure"] as? Bool
        && cookie.httpOnly == members["http_only"] as? Bool
        && cookie.version ?? 0 == members["version"] as? Int
        && cookie.ports?.first == members["port"] as? Int
        && cookie.comment?.text == members["comment"] as? String
        && cookie.expiryTime?.secondsSince1970 == members["expires"] as? Double
        && cookie.creationTime?.secondsSince1970 == members["created"] as? Double
      #expect(matches, "\(item.id), record \(index)")
    }
  }

  /// Removes the first cookie and puts it back: all cookies are as before.
  private func expectStableRewrite(_ document: BinaryCookies) throws {
    guard let first = document.cookies.first, first.isPersistent else { return }
    var copy = document
    #expect(copy.apply([.remove(first.key)]) == [.done])
    let removed = try BinaryCookies(decoding: copy.encoded())
    #expect(removed.cookies == document.cookies.filter { $0.key != first.key })
    #expect(removed.checksumIsCorrect == true && !removed.isDamaged)
  }
}
