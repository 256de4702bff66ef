import CCurl
import Foundation
package import StoreModel
import Synchronization

/// Carries requests over HTTP with libcurl, whose own cookies and redirects are off.
///
/// Its raw header lines are what is wanted: each Set-Cookie field stays what the server sent.
package struct CurlTransport: PageTransport {
  /// How long a request may take in all, in seconds.
  package var timeout: Int
  /// The most bytes of content that are taken; they are counted, and but for the beginning thrown away.
  package var mostBytes: Int

  /// Sets the limits.
  package init(timeout: Int = 30, mostBytes: Int = 64 << 20) {
    self.timeout = timeout
    self.mostBytes = mostBytes
  }

  /// Sends a request from a thread that may wait, and stops soon after the task is cancelled.
  package func send(
    _ request: TransportRequest
  ) async throws(PageFailure) -> TransportResponse {
    let exchange = CurlExchange(request: request, timeout: timeout, mostBytes: mostBytes)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: exchange.run()) }
      }
    } onCancel: {
      exchange.cancel()
    }
    return try result.get()
  }
}

/// One request that runs on one thread; another may cancel it.
private final class CurlExchange: Sendable {
  private let request: TransportRequest
  private let timeout: Int
  private let mostBytes: Int
  private let isCancelled = Atomic(false)
  private let received = Mutex(ReceivedResponse())

  init(request: TransportRequest, timeout: Int, mostBytes: Int) {
    self.request = request
    self.timeout = timeout
    self.mostBytes = mostBytes
  }

  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  func run() -> Result<TransportResponse, PageFailure> {
    guard Self.isReady, let handle = curl_easy_init() else {
      return .failure(.connection("libcurl cannot be started"))
    }
    defer { curl_easy_cleanup(handle) }
    var fields: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(fields) }
    // libcurl would ask first whether a body is welcome, and wait for the answer.
    for line in [Array("Expect:".utf8), cookieLine].compactMap(\.self) {
      fields = (line + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { curl_slist_append(fields, $0.baseAddress) }
      }
    }
    var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = message.withUnsafeMutableBufferPointer { message in
      prepare(handle, fields)
      _ = pantler_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, message.baseAddress)
      return withExtendedLifetime(self) { curl_easy_perform(handle) }
    }
    guard code == CURLE_OK else { return .failure(failure(code, message)) }
    return .success(response(of: handle))
  }

  private var cookieLine: [UInt8]? {
    request.cookieHeader.isEmpty ? nil : Array("Cookie: ".utf8) + request.cookieHeader
  }

  private func prepare(
    _ handle: UnsafeMutableRawPointer, _ fields: UnsafeMutablePointer<curl_slist>?
  ) {
    _ = pantler_curl_set_text(handle, CURLOPT_URL, request.url)
    _ = pantler_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    _ = pantler_curl_set_text(handle, CURLOPT_USERAGENT, "Pantler")
    _ = pantler_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    _ = pantler_curl_set_long(handle, CURLOPT_TIMEOUT, timeout)
    _ = pantler_curl_set_list(handle, CURLOPT_HTTPHEADER, fields)
    switch request.method {
    case "GET": break
    case "HEAD": _ = pantler_curl_set_long(handle, CURLOPT_NOBODY, 1)
    default: _ = pantler_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
    }
    if let body = request.body {
      _ = pantler_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, body.count)
      _ = body.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          pantler_curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
        }
      }
    }
    let own = Unmanaged.passUnretained(self).toOpaque()
    _ = pantler_curl_set_pointer(handle, CURLOPT_HEADERDATA, own)
    _ = pantler_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, own in
      CurlExchange.taking(bytes, size * count, own) { $0.takeHeader($1) }
    }
    _ = pantler_curl_set_pointer(handle, CURLOPT_WRITEDATA, own)
    _ = pantler_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, own in
      CurlExchange.taking(bytes, size * count, own) { $0.takeContent($1) }
    }
    _ = pantler_curl_set_long(handle, CURLOPT_NOPROGRESS, 0)
    _ = pantler_curl_set_pointer(handle, CURLOPT_XFERINFODATA, own)
    _ = pantler_curl_set_progress(handle) { own, _, _, _, _ in
      guard let own else { return 0 }
      let exchange = Unmanaged<CurlExchange>.fromOpaque(own).takeUnretainedValue()
      return exchange.isCancelled.load(ordering: .relaxed) ? 1 : 0
    }
  }

  /// Hands bytes to the exchange that libcurl knows by a pointer, and says how many were taken.
  private static func taking(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ own: UnsafeMutableRawPointer?,
    _ take: (CurlExchange, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let own, let bytes else { return 0 }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(own).takeUnretainedValue()
    return take(exchange, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }

  private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    received.withLock { $0.take(headerLine: Array(line)) }
    return true
  }

  private func takeContent(_ bytes: UnsafeRawBufferPointer) -> Bool {
    received.withLock { received in
      received.byteCount += bytes.count
      received.beginning += bytes.prefix(PageTitle.searchedBytes - received.beginning.count)
      return received.byteCount <= mostBytes
    }
  }

  private func response(of handle: UnsafeMutableRawPointer) -> TransportResponse {
    var status = 0
    _ = pantler_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    var redirect: UnsafeMutablePointer<CChar>?
    _ = pantler_curl_get_text(handle, CURLINFO_REDIRECT_URL, &redirect)
    return received.withLock { received in
      TransportResponse(
        status: status, setCookies: received.setCookies,
        redirect: redirect.map { String(cString: $0) }, byteCount: received.byteCount,
        beginning: received.beginning)
    }
  }

  private func failure(_ code: CURLcode, _ message: [CChar]) -> PageFailure {
    switch code {
    case CURLE_ABORTED_BY_CALLBACK: return .cancelled
    case CURLE_OPERATION_TIMEDOUT: return .timedOut(seconds: timeout)
    case CURLE_WRITE_ERROR where received.withLock({ $0.byteCount }) > mostBytes:
      return .tooLarge(limit: mostBytes)
    default: break
    }
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return .connection(text.isEmpty ? String(cString: curl_easy_strerror(code)) : text)
  }

  /// libcurl is started once; this must not happen in two threads at the same time.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// What has come so far.
private struct ReceivedResponse {
  var setCookies: [[UInt8]] = []
  var byteCount = 0
  var beginning: [UInt8] = []

  /// Takes one header line with its end.
  mutating func take(headerLine line: [UInt8]) {
    // Every response begins with its status line; an interim one comes before the one that counts.
    if line.starts(with: "HTTP/".utf8) {
      setCookies = []
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      line[..<colon].map({ $0 | 0x20 }).elementsEqual("set-cookie".utf8)
    else { return }
    var value = line[(colon + 1)...]
    while let last = value.last, last == 0x0A || last == 0x0D || last == 0x20 || last == 0x09 {
      value.removeLast()
    }
    setCookies.append(Array(value.drop { $0 == 0x20 || $0 == 0x09 }))
  }
}
