#if WebKitGTK
  import CWebKitGTK

  /// The one thread that owns the GLib main context; every object of the engine lives on it.
  @globalActor
  actor GLibActor {
    static let shared = GLibActor()
    private static let executor = GLibExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      Self.executor.asUnownedSerialExecutor()
    }

    /// Runs what a C callback does, which the main context calls on its own thread.
    static func assumeIsolated<Value: Sendable>(_ operation: @GLibActor () -> Value) -> Value {
      shared.preconditionIsolated("This is not the thread of the main context.")
      return withoutActuallyEscaping(operation) { operation in
        // The check above holds what the type says; both types have the same representation.
        unsafeBitCast(operation, to: (() -> Value).self)()
      }
    }
  }

  /// Runs jobs as idle sources of the default main context, in the order in which they came.
  private final class GLibExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let queued = QueuedJob(UnownedJob(job), on: asUnownedSerialExecutor())
      // The source owns the reference until it has run, which it does once.
      g_idle_add_full(
        G_PRIORITY_DEFAULT,
        { data in
          guard let data else { return removeSource }
          Unmanaged<QueuedJob>.fromOpaque(data).takeRetainedValue().run()
          return removeSource
        }, Unmanaged.passRetained(queued).toOpaque(), nil)
    }

    func checkIsolated() {
      precondition(
        g_main_context_is_owner(g_main_context_default()) != 0,
        "This is not the thread of the main context.")
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }
  }

  /// A job that waits in the main context.
  private final class QueuedJob {
    private let job: UnownedJob
    private let executor: UnownedSerialExecutor

    init(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
      self.job = job
      self.executor = executor
    }

    func run() { job.runSynchronously(on: executor) }
  }

  /// What a source answers that shall not run again.
  let removeSource: gboolean = 0
#endif
