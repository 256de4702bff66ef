#if WebKitGTK
  import CWebKitGTK
  import Glibc

  /// The engine's network process, of which this program has one for all its sessions.
  ///
  /// The engine does not tell when it dies, and answers then as if every store were empty.
  @GLibActor
  final class NetworkProcess {
    /// The process that is watched; nil when there is none.
    private(set) var id: pid_t?
    private let died: @GLibActor (pid_t) -> Void
    private var descriptor: CInt = -1
    private var source: guint = 0

    /// Watches nothing yet.
    ///
    /// - Parameter died: called once for each process that ended.
    init(died: @escaping @GLibActor (pid_t) -> Void) {
      self.died = died
    }

    /// Looks for the process among the children and watches it; of one that is watched already, whether it still runs.
    ///
    /// One that is ending answers nothing any more, and the engine can know that before this program is told.
    ///
    /// - Returns: whether it runs.
    @discardableResult
    func look() -> Bool {
      if let id { return ChildProcesses.isRunning(id) }
      guard let found = ChildProcesses.first(named: "WebKitNetworkPr") else { return false }
      let opened = pidfd_open(found, 0)
      guard opened >= 0 else { return false }
      id = found
      descriptor = opened
      source = g_unix_fd_add(
        opened, G_IO_IN,
        { _, _, data in
          guard let data else { return removeSource }
          let process = Unmanaged<NetworkProcess>.fromOpaque(data).takeUnretainedValue()
          GLibActor.assumeIsolated { process.ended() }
          return removeSource
        }, Unmanaged.passUnretained(self).toOpaque())
      return true
    }

    private func ended() {
      guard let id else { return }
      close(descriptor)
      self.id = nil
      descriptor = -1
      died(id)
    }
  }
#endif
