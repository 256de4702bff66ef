package import StoreModel

/// One request, made ready for the wire.
package struct TransportRequest: Hashable, Sendable {
  /// The absolute address.
  package var url: String
  /// The method, in capitals.
  package var method: String
  /// What is sent with it; nil for nothing.
  package var body: [UInt8]?
  /// The value of the Cookie field; empty for no such field.
  package var cookieHeader: [UInt8]

  /// Takes every field as it is.
  package init(url: String, method: String, body: [UInt8]? = nil, cookieHeader: [UInt8] = []) {
    self.url = url
    self.method = method
    self.body = body
    self.cookieHeader = cookieHeader
  }
}

/// One response, as far as cookies depend on it.
package struct TransportResponse: Hashable, Sendable {
  /// The status.
  package var status: Int
  /// The values of the Set-Cookie fields, each for itself, in their order.
  package var setCookies: [[UInt8]]
  /// The absolute address that the response leads to; nil when it leads nowhere.
  package var redirect: String?
  /// The number of bytes of the content.
  package var byteCount: Int
  /// The beginning of the content, as far as a title is looked for in it.
  package var beginning: [UInt8]

  /// Takes every field as it is.
  package init(
    status: Int, setCookies: [[UInt8]] = [], redirect: String? = nil, byteCount: Int = 0,
    beginning: [UInt8] = []
  ) {
    self.status = status
    self.setCookies = setCookies
    self.redirect = redirect
    self.byteCount = byteCount
    self.beginning = beginning
  }
}

/// What carries one request to a server; it follows no redirect and keeps no cookie.
package protocol PageTransport: Sendable {
  /// Sends a request and waits for the whole response.
  func send(_ request: TransportRequest) async throws(PageFailure) -> TransportResponse
}
