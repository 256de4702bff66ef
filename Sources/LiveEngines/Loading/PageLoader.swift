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
    let jar = CopiedJar(storage)
    let visit = await load(request, from: jar) { _ in [] }
    return PageLoad(hops: visit.hops, outcome: visit.outcome, storage: jar.storage)
  }

  /// Loads a page with the cookies of a jar that others may change meanwhile.
  ///
  /// - Parameter beforeHop: what has to happen before each request; it returns the cookies that it brought.
  package func load(
    _ request: PageRequest, from jar: any PageJar,
    beforeHop: @Sendable (PageRequest) async throws(PageFailure) -> [CookieKey]
  ) async -> PageVisit {
    var visit = PageVisit()
    var next = request
    for _ in 0...Self.mostRedirects {
      do throws(PageFailure) {
        let brought: [CookieKey]
        do {
          brought = try await beforeHop(next)
        } catch {
          visit.hops.append(PageHop(url: next.url, method: next.method, verdicts: []))
          throw error
        }
        let (response, redirect) = try await take(next, brought, from: jar, in: &visit)
        guard let redirect else {
          visit.outcome = .loaded(status: response.status, byteCount: response.byteCount)
          visit.title = PageTitle.find(in: response.beginning)
          return visit
        }
        next = redirect
      } catch {
        visit.outcome = .failed(error)
        return visit
      }
    }
    visit.outcome = .failed(.tooManyRedirects(limit: Self.mostRedirects))
    return visit
  }

  /// Makes one request and receives the cookies of its response.
  ///
  /// - Returns: the response, and the request that it leads to.
  private func take(
    _ request: PageRequest, _ brought: [CookieKey], from jar: any PageJar,
    in visit: inout PageVisit
  ) async throws(PageFailure) -> (TransportResponse, PageRequest?) {
    var hop = await hop(for: request, jar)
    hop.brought = brought
    visit.hops.append(hop)
    guard ["http", "https"].contains(request.url.scheme) else {
      throw .scheme(request.url.scheme)
    }
    let response = try await transport.send(
      TransportRequest(
        url: request.url.description, method: request.method, body: request.body,
        cookieHeader: hop.sent.cookieHeader))
    hop.status = response.status
    let context = request.context(time: now(), method: request.method)
    hop.receptions = await jar.receive(response.setCookies, from: request.url, in: context)
    visit.hops[visit.hops.count - 1] = hop
    let redirect = try request.following(response)
    visit.hops[visit.hops.count - 1].location = redirect?.url
    return (response, redirect)
  }

  private func hop(for request: PageRequest, _ jar: any PageJar) async -> PageHop {
    let context = request.context(time: now(), method: request.method)
    let verdicts = await jar.verdicts(for: request.url, in: context)
    let unsendable = verdicts.filter { $0.isSent && !$0.cookie.fitsHeader }.map(\.cookie)
    let site = SchemefulSite(of: request.url)
    return PageHop(
      url: request.url, method: request.method,
      verdicts: verdicts.filter { !$0.isSent || $0.cookie.fitsHeader }, unsendable: unsendable,
      isCrossSite: site.map { !context.isSameSite(with: $0) } ?? false)
  }
}

/// A page that was loaded, or was not.
package struct PageVisit: Sendable {
  /// The requests in their order; the last is the page, or where it failed.
  package var hops: [PageHop] = []
  /// How it ended.
  package var outcome = PageLoad.Outcome.failed(.cancelled)
  /// The title of the page; nil when it has none.
  package var title: String?
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
