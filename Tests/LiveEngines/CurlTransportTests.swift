import Foundation
import StoreModel
import Testing

@testable import LiveEngines

@Suite("Requests and responses go over the wire as they are")
struct CurlTransportTests {
  private func send(
    _ answer: String?, path: String = "/", cookie: String = "", transport: CurlTransport = .init()
  ) async throws -> (response: TransportResponse, request: String) {
    let server = try RawServer(answering: answer)
    defer { server.stop() }
    let request = TransportRequest(
      url: "http://127.0.0.1:\(server.port)\(path)", method: "GET",
      cookieHeader: Array(cookie.utf8))
    let response = try await transport.send(request)
    return (response, try #require(server.requests.first))
  }

  @Test("each Set-Cookie field is kept for itself, byte by byte")
  func fields() async throws {
    let (response, request) = try await send(
      "HTTP/1.1 200 OK\r\nSET-COOKIE:  a=1, b=2; Expires=Wed, 09 Jun 2027 10:18:14 GMT \r\n"
        + "Set-Cookie2: c=3\r\nset-cookie:d\u{e9}=\u{1F36A}\r\nSet-Cookie:\r\n"
        + "Content-Length: 2\r\n\r\nok",
      path: "/a?b=c", cookie: "x=1; y=\u{e9}")
    #expect(
      response.setCookies.map { String(decoding: $0, as: UTF8.self) } == [
        "a=1, b=2; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "d\u{e9}=\u{1F36A}", "",
      ])
    #expect(response.status == 200)
    #expect(response.byteCount == 2)
    #expect(response.redirect == nil)
    #expect(request.hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
    #expect(request.contains("\r\nCookie: x=1; y=\u{e9}\r\n"))
  }

  @Test("without cookies there is no Cookie field")
  func noField() async throws {
    let (_, request) = try await send("HTTP/1.1 204 No Content\r\n\r\n")
    #expect(!request.lowercased().contains("cookie"))
  }

  @Test("the fields of an interim response do not count")
  func interim() async throws {
    let (response, _) = try await send(
      "HTTP/1.1 103 Early Hints\r\nSet-Cookie: early=1\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nSet-Cookie: late=1\r\nContent-Length: 0\r\n\r\n")
    #expect(response.setCookies == [Array("late=1".utf8)])
  }

  @Test("a redirect is resolved and not followed")
  func redirect() async throws {
    let (response, request) = try await send(
      "HTTP/1.1 302 Found\r\nLocation: ../b?c=d\r\nContent-Length: 0\r\n\r\n", path: "/x/y/z")
    #expect(response.status == 302)
    #expect(response.redirect?.hasSuffix("/x/b?c=d") == true)
    #expect(!request.isEmpty)
  }

  @Test("what a server does wrong is told")
  func faults() async throws {
    await #expect(throws: PageFailure.timedOut(seconds: 1)) {
      try await send(nil, transport: CurlTransport(timeout: 1))
    }
    await #expect(throws: PageFailure.tooLarge(limit: 10)) {
      try await send(
        "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n01234567890123456789",
        transport: CurlTransport(mostBytes: 10))
    }
    let server = try RawServer(answering: "")
    server.stop()
    let refused = TransportRequest(url: "http://127.0.0.1:\(server.port)/", method: "GET")
    await #expect {
      try await CurlTransport().send(refused)
    } throws: { error in
      guard case PageFailure.connection(let text) = error else { return false }
      return text.contains("\(server.port)")
    }
  }

  @Test("a load that is called off ends soon")
  func cancelling() async throws {
    let server = try RawServer(answering: nil)
    defer { server.stop() }
    let request = TransportRequest(url: "http://127.0.0.1:\(server.port)/", method: "GET")
    let task = Task { try await CurlTransport(timeout: 60).send(request) }
    task.cancel()
    await #expect(throws: PageFailure.cancelled) { try await task.value }
  }
}
