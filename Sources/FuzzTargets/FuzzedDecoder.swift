import CookieCore
import StoreFormats
import StoreModel

/// A decoder that is fed with bytes from outside, and what must hold whatever they are.
package enum FuzzedDecoder: String, CaseIterable, Sendable {
  case binaryCookies
  case foundationCookieFile
  case netscapeJar
  case pantlerJSON
  case setCookie
  case cookieDate
  case originFile
  case networkCacheRecord

  /// Decodes bytes and stops the program when a promise of the decoder is broken.
  package func run(_ bytes: [UInt8]) {
    switch self {
    case .binaryCookies: check(BinaryCookies.self, bytes)
    case .foundationCookieFile: check(FoundationCookieFile.self, bytes)
    case .pantlerJSON: check(PantlerJSON.self, bytes)
    case .netscapeJar: check(NetscapeJar.self, bytes)
    case .setCookie: checkSetCookie(bytes)
    case .cookieDate: _ = CookieDate.parse(String(decoding: bytes, as: UTF8.self))
    case .originFile: _ = try? WebOriginPair(decoding: bytes)
    case .networkCacheRecord: _ = try? NetworkCacheRecord(decoding: bytes)
    }
  }

  /// What is written reads as what was read, and a removal removes just what it names.
  ///
  /// A file that lacks its tail is completed when it is written, so the bytes are compared from the second
  /// writing on.
  private func check<Document: CookieDocument>(_ type: Document.Type, _ bytes: [UInt8]) {
    guard var document = try? Document(decoding: bytes) else { return }
    guard !document.isDamaged else { return }
    let before = document.cookies
    guard let written = try? Document(decoding: document.encoded()) else {
      fatalError("what was written cannot be read")
    }
    require(written.cookies == before, "an unchanged file reads differently")
    require(written.encoded() == document.encoded(), "an unchanged file differs")
    guard let victim = before.first?.key else { return }
    _ = document.apply([.remove(victim)])
    let rest = before.filter { $0.key != victim }
    require(document.cookies == rest, "a removal changed something else")
    guard let again = try? Document(decoding: document.encoded()) else {
      fatalError("what was written cannot be read")
    }
    require(again.cookies == rest, "what was written reads differently")
  }

  /// What a header says is serialised to a line that says the same.
  private func checkSetCookie(_ bytes: [UInt8]) {
    let parsed = ParsedSetCookie(bytes: bytes)
    require(parsed == ParsedSetCookie(bytes: bytes), "the same line reads differently")
  }

  /// Stops the program with a message that release builds keep.
  private func require(_ holds: Bool, _ message: String) {
    if !holds { fatalError(message) }
  }
}
