import CNcurses
import Glibc
package import ScreenKit

/// A real terminal, known through ncurses.
///
/// The screen is open from `init` to `restore`, and given back on every way out: return, error,
/// exit, signal, crash, stop. There may be one at a time in a process.
@MainActor package final class NcursesTerminal: TerminalDriver {
  /// What the terminal can do.
  package let profile: TerminalProfile

  /// Keys, mouse, resizing, resuming, in order; ends after the terminal is closed.
  package let events: AsyncStream<TerminalEvent>

  private let session: TerminalSession
  private let options: TerminalOptions
  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let wakeUp: Int32
  private var painter: Painter
  private var generation: Int
  private var isRestored = false

  /// Opens the screen on standard output.
  package init(_ options: TerminalOptions) throws(TerminalUnavailable) {
    guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNoTerminal }
    let input = try Self.openInput()
    let terminal = try Capabilities(term: options.term, descriptor: STDOUT_FILENO)
    let depth = options.depth(colors: terminal.colors, isDirect: terminal.isDirect)
    let sequences = ScreenSequences(terminal, options)
    guard let pipe = Emergency.makePipe() else { throw .system(errno) }
    wakeUp = pipe.writing
    // Before anything is written, so that no signal finds the terminal taken and nobody to care.
    Signals.install(pipe: wakeUp)
    session = try TerminalSession(
      input: input, output: STDOUT_FILENO, greeting: sequences.greeting,
      farewell: sequences.farewell, fallbackSize: terminal.defaultSize)
    let asks = options.asksForBackground && sequences.canAsk
    if asks {
      session.isAnswerDue = true
      session.write(Array("\u{1B}]11;?\u{1B}\\".utf8))
    }
    let (glyphs, metrics) = GlyphSet.automatic(
      term: options.term, locale: options.locale, ambiguousIsWide: options.ambiguousIsWide,
      ascii: options.isASCII)
    profile = TerminalProfile(
      size: session.size, depth: depth, metrics: metrics, glyphs: glyphs)
    painter = Painter(terminal: terminal, depth: depth)
    generation = session.generation
    self.options = options
    (events, continuation) = AsyncStream.makeStream()
    if options.asksForBackground, !asks {
      continuation.yield(.backgroundReply(options.assumedBackground))
    }
    let reader = InputReader(
      session: session, pipe: pipe.reading, decoder: InputDecoder(keys: terminal.keys),
      options: options, continuation: continuation)
    guard reader.start() else {
      restore()
      throw .system(EAGAIN)
    }
  }

  /// Paints what differs from the last frame.
  package func present(_ grid: CellGrid, cursor: GridPoint?) {
    let current = session.generation
    if current != generation {
      generation = current
      painter.forget()
    }
    session.write(painter.frame(grid, cursor: cursor))
  }

  /// Paints everything anew at the next frame.
  package func invalidate() { painter.forget() }

  /// Asks the reading thread to stop the process; it goes on with `resumed`.
  package func suspend() { wake(UInt8(SIGTSTP)) }

  /// Sends the text to the terminal's clipboard.
  package func copy(_ text: String) -> CopyOutcome {
    guard options.isLikeXterm else { return .unsupported }
    guard let bytes = ClipboardRequest.bytes(for: text, through: options.multiplexer) else {
      return .tooLarge(limit: ClipboardRequest.limit)
    }
    session.write(bytes)
    return .sentToTerminal
  }

  /// Gives the terminal back and ends the events.
  package func restore() {
    guard !isRestored else { return }
    isRestored = true
    session.close()
    wake(InputReader.quit)
    Signals.uninstall()
    continuation.finish()
  }

  private func wake(_ byte: UInt8) {
    var byte = byte
    write(wakeUp, &byte, 1)
  }

  /// Keys come from standard input, or from the terminal itself when that is something else.
  private static func openInput() throws(TerminalUnavailable) -> Int32 {
    if isatty(STDIN_FILENO) == 1 { return STDIN_FILENO }
    let own = open("/dev/tty", O_RDONLY | O_CLOEXEC)
    guard own >= 0 else { throw .inputIsNoTerminal }
    return own
  }
}

/// What is written when the screen is opened and when it is given back.
struct ScreenSequences {
  let greeting: [UInt8]
  let farewell: [UInt8]

  /// Whether the terminal answers questions about its colours.
  let canAsk: Bool

  init(_ terminal: Capabilities, _ options: TerminalOptions) {
    let isModern = options.isLikeXterm
    let mouse = isModern && options.usesMouse
    let on =
      (isModern ? "\u{1B}[?2004h" : "") + (mouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "")
    let off =
      (mouse ? "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" : "") + (isModern ? "\u{1B}[?2004l" : "")
    greeting = terminal.enterScreen + terminal.wrapOff + Array(on.utf8)
    // A signal may have cut a sequence in two; CAN ends it. Without a second screen to leave, ours
    // is wiped away.
    farewell =
      [0x18] + Array(off.utf8) + terminal.resetStyle + terminal.resetColors + terminal.wrapOn
      + terminal.showCursor
      + (terminal.leaveScreen.isEmpty ? terminal.clear : terminal.leaveScreen)
    canAsk = isModern && options.multiplexer != .screen
  }
}
