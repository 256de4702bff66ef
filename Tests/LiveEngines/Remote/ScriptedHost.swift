import EngineProtocol
import StoreModel
import Synchronization

@testable import LiveEngines

/// A host in this process that answers as a test says.
final class ScriptedHost: EngineConnection {
  /// What the host does with a request.
  enum Answer: Sendable {
    case message(EngineReply)
    case failure(LiveFailure)
    case bytes([UInt8])
    case silence
    /// It ends without an answer.
    case death
  }

  private let output: AsyncStream<[UInt8]>
  private let writer: AsyncStream<[UInt8]>.Continuation
  private let answer: @Sendable (EngineRequest) -> Answer
  private let state = Mutex(State())

  private struct State {
    var reader = FrameReader()
    var requests: [EngineRequest] = []
    var isClosed = false
  }

  /// - Parameter hello: what it says first; nil for nothing.
  init(
    hello: EngineHello? = EngineHello(engine: "scripted"),
    answer: @escaping @Sendable (EngineRequest) -> Answer
  ) {
    (output, writer) = AsyncStream.makeStream(of: [UInt8].self)
    self.answer = answer
    if let hello { write(.hello(hello)) }
  }

  /// What it was asked, in order.
  var requests: [EngineRequest] { state.withLock(\.requests) }

  /// Whether the other end closed the connection.
  var isClosed: Bool { state.withLock(\.isClosed) }

  /// Writes a message unasked.
  func write(_ message: EngineMessage) {
    writer.yield(EngineFrame(message).line)
  }

  /// Writes bytes as they are.
  func write(_ bytes: [UInt8]) {
    writer.yield(bytes)
  }

  /// Ends by itself.
  func die() {
    writer.finish()
  }

  func read() async -> [UInt8]? {
    for await bytes in output { return bytes }
    return nil
  }

  func send(_ bytes: [UInt8]) {
    let findings = state.withLock { $0.reader.take(bytes) }
    for case .frame(let frame) in findings {
      guard case .request(let id, let request) = frame.message else { continue }
      state.withLock { $0.requests.append(request) }
      switch answer(request) {
      case .message(let reply): write(.reply(id: id, reply))
      case .failure(let failure): write(.failure(id: id, failure))
      case .bytes(let bytes): write(bytes)
      case .silence: break
      case .death: die()
      }
    }
  }

  func close() async -> String {
    state.withLock { $0.isClosed = true }
    writer.finish()
    return "it ended with status 3"
  }
}

/// Hands out hosts one after another.
final class ScriptedLauncher: EngineLauncher {
  let name = "scripted"
  private let hosts: Mutex<[ScriptedHost]>

  init(_ hosts: ScriptedHost...) {
    self.hosts = Mutex(hosts)
  }

  func launch() throws(LaunchFailure) -> any EngineConnection {
    let next = hosts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let next else { throw .notFound(program: "/usr/lib/none") }
    return next
  }
}
