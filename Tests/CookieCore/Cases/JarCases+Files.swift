import CookieCore
import Foundation
import StoreFormats

/// Cases that begin with a cookie file, or tell which one is left.
extension JarCases {
  /// Fills the storage with the cookies of the files, as a program does that takes no cookie a browser would refuse.
  mutating func loadFiles() {
    for name in (outside.filesIn ?? [:]).keys.sorted() {
      let file = bytes(outside.filesIn?[name] ?? "")
      let options = CookieImport.Options(
        now: time, url: CookieURL(outside.steps?.first?.url ?? ""))
      guard let read = try? CookieImport(file, options: options) else {
        fail("a file cannot be read")
        continue
      }
      let valid = read.cookies.filter { cookie in
        cookie.issues(now: time).allSatisfy { $0.rejection == nil }
      }
      storage = CookieStorage(storage.cookies + valid, policy: storage.policy)
    }
  }

  /// Compares the storage with the file that is to be left, line by line but in no order.
  mutating func checkFilesLeft() {
    for text in (outside.expectJarOut ?? [:]).values {
      // What is capped is capped from the clock of the case on.
      let capped = String(time.seconds + CookieLimits.lifetime)
      let expected = text.replacing("%days[400]", with: capped).split(separator: "\n")
        .filter { !$0.hasPrefix("# ") }
      let left = storage.cookies.filter { $0.expiryTime.map { $0 > time } ?? true }
      if Set(left.map(line)) != Set(expected.map { bytes(String($0)) }) {
        fail("another file is left")
      }
    }
  }

  private func line(_ cookie: Cookie) -> [UInt8] {
    let words: [CookieText] = [
      CookieText((cookie.hostOnly ? "" : ".") + cookie.domain.text),
      cookie.hostOnly ? "FALSE" : "TRUE", cookie.path, cookie.secure ? "TRUE" : "FALSE",
      CookieText(String(cookie.expiryTime?.seconds ?? 0)), cookie.name, cookie.value,
    ]
    return Array((cookie.httpOnly ? "#HttpOnly_" : "").utf8)
      + Array(words.map(\.bytes).joined(separator: [0x09]))
  }

  /// The header with what a command line adds to it for the place it names, and for no other.
  func withCommandCookies(_ header: [UInt8], for url: String) -> [UInt8] {
    guard let given = outside.commandCookies, let first = outside.steps?.first?.url,
      let asked = CookieURL(url), let named = CookieURL(first),
      (asked.scheme, asked.host, asked.port) == (named.scheme, named.host, named.port)
    else { return header }
    let parts = (header.isEmpty ? [] : [header]) + given.map(bytes)
    return Array(parts.joined(separator: [0x3B, 0x20]))
  }
}
