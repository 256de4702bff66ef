import LiveEngines
import StoreModel
import Synchronization

/// Answers by address, and keeps what it was asked.
final class ScriptedTransport: PageTransport {
  private let answers: [String: TransportResponse]
  private let asked = Mutex([TransportRequest]())

  init(_ answers: [String: TransportResponse]) {
    self.answers = answers
  }

  var requests: [TransportRequest] { asked.withLock { $0 } }

  func send(_ request: TransportRequest) async throws(PageFailure) -> TransportResponse {
    asked.withLock { $0.append(request) }
    guard let answer = answers[request.url] else { throw .connection("no route") }
    return answer
  }
}

extension TransportResponse {
  static func page(_ setCookies: String...) -> TransportResponse {
    TransportResponse(status: 200, setCookies: setCookies.map { Array($0.utf8) }, byteCount: 5)
  }

  static func redirect(
    _ target: String, status: Int = 302, _ setCookies: String...
  ) -> TransportResponse {
    TransportResponse(
      status: status, setCookies: setCookies.map { Array($0.utf8) }, redirect: target)
  }
}
