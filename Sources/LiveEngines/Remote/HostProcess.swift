import Dispatch
import Foundation
import Glibc
import Synchronization

/// Starts an engine's host as a process, and talks to its standard input and output.
package struct HostLauncher: EngineLauncher {
  /// The name of the engine.
  package var name: String
  /// The program by its path, and its arguments.
  package var command: [String]
  /// What is in the environment of the host.
  package var environment: [String: String]

  /// Describes how a host is started.
  ///
  /// - Precondition: there is a program.
  package init(name: String, command: [String], environment: [String: String]) {
    precondition(!command.isEmpty, "a command has a program")
    self.name = name
    self.command = command
    self.environment = environment
  }

  package func launch() throws(LaunchFailure) -> any EngineConnection {
    guard access(command[0], X_OK) == 0 else { throw .notFound(program: command[0]) }
    return try HostProcess(command: command, environment: environment)
  }
}

/// A host that runs as a process.
///
/// Its standard input is a socket, because writing to a pipe that nobody reads any more would end this program.
final class HostProcess: EngineConnection {
  private let process: Process
  private let output: CInt
  private let input: CInt
  private let complaints: ComplaintReader
  private let reading = DispatchQueue(label: "pantler.host.reading")
  private let writing = DispatchQueue(label: "pantler.host.writing")
  private let ending = Mutex(Ending())

  private struct Ending {
    var reason: String?
    var waiters: [CheckedContinuation<String, Never>] = []
  }

  init(command: [String], environment: [String: String]) throws(LaunchFailure) {
    var sockets: [CInt] = [-1, -1]
    guard
      socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &sockets)
        == 0
    else {
      throw .refused(program: command[0], message: String(cString: strerror(errno)))
    }
    input = sockets[0]
    let outputPipe = Pipe()
    complaints = ComplaintReader()
    output = dup(outputPipe.fileHandleForReading.fileDescriptor)
    process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = environment
    process.standardInput = FileHandle(fileDescriptor: sockets[1], closeOnDealloc: true)
    process.standardOutput = outputPipe
    process.standardError = complaints.pipe
    process.terminationHandler = { [weak self] process in self?.terminated(process) }
    do {
      try process.run()
    } catch {
      Glibc.close(input)
      Glibc.close(output)
      throw .refused(program: command[0], message: error.localizedDescription)
    }
  }

  deinit {
    Glibc.close(input)
    Glibc.close(output)
  }

  func read() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      reading.async { [output] in
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var count = Glibc.read(output, &buffer, buffer.count)
        while count < 0 && errno == EINTR { count = Glibc.read(output, &buffer, buffer.count) }
        continuation.resume(returning: count > 0 ? Array(buffer[..<count]) : nil)
      }
    }
  }

  func send(_ bytes: [UInt8]) {
    writing.async { [input] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(input, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        if count < 0 && errno == EINTR { continue }
        // The host is gone, which reading tells too.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  func close() async -> String {
    shutdown(input, CInt(SHUT_RDWR))
    let force = Task { [process] in
      do { try await Task.sleep(for: .seconds(3)) } catch { return }
      // What it started goes with it; until all of that is gone the end is not noticed.
      let id = process.processIdentifier
      if kill(-id, SIGKILL) != 0 { kill(id, SIGKILL) }
    }
    defer { force.cancel() }
    return await withCheckedContinuation { continuation in
      let known = ending.withLock { ending in
        if ending.reason == nil { ending.waiters.append(continuation) }
        return ending.reason
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  private func terminated(_ process: Process) {
    var reason =
      process.terminationReason == .uncaughtSignal
      ? "it was ended by signal \(process.terminationStatus)"
      : "it ended with status \(process.terminationStatus)"
    // Its last words may not have been noticed yet.
    complaints.take()
    if let complaint = complaints.last { reason += ": \(complaint)" }
    let waiters = ending.withLock { ending in
      ending.reason = reason
      defer { ending.waiters = [] }
      return ending.waiters
    }
    for waiter in waiters { waiter.resume(returning: reason) }
  }
}

/// Reads what a host writes to its standard error, and keeps the last line.
private final class ComplaintReader: Sendable {
  let pipe = Pipe()
  private let descriptor: CInt
  private let text = Mutex("")

  init() {
    descriptor = pipe.fileHandleForReading.fileDescriptor
    // Whoever comes second finds nothing there, and must not wait for more.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
      if self?.take() ?? true { handle.readabilityHandler = nil }
    }
  }

  /// Takes what is there.
  ///
  /// - Returns: whether nothing more can come.
  @discardableResult
  func take() -> Bool {
    text.withLock { text in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return count == 0 || errno != EAGAIN }
        // One line is enough to say why a host ended.
        text = String((text + String(decoding: buffer[..<count], as: UTF8.self)).suffix(2000))
      }
    }
  }

  var last: String? {
    text.withLock { text in
      text.split(whereSeparator: \.isNewline).last { $0.contains { !$0.isWhitespace } }.map(
        String.init)
    }
  }
}
