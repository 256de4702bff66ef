import CookieCore
import StoreModel
import Synchronization

/// Loads pages that a test made up, one hop each.
final class ScriptedPages: PageLoading {
  let name = "embedded"
  private let pages = Mutex([String: [String]]())
  private let asked = Mutex([PageRequest]())

  /// The requests so far.
  var requests: [PageRequest] { asked.withLock { $0 } }

  /// Makes up a page that sets cookies.
  func add(_ url: String, _ setCookies: String...) {
    pages.withLock { $0[url] = setCookies }
  }

  func load(_ request: PageRequest, with storage: CookieStorage) async -> PageLoad {
    asked.withLock { $0.append(request) }
    var load = PageLoad(hops: [], outcome: .loaded(status: 200, byteCount: 5), storage: storage)
    let context = request.context(time: Bench.now, method: request.method)
    var hop = PageHop(
      url: request.url, method: request.method,
      verdicts: storage.verdicts(for: request.url, in: context))
    if let fields = pages.withLock({ $0[request.url.description] }) {
      hop.status = 200
      hop.receptions = fields.map { load.storage.receive($0, from: request.url, in: context) }
    } else {
      load.outcome = .failed(.connection("no route to \(request.url.host?.name ?? "")"))
    }
    load.hops = [hop]
    return load
  }
}
