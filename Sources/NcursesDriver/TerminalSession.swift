import CNcurses
import Glibc
import ScreenKit
import Synchronization

/// The terminal's descriptor and modes: taking it, writing to it, giving it back.
///
/// Two threads use it: the one that paints and the one that reads keys and stops the process.
final class TerminalSession: Sendable {
  private struct State {
    var isOpen = true
    var generation = 0
    var isAnswerDue = false
  }

  /// Where keys come from.
  let input: Int32

  private let output: Int32
  private let rawModes: termios
  private let greeting: [UInt8]
  private let fallbackSize: GridSize
  private let state = Mutex(State())

  /// Takes the terminal.
  init(
    input: Int32, output: Int32, greeting: [UInt8], farewell: [UInt8], fallbackSize: GridSize
  ) throws(TerminalUnavailable) {
    var modes = termios()
    guard tcgetattr(output, &modes) == 0 else { throw .system(errno) }
    Emergency.prepare(terminal: output, modes: modes, farewell: farewell)
    cfmakeraw(&modes)
    rawModes = modes
    self.input = input
    self.output = output
    self.greeting = greeting
    self.fallbackSize = fallbackSize
    enter()
  }

  /// A number that changes whenever the terminal may show something else than was painted.
  var generation: Int { state.withLock { $0.generation } }

  /// Notes that the terminal may have changed what it shows, as after a change of size.
  func noteChange() { state.withLock { $0.generation += 1 } }

  /// The size of the window.
  var size: GridSize {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return fallbackSize }
    return GridSize(width: Int(window.ws_col), height: Int(window.ws_row))
  }

  /// Writes bytes; silently dropped once the terminal is given back or gone.
  func write(_ bytes: [UInt8]) {
    state.withLock { state in
      guard state.isOpen, !bytes.isEmpty else { return }
      if !send(bytes) { state.isOpen = false }
    }
  }

  /// Gives the terminal back, stops the process, and takes the terminal again when it goes on.
  func stop() {
    state.withLock { state in
      guard state.isOpen else { return }
      Emergency.leave()
      Signals.stop()
      enter()
      state.generation += 1
    }
  }

  /// Takes the terminal again after a stop that could not be foreseen.
  func takeAgain() {
    state.withLock { state in
      guard state.isOpen else { return }
      enter()
      state.generation += 1
    }
  }

  /// Whether the terminal was asked something and has not answered yet.
  var isAnswerDue: Bool {
    get { state.withLock { $0.isAnswerDue } }
    set { state.withLock { $0.isAnswerDue = newValue } }
  }

  /// Gives the terminal back for good; later calls do nothing.
  func close() {
    // An answer that comes later would be typed into the shell.
    if isAnswerDue {
      poll(nil, 0, InputReader.answerTime)
      tcflush(input, TCIFLUSH)
    }
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      Emergency.leave()
    }
  }

  private func enter() {
    // In the background this stops the process until it is brought forward again.
    withUnsafePointer(to: rawModes) { modes in
      while tcsetattr(output, TCSANOW, modes) != 0, errno == EINTR {}
    }
    Emergency.isActive.store(true, ordering: .releasing)
    Emergency.holdErrors()
    _ = send(greeting)
  }

  /// Writes all bytes; false when the terminal is gone.
  private func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count, let start = buffer.baseAddress {
        let written = Glibc.write(output, start + sent, buffer.count - sent)
        if written >= 0 {
          sent += written
        } else if errno == EAGAIN {
          // Somebody else may have made the terminal's descriptor non-blocking.
          var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}
