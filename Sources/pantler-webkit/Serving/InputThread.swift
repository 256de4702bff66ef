#if WebKitGTK
  import Foundation

  /// Reads a descriptor on a thread of its own, because reading waits.
  enum InputThread {
    /// How many seconds the program may take to end after its input did.
    private static let patience: UInt32 = 10

    /// The bytes as they come, until the input ends; the program ends soon after that, whatever it does.
    static func read(_ descriptor: CInt) -> AsyncStream<[UInt8]> {
      let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      let thread = Thread {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = Glibc.read(descriptor, &buffer, buffer.count)
          if count < 0 && errno == EINTR { continue }
          guard count > 0 else { break }
          continuation.yield(Array(buffer[..<count]))
        }
        continuation.finish()
        // An engine that hangs would never learn that nobody is there any more.
        sleep(patience)
        _exit(1)
      }
      thread.name = "input"
      thread.start()
      return stream
    }
  }
#endif
