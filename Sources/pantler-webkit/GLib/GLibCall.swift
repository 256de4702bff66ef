#if WebKitGTK
  import CWebKitGTK

  /// Why a call of the engine gave no answer.
  enum CallFailure: Error, Equatable, Sendable {
    /// The engine said why.
    case refused(String)
    /// No answer came, in seconds.
    case timedOut(seconds: Int)
  }

  /// The callback of every call; the data is the call, which it owns.
  private func completed(
    source: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, data: gpointer?
  ) {
    guard let data else { return }
    let call = Unmanaged<GLibCall>.fromOpaque(data).takeRetainedValue()
    let address = UInt(bitPattern: result)
    GLibActor.assumeIsolated { call.answer(OpaquePointer(bitPattern: address)) }
  }

  /// One asynchronous call of the engine that somebody waits for.
  ///
  /// Some calls never answer, so each has a limit. An answer after the limit is dropped.
  @GLibActor
  final class GLibCall {
    /// How long an answer may take, in seconds.
    ///
    /// A removal waits up to three seconds for web processes, and the first call starts the network process.
    static let limit = 10

    private var answered: ((OpaquePointer?) -> Void)?
    private var timer: guint = 0
    private let seconds: Int

    private init(seconds: Int) {
      self.seconds = seconds
    }

    /// Starts a call and waits for its answer.
    ///
    /// - Parameters:
    ///   - seconds: how long the answer may take.
    ///   - start: calls the engine's function with the callback and its data.
    ///   - finish: calls the engine's `_finish` function on the result.
    static func run<Value: Sendable>(
      within seconds: Int = limit, _ start: (GAsyncReadyCallback, gpointer) -> Void,
      finish: @escaping @GLibActor (OpaquePointer, inout UnsafeMutablePointer<GError>?) -> Value
    ) async throws(CallFailure) -> Value {
      let answer: Result<Value, CallFailure> = await withCheckedContinuation { continuation in
        let call = GLibCall(seconds: seconds)
        call.answered = { result in
          guard let result else {
            return continuation.resume(returning: .failure(.timedOut(seconds: seconds)))
          }
          var error: UnsafeMutablePointer<GError>?
          let value = finish(result, &error)
          guard let error else { return continuation.resume(returning: .success(value)) }
          defer { g_error_free(error) }
          continuation.resume(returning: .failure(.refused(message(of: error))))
        }
        call.startTimer()
        start(completed, Unmanaged.passRetained(call).toOpaque())
      }
      return try answer.get()
    }

    /// What an error of GLib says.
    nonisolated static func message(of error: UnsafeMutablePointer<GError>) -> String {
      error.pointee.message.map { String(cString: $0) } ?? "no reason was given"
    }

    private func startTimer() {
      timer = g_timeout_add_seconds_full(
        G_PRIORITY_DEFAULT, guint(seconds),
        { data in
          guard let data else { return removeSource }
          let call = Unmanaged<GLibCall>.fromOpaque(data).takeUnretainedValue()
          GLibActor.assumeIsolated { call.answer(nil) }
          return removeSource
        }, Unmanaged.passRetained(self).toOpaque(),
        { data in data.map { Unmanaged<GLibCall>.fromOpaque($0).release() } })
    }

    fileprivate func answer(_ result: OpaquePointer?) {
      guard let answered else { return }
      self.answered = nil
      if result != nil { g_source_remove(timer) }
      answered(result)
    }
  }
#endif
