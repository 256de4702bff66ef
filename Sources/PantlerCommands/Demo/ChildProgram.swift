import Foundation
import Glibc

/// A program that runs in the foreground of this one's terminal.
struct ChildProgram: Sendable {
  private let id: pid_t

  /// Starts a program with this one's standard streams.
  ///
  /// It stays in the process group of this program, so that it owns the terminal and gets what is typed.
  init(_ path: String, _ arguments: [String], environment: [String: String]) throws(FileFailure) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this program does about signals is its own affair.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, flags)
    var child: pid_t = 0
    let words = [path] + arguments
    let settings = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let code = Self.withCStrings(words) { words in
      Self.withCStrings(settings) { settings in
        posix_spawn(&child, path, nil, &attributes, words, settings)
      }
    }
    guard code == 0 else { throw FileFailure(path: path, call: "posix_spawn", code: code) }
    id = child
  }

  /// Sends a signal.
  func signal(_ number: Int32) {
    kill(id, number)
  }

  /// Waits for the end on a thread of its own.
  ///
  /// When the child is suspended, so is this program, and both go on together.
  ///
  /// - Returns: the exit status, or 128 and the number of the signal that ended it.
  func wait() async -> Int32 {
    let id = id
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while true {
          var status: Int32 = 0
          let found = waitpid(id, &status, WUNTRACED)
          if found < 0 {
            if errno == EINTR { continue }
            return continuation.resume(returning: 1)
          }
          if status & 0xFF == 0x7F {
            kill(getpid(), SIGSTOP)
            kill(id, SIGCONT)
            continue
          }
          let signal = status & 0x7F
          return continuation.resume(
            returning: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
        }
      }
    }
  }

  /// Lends the strings as C wants them: an array that ends with a null pointer.
  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("the array is never empty") }
      return body(base)
    }
  }
}
