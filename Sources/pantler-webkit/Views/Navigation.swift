#if WebKitGTK
  import CookieCore
  import StoreModel

  /// A navigation of a view that is under way.
  struct Navigation {
    let id: LiveNavigation.ID
    /// The requests so far.
    var hops: [LiveHop] = []
    /// Why it failed; nil while nothing is known.
    var failure: PageFailure?
    /// Who waits for its end.
    var waiters: [CheckedContinuation<LiveNavigation, Never>] = []

    /// Notes where a request goes: a new hop, unless the last one went there and has no answer yet.
    mutating func request(_ url: String, method: String) {
      if let last = hops.last, last.url == url, last.status == nil { return }
      hops.append(LiveHop(url: url, method: method))
    }

    /// Notes what answered the last request.
    mutating func respond(status: Int) {
      guard !hops.isEmpty else { return }
      hops[hops.count - 1].status = status
    }

    /// Notes a response that led elsewhere, of which the engine tells before or after it asks whether to go there.
    mutating func redirect(status: Int, to url: String, method: String) {
      let isNoted = hops.last.map { $0.url == url && $0.status == nil } ?? false
      let index = hops.count - (isNoted ? 2 : 1)
      if hops.indices.contains(index) {
        hops[index].status = status
        hops[index].location = url
      }
      request(url, method: method)
    }

    /// Notes cookies that were brought before the last request.
    mutating func bring(_ keys: [CookieKey]) {
      guard !hops.isEmpty else { return }
      hops[hops.count - 1].brought += keys
    }
  }
#endif
