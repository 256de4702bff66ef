import Foundation
import Synchronization

/// A server on the loopback that answers every connection with the same bytes and keeps what it was asked.
final class RawServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let asked = Mutex([String]())

  /// Starts to listen; without an answer, connections are taken and nothing is ever said.
  init(answering answer: String?) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve(answer) }
  }

  /// What the requests were, one text each.
  var requests: [String] { asked.withLock { $0 } }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func serve(_ answer: String?) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      guard let answer else { continue }
      var request: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { break }
        request += buffer[..<count]
      }
      asked.withLock { $0.append(String(decoding: request, as: UTF8.self)) }
      let bytes = Array(answer.utf8)
      _ = write(connection, bytes, bytes.count)
      close(connection)
    }
  }
}
