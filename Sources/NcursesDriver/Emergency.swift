import CNcurses
import Glibc
import Synchronization

/// Giving the terminal back from anywhere, even from the handler of a signal.
///
/// Everything needed is prepared while the screen is opened and reached through atomic numbers:
/// a handler may not allocate, lock or start anything. There is one terminal in a process.
enum Emergency {
  /// Whether the terminal is ours at the moment.
  static let isActive = Atomic<Bool>(false)

  private static let terminal = Atomic<Int32>(-1)
  private static let modes = Atomic<UInt>(0)
  private static let farewell = Atomic<UInt>(0)
  private static let farewellCount = Atomic<Int>(0)
  private static let heldErrors = Atomic<Int32>(-1)
  private static let errorSink = Atomic<Int32>(-1)
  private static let realErrors = Atomic<Int32>(-1)

  /// Notes what is needed to give the terminal back, also when the process exits.
  ///
  /// The memory stays until then, as a handler may come at any time.
  static func prepare(terminal descriptor: Int32, modes saved: termios, farewell bytes: [UInt8]) {
    let modesCopy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    modesCopy.initialize(to: saved)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    copy.initialize(from: bytes, count: bytes.count)
    terminal.store(descriptor, ordering: .relaxed)
    modes.store(UInt(bitPattern: modesCopy), ordering: .relaxed)
    farewellCount.store(bytes.count, ordering: .relaxed)
    farewell.store(UInt(bitPattern: copy), ordering: .releasing)
    atexit { Emergency.leave() }
  }

  /// Keeps what is written to standard error while the screen is up, if it would land on it.
  ///
  /// The last words of a crash are written before its signal arrives. On the alternate screen
  /// they would be lost, and on ours they would stand in the middle of it.
  static func holdErrors() {
    guard isatty(STDERR_FILENO) == 1 else { return }
    if errorSink.load(ordering: .relaxed) < 0 {
      // A pipe that is full drops what does not fit rather than stopping the writer.
      guard let ends = makePipe() else { return }
      heldErrors.store(ends.reading, ordering: .relaxed)
      errorSink.store(ends.writing, ordering: .relaxed)
      realErrors.store(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), ordering: .relaxed)
    }
    guard realErrors.load(ordering: .relaxed) >= 0 else { return }
    dup2(errorSink.load(ordering: .relaxed), STDERR_FILENO)
  }

  /// Makes a pipe that never blocks and that other programs do not inherit.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// Gives the terminal back, once; safe in the handler of a signal.
  static func leave() {
    guard isActive.exchange(false, ordering: .acquiringAndReleasing) else { return }
    let descriptor = terminal.load(ordering: .relaxed)
    // In the background the terminal is the shell's already.
    let owner = tcgetpgrp(descriptor)
    if owner < 0 || owner == getpgrp() {
      let bytes = UnsafeRawPointer(bitPattern: farewell.load(ordering: .acquiring))
      write(bytes, farewellCount.load(ordering: .relaxed), to: descriptor)
      if let saved = UnsafePointer<termios>(bitPattern: modes.load(ordering: .relaxed)) {
        tcsetattr(descriptor, TCSANOW, saved)
      }
    }
    releaseErrors()
  }

  /// Shows on the normal screen what was held back.
  private static func releaseErrors() {
    let (held, real) = (heldErrors.load(ordering: .relaxed), realErrors.load(ordering: .relaxed))
    guard held >= 0, real >= 0 else { return }
    dup2(real, STDERR_FILENO)
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        let count = read(held, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        write(UnsafeRawPointer(buffer.baseAddress), count, to: real)
      }
    }
  }

  private static func write(_ bytes: UnsafeRawPointer?, _ count: Int, to descriptor: Int32) {
    guard var next = bytes else { return }
    var left = count
    while left > 0 {
      let written = Glibc.write(descriptor, next, left)
      if written < 0 {
        guard errno == EINTR else { return }
        continue
      }
      next += written
      left -= written
    }
  }
}
