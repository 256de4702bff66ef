public import CookieCore
public import StoreModel

/// Loads pages as the embedded engine does: hop by hop, with cookies by the rules of `CookieCore`, without scripts.
public struct PageLoader: PageLoading {
  /// The most redirects that are followed.
  ///
  /// - Source: Fetch, "HTTP-redirect fetch".
  public static let mostRedirects = 20

  private let transport: any PageTransport
  private let now: @Sendable () -> Timestamp

  /// Loads over HTTP.
  ///
  /// - Parameter now: the present time, by which cookies expire.
  public init(now: @escaping @Sendable () -> Timestamp) {
    self.init(transport: CurlTransport(), now: now)
  }

  /// Loads by any transport.
  package init(transport: any PageTransport, now: @escaping @Sendable () -> Timestamp) {
    self.transport = transport
    self.now = now
  }

  /// What people call it.
  public var name: String { "embedded" }

  /// Loads a page with cookies, and keeps those that come on every hop.
  public func load(_ request: PageRequest, with storage: CookieStorage) async -> PageLoad {
    var load = PageLoad(hops: [], outcome: .failed(.cancelled), storage: storage)
    var next = request
    for _ in 0...Self.mostRedirects {
      do throws(PageFailure) {
        let (response, redirect) = try await take(next, in: &load)
        guard let redirect else {
          load.outcome = .loaded(status: response.status, byteCount: response.byteCount)
          return load
        }
        next = redirect
      } catch {
        load.outcome = .failed(error)
        return load
      }
    }
    load.outcome = .failed(.tooManyRedirects(limit: Self.mostRedirects))
    return load
  }

  /// Makes one request and receives the cookies of its response.
  ///
  /// - Returns: the response, and the request that it leads to.
  private func take(
    _ request: PageRequest, in load: inout PageLoad
  ) async throws(PageFailure) -> (TransportResponse, PageRequest?) {
    let sent = hop(for: request, load.storage)
    load.hops.append(sent)
    guard ["http", "https"].contains(request.url.scheme) else {
      throw .scheme(request.url.scheme)
    }
    let response = try await transport.send(
      TransportRequest(
        url: request.url.description, method: request.method, body: request.body,
        cookieHeader: sent.sent.cookieHeader))
    var hop = sent
    hop.status = response.status
    let context = request.context(time: now(), method: request.method)
    hop.receptions = response.setCookies.map { field in
      load.storage.receive(field, from: request.url, in: context)
    }
    load.hops[load.hops.count - 1] = hop
    let redirect = try request.following(response)
    load.hops[load.hops.count - 1].location = redirect?.url
    return (response, redirect)
  }

  private func hop(for request: PageRequest, _ storage: CookieStorage) -> PageHop {
    let context = request.context(time: now(), method: request.method)
    let verdicts = storage.verdicts(for: request.url, in: context)
    let unsendable = verdicts.filter { $0.isSent && !$0.cookie.fitsHeader }.map(\.cookie)
    return PageHop(
      url: request.url, method: request.method,
      verdicts: verdicts.filter { !$0.isSent || $0.cookie.fitsHeader }, unsendable: unsendable)
  }
}

extension PageRequest {
  /// The request that a response leads to; nil when the response is the page.
  ///
  /// - Source: Fetch, "HTTP-redirect fetch", steps 11 and 12.
  func following(_ response: TransportResponse) throws(PageFailure) -> PageRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status), let text = response.redirect else {
      return nil
    }
    guard let target = CookieURL(text), target.host != nil else { throw .badRedirect }
    var next = self
    next.url = target
    let changesMethod =
      switch response.status {
      case 301, 302: method == "POST"
      case 303: method != "GET" && method != "HEAD"
      default: false
      }
    if changesMethod {
      next.method = "GET"
      next.body = nil
    }
    return next
  }
}

extension Cookie {
  /// Whether name and value can stand in a header field.
  fileprivate var fitsHeader: Bool {
    (name.bytes + value.bytes).allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
  }
}
