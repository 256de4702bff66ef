#if WebKitGTK
  import CWebKitGTK

  /// Waits in the main context.
  @GLibActor
  enum GLibTimer {
    /// Waits for some milliseconds.
    static func wait(milliseconds: Int) async {
      await withCheckedContinuation { continuation in
        let waiter = Unmanaged.passRetained(Waiter(continuation))
        g_timeout_add_full(
          G_PRIORITY_DEFAULT, guint(milliseconds),
          { data in
            guard let data else { return removeSource }
            Unmanaged<Waiter>.fromOpaque(data).takeRetainedValue().continuation.resume()
            return removeSource
          }, waiter.toOpaque(), nil)
      }
    }

    private final class Waiter {
      let continuation: CheckedContinuation<Void, Never>

      init(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
      }
    }
  }
#endif
