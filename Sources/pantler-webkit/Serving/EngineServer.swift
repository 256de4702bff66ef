#if WebKitGTK
  import CWebKitGTK
  import EngineProtocol
  import Foundation
  import StoreModel
  import Synchronization

  /// Serves a live engine over standard input and output, one message a line.
  @GLibActor
  final class EngineServer {
    private let engine: WebKitEngine
    private let output: MessageOutput
    private let ended: @GLibActor () -> Void

    /// - Parameter ended: called when the engine was shut down, by request or because the input ended.
    init(engine: WebKitEngine, output: MessageOutput, ended: @escaping @GLibActor () -> Void) {
      self.engine = engine
      self.output = output
      self.ended = ended
    }

    /// Says hello, passes notifications on and answers requests, until the input ends.
    ///
    /// Requests are answered as they are done: a load does not hold up what comes after it.
    func serve(_ input: AsyncStream<[UInt8]>) async {
      output.write(.hello(EngineHello(engine: WebKitEngine.name)))
      let notifications = engine.listen()
      let passing = Task { @GLibActor [output] in
        for await notification in notifications { output.write(.notification(notification)) }
      }
      var reader = FrameReader()
      for await bytes in input {
        for case .frame(let frame) in reader.take(bytes) { receive(frame.message) }
      }
      passing.cancel()
      await engine.shutDown()
      ended()
    }

    private func receive(_ message: EngineMessage) {
      switch message {
      case .request(let id, let request):
        Task { @GLibActor in await answer(request, id: id) }
      case .unknown(let id?, let name):
        output.write(.failure(id: id, .unknownRequest(name: name)))
      case .hello, .reply, .failure, .notification, .unknown: break
      }
    }

    private func answer(_ request: EngineRequest, id: UInt64) async {
      do {
        let reply = try await request.answer(by: engine)
        output.write(.reply(id: id, reply))
      } catch {
        output.write(.failure(id: id, error))
      }
      if request == .shutDown { ended() }
    }
  }

  /// Writes messages to a descriptor, whole ones at a time.
  ///
  /// A thread of its own waits where the reader is slow, so that the engine does not.
  final class MessageOutput: Sendable {
    private let lines: AsyncStream<[UInt8]>.Continuation

    /// Starts writing.
    ///
    /// - Parameter failed: called when nobody reads any more.
    init(descriptor: CInt, failed: @escaping @Sendable () -> Void) {
      let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      lines = continuation
      let handle = FileHandle(fileDescriptor: descriptor)
      Task {
        for await line in stream {
          do {
            try handle.write(contentsOf: Data(line))
          } catch {
            return failed()
          }
        }
      }
    }

    /// Writes a message after those that came before.
    func write(_ message: EngineMessage) {
      lines.yield(EngineFrame(message).line)
    }
  }
#endif
