package import CookieCore
import StoreModel
import Synchronization

/// Where a page's cookies come from and go to, while it is loaded.
package protocol PageJar: Sendable {
  /// The fate of every cookie of the URL's site, those that are sent first.
  func verdicts(for url: CookieURL, in context: CookieContext) async -> [CookieVerdict]

  /// Receives Set-Cookie fields in order.
  func receive(
    _ fields: [[UInt8]], from url: CookieURL, in context: CookieContext
  ) async -> [CookieReception]
}

/// Cookies that one load has for itself.
final class CopiedJar: PageJar {
  private let content: Mutex<CookieStorage>

  init(_ storage: CookieStorage) {
    content = Mutex(storage)
  }

  var storage: CookieStorage { content.withLock { $0 } }

  func verdicts(for url: CookieURL, in context: CookieContext) async -> [CookieVerdict] {
    content.withLock { $0.verdicts(for: url, in: context) }
  }

  func receive(
    _ fields: [[UInt8]], from url: CookieURL, in context: CookieContext
  ) async -> [CookieReception] {
    content.withLock { storage in
      fields.map { storage.receive($0, from: url, in: context) }
    }
  }
}
