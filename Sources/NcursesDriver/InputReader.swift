import Glibc
import ScreenKit

/// The thread that waits for keys and signals.
///
/// It sleeps until a byte or a signal arrives; only a begun sequence and an open question to the
/// terminal give it a time to wake up by.
struct InputReader {
  /// A byte through the pipe that ends the thread; no signal has this number.
  static let quit: UInt8 = 0

  /// How long the terminal may take to tell its background, in milliseconds.
  static let answerTime: Int32 = 100

  /// How long nothing must come after a paste before keys count again, in milliseconds.
  static let pauseAfterPaste: Int32 = 100

  let session: TerminalSession
  let pipe: Int32
  let escapeDelay: Int32
  let assumedBackground: Theme.Appearance
  let continuation: AsyncStream<TerminalEvent>.Continuation

  private var decoder: InputDecoder
  private var answerDeadline: Int64?

  init(
    session: TerminalSession, pipe: Int32, decoder: InputDecoder, options: TerminalOptions,
    continuation: AsyncStream<TerminalEvent>.Continuation
  ) {
    self.session = session
    self.pipe = pipe
    self.decoder = decoder
    self.continuation = continuation
    escapeDelay = options.escapeDelay
    assumedBackground = options.assumedBackground
    answerDeadline = session.isAnswerDue ? Self.now + Int64(Self.answerTime) : nil
  }

  /// Starts a thread of its own, as waiting for keys must not hold up anything else.
  func start() -> Bool {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ReaderBox(self))
    let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
      guard let context else { return nil }
      var reader = Unmanaged<ReaderBox>.fromOpaque(context).takeRetainedValue().reader
      reader.run()
      return nil
    }
    guard pthread_create(&thread, nil, body, box.toOpaque()) == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Reads until the terminal is gone or the pipe says so.
  mutating func run() {
    var sources = [
      pollfd(fd: session.input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let ready = poll(&sources, 2, timeout)
      if ready < 0, errno != EINTR { break }
      checkDeadline()
      if ready == 0 {
        send(decoder.flush())
        continue
      }
      guard ready > 0 else { continue }
      if sources[1].revents != 0, !passSignals() { return }
      if sources[0].revents != 0, !readKeys() { break }
    }
    send(decoder.flush())
    continuation.yield(.closed)
    continuation.finish()
  }

  /// How long to sleep at most; for ever when nothing is pending.
  private var timeout: Int32 {
    var result: Int32 = -1
    switch decoder.waiting {
    case .escape: result = escapeDelay
    case .rest: result = max(500, escapeDelay)
    case .pause: result = Self.pauseAfterPaste
    case .nothing, .paste: break
    }
    guard let answerDeadline else { return result }
    let left = Int32(max(0, answerDeadline - Self.now))
    return result < 0 ? left : min(result, left)
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Assumes a background when the terminal has not told its own in time.
  private mutating func checkDeadline() {
    guard let answerDeadline, Self.now >= answerDeadline else { return }
    self.answerDeadline = nil
    session.isAnswerDue = false
    continuation.yield(.backgroundReply(assumedBackground))
  }

  private mutating func send(_ events: [TerminalEvent]) {
    for event in events {
      if case .backgroundReply = event {
        // An answer that nobody waits for any more would change the colours under the eyes.
        guard answerDeadline != nil else { continue }
        answerDeadline = nil
        session.isAnswerDue = false
      }
      continuation.yield(event)
    }
  }

  /// Reads what has arrived; false when the terminal is gone.
  private mutating func readKeys() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(session.input, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    send(decoder.feed(buffer[..<count]))
    return true
  }

  /// Does what signals ask for; false when the thread is to end.
  private mutating func passSignals() -> Bool {
    var numbers = [UInt8](repeating: 0, count: 64)
    let count = read(pipe, &numbers, numbers.count)
    guard count > 0 else { return true }
    let asked = Set(numbers[..<count])
    if asked.contains(Self.quit) { return false }
    if asked.contains(UInt8(SIGTSTP)) {
      session.stop()
      resume()
    } else if asked.contains(UInt8(SIGCONT)) {
      session.takeAgain()
      resume()
    } else if asked.contains(UInt8(SIGWINCH)) {
      session.noteChange()
      continuation.yield(.resize(session.size))
    }
    return true
  }

  private func resume() {
    continuation.yield(.resize(session.size))
    continuation.yield(.resumed)
  }
}

/// Carries a reader to its thread.
private final class ReaderBox {
  let reader: InputReader

  init(_ reader: InputReader) { self.reader = reader }
}
