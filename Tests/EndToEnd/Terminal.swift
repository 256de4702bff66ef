import Foundation
import Testing

/// A real terminal to run a program in: one tmux server with one pane.
final class Terminal {
  private let server = "pantler-test-\(UUID().uuidString.prefix(8))"
  private let environment: [String: String]

  /// Starts tmux without what a thread of the tests hands on.
  ///
  /// The server outlives the call: it would keep files open that the call waits for, and would hear no
  /// signal that the thread has blocked, even the one by which it ends itself.
  private static let launcher = """
    import os, signal, sys
    os.closerange(3, 1024)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.execv(sys.argv[1], sys.argv[1:])
    """

  /// Starts a shell command in a terminal of a size.
  ///
  /// When the command ends, its exit status is shown as `[left with N]` and the pane stays.
  init(
    _ command: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    term: String = "tmux-256color"
  ) throws {
    self.environment = environment
    try Program("/usr/bin/python3").run(
      [
        "-c", Self.launcher, "/usr/bin/tmux", "-L", server, "-f", "/dev/null", "new-session", "-d",
        "-x", "\(columns)", "-y", "\(rows)", "sh",
      ], environment: environment)
    for option in [
      ["default-terminal", term], ["status", "off"], ["escape-time", "0"],
      ["remain-on-exit", "on"],
    ] {
      _ = try tmux(["set", "-g"] + option)
    }
    _ = try tmux([
      "respawn-pane", "-k",
      "stty -a > \"$STTY_BEFORE\" 2>/dev/null; \(command); left=$?; echo; echo \"[left with $left]\"; exec sh",
    ])
    _ = try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  deinit {
    _ = try? tmux(["kill-server"])
  }

  /// Presses keys by tmux's names, such as `Enter`, `Escape`, `C-d`, `j`, one after another.
  func press(_ keys: String...) throws {
    for key in keys { _ = try tmux(["send-keys", key]) }
  }

  /// Sends several keys in one write.
  func pressTogether(_ keys: [String]) throws {
    _ = try tmux(["send-keys"] + keys)
  }

  /// Types a text literally.
  func type(_ text: String) throws {
    _ = try tmux(["send-keys", "-l", text])
  }

  /// Pastes a text as the terminal would, bracketed where the program asked for that.
  func paste(_ text: String) throws {
    _ = try tmux(["set-buffer", text])
    _ = try tmux(["paste-buffer", "-p"])
  }

  /// Changes the size of the window.
  func resize(columns: Int, rows: Int) throws {
    _ = try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What the screen shows, one line a row, without trailing blanks.
  func screen() throws -> String {
    try tmux(["capture-pane", "-p"])
  }

  /// The modes that a program may have left behind.
  struct Modes: Hashable {
    var isAlternateScreen: Bool
    var showsCursor: Bool
    var reportsMouse: Bool

    /// Those of a shell.
    static let usual = Modes(isAlternateScreen: false, showsCursor: true, reportsMouse: false)
  }

  /// The modes of the terminal at the moment.
  func modes() throws -> Modes {
    let answer = try tmux([
      "display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}",
    ]).split(whereSeparator: \.isWhitespace)
    return Modes(
      isAlternateScreen: answer.first == "1", showsCursor: answer.dropFirst().first == "1",
      reportsMouse: answer.last == "1")
  }

  /// Keeps all bytes that are written to the terminal from now on.
  func record(to path: String) throws {
    _ = try tmux(["pipe-pane", "cat >'\(path)'"])
  }

  /// Takes the terminal away from the program in it.
  func vanish() throws {
    _ = try tmux(["kill-server"])
  }

  /// Waits until the screen satisfies a condition, and returns it whole.
  @discardableResult
  func wait(
    _ what: String, seconds: Double = 30, sourceLocation: SourceLocation = #_sourceLocation,
    until holds: (String) throws -> Bool
  ) throws -> String {
    let end = Date(timeIntervalSinceNow: seconds)
    var last = ""
    repeat {
      last = try screen()
      if try holds(last) { return try whole(last, while: holds) }
    } while Date() < end
    Issue.record(
      "waited in vain for \(what); the screen is\n\(last)\n\(threads())",
      sourceLocation: sourceLocation)
    throw Failure.waitedInVain(what)
  }

  /// The screen as it is once nothing more comes, as a frame can be seen while only its first rows are there.
  ///
  /// One that never stands still is returned as it is after twenty looks, and one that satisfies the condition
  /// no longer as it was before.
  private func whole(_ first: String, while holds: (String) throws -> Bool) throws -> String {
    var last = first
    for _ in 0..<20 {
      let next = try screen()
      guard next != last, try holds(next) else { break }
      last = next
    }
    return last
  }

  /// What the screen shows when it has been the same for a while.
  func settledScreen() throws -> String {
    var last = try screen()
    var changed = Date()
    while Date().timeIntervalSince(changed) < 0.3 {
      let next = try screen()
      if next != last { (last, changed) = (next, Date()) }
    }
    return last
  }

  /// What each thread of the programs in the terminal is doing, one a line.
  private func threads() -> String {
    guard let pane = try? tmux(["display-message", "-p", "#{pane_tty}"]),
      let listing = try? Program("/usr/bin/ps").run([
        "-L", "-o", "pid,lwp,stat,wchan:24,time,comm", "-t",
        pane.trimmingCharacters(in: .whitespacesAndNewlines),
      ])
    else { return "" }
    return listing.output
  }

  /// Waits until the screen shows a text.
  @discardableResult
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try wait("“\(text)”", sourceLocation: sourceLocation) { $0.contains(text) }
  }

  /// Waits until a text is no longer on the screen.
  @discardableResult
  func waitUntilGone(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try wait("“\(text)” to go", sourceLocation: sourceLocation) { !$0.contains(text) }
  }

  private func tmux(_ arguments: [String]) throws -> String {
    try Program("/usr/bin/tmux").run(["-L", server] + arguments, environment: environment).output
  }
}
