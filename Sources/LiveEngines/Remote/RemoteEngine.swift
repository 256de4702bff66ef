import EngineProtocol
package import StoreModel

/// A live engine whose host runs in another process, or on another machine.
///
/// A host that dies, hangs, floods or talks nonsense becomes a failure of what was asked, and a notification; it is
/// started again only when `start` is called.
package actor RemoteEngine {
  /// How long and how much is waited for.
  package struct Limits: Hashable, Sendable {
    /// For the host's first message.
    package var hello: Duration
    /// For an answer.
    package var answer: Duration
    /// For the end of a removal of records.
    package var removal: Duration
    /// For the end of a load.
    package var load: Duration
    /// For its end, when it is asked to end.
    package var end: Duration
    /// How many lines that are no messages are passed over before the host is given up.
    package var garbage: Int
    /// The most bytes of a message.
    package var line: Int

    /// Sets the limits.
    package init(
      hello: Duration = .seconds(10), answer: Duration = .seconds(20),
      removal: Duration = .seconds(60),
      load: Duration = .seconds(60), end: Duration = .seconds(3), garbage: Int = 100,
      line: Int = FrameReader.defaultLimit
    ) {
      self.hello = hello
      self.answer = answer
      self.removal = removal
      self.load = load
      self.end = end
      self.garbage = garbage
      self.line = line
    }
  }

  /// How it is with the host.
  package enum State: Hashable, Sendable {
    case notStarted
    /// It was started and has not said hello.
    case starting
    case running
    /// It is gone, and what it held in memory with it.
    case gone(reason: String)
  }

  /// How it is with the host.
  package private(set) var state = State.notStarted
  let limits: Limits
  private let launcher: any EngineLauncher
  private var connection: (any EngineConnection)?
  private var reading: Task<Void, Never>?
  private var starters: [CheckedContinuation<Void, Never>] = []
  private var pending: [UInt64: Waiter] = [:]
  private var lastID: UInt64 = 0
  private var listeners: [UInt64: AsyncStream<LiveNotification>.Continuation] = [:]
  private var garbageCount = 0
  /// Which host it is, so that nothing of an older one is taken for the present one's.
  private var generation = 0

  private struct Waiter {
    let answer: CheckedContinuation<Result<EngineReply, LiveFailure>, Never>
    let limit: Task<Void, Never>
  }

  /// Prepares a host, which `start` starts.
  package init(launcher: any EngineLauncher, limits: Limits = Limits()) {
    self.launcher = launcher
    self.limits = limits
  }

  /// Starts a host and waits until it can be asked; does nothing when one runs.
  package func start() async throws(LiveFailure) {
    switch state {
    case .running: return
    case .starting: break
    case .notStarted, .gone: try launch()
    }
    await withCheckedContinuation { starters.append($0) }
    if case .gone(let reason) = state { throw .hostGone(reason: reason) }
  }

  /// Asks the host, and waits for its answer.
  func ask(
    _ request: EngineRequest, within limit: Duration? = nil
  ) async throws(LiveFailure) -> EngineReply {
    try await exchange(request, within: limit).get()
  }

  private func exchange(
    _ request: EngineRequest, within limit: Duration? = nil
  ) async -> Result<EngineReply, LiveFailure> {
    guard state == .running, let connection else {
      if case .gone(let reason) = state { return .failure(.hostGone(reason: reason)) }
      return .failure(.hostGone(reason: "it was not started"))
    }
    let limit = limit ?? limits.answer
    lastID += 1
    let id = lastID
    return await withCheckedContinuation { continuation in
      let timer = Task {
        do { try await Task.sleep(for: limit) } catch { return }
        expire(id, after: limit)
      }
      pending[id] = Waiter(answer: continuation, limit: timer)
      connection.send(EngineFrame(.request(id: id, request)).line)
    }
  }

  /// Adds a listener, which takes itself away.
  func listen() -> AsyncStream<LiveNotification> {
    lastID += 1
    let id = lastID
    let (stream, continuation) = AsyncStream.makeStream(
      of: LiveNotification.self, bufferingPolicy: .bufferingNewest(4096))
    continuation.onTermination = { _ in Task { await self.forget(listener: id) } }
    listeners[id] = continuation
    return stream
  }

  /// Ends the host, which is asked first and then made to.
  func end() async {
    guard state == .running || state == .starting, let connection else { return }
    // Whatever it answers, it is closed next.
    if state == .running { _ = await exchange(.shutDown, within: min(limits.answer, limits.end)) }
    let reason = await connection.close()
    lose(generation, because: reason, isWanted: true)
  }
}

extension RemoteEngine {
  private func launch() throws(LiveFailure) {
    let launched: any EngineConnection
    do {
      launched = try launcher.launch()
    } catch {
      let reason = Self.sentence(error)
      state = .gone(reason: reason)
      throw .hostGone(reason: reason)
    }
    generation += 1
    garbageCount = 0
    state = .starting
    connection = launched
    let (host, limit) = (generation, limits)
    reading = Task {
      var reader = FrameReader(limit: limit.line)
      while let bytes = await launched.read() {
        receive(reader.take(bytes), from: host)
      }
      receive(reader.end(), from: host)
      lose(host, because: await launched.close())
    }
    Task {
      do { try await Task.sleep(for: limit.hello) } catch { return }
      await giveUpStarting(host)
    }
  }

  private func giveUpStarting(_ host: Int) async {
    guard host == generation, state == .starting, let connection else { return }
    lose(host, because: "it did not say hello")
    _ = await connection.close()
  }

  private func receive(_ findings: [FrameReader.Finding], from host: Int) {
    for finding in findings where host == generation && connection != nil {
      switch finding {
      case .frame(let frame): receive(frame.message)
      case .garbage, .tooLong:
        garbageCount += 1
        guard garbageCount > limits.garbage, let connection else { continue }
        lose(host, because: "it wrote what is no message of an engine")
        Task { _ = await connection.close() }
      }
    }
  }

  private func receive(_ message: EngineMessage) {
    switch message {
    case .hello(let hello) where state == .starting:
      guard hello.isUnderstood else {
        return lose(generation, because: "it speaks version \(hello.version) of the protocol")
      }
      state = .running
      resumeStarters()
    case .reply(let id, let reply): settle(id, with: .success(reply))
    case .failure(let id, let failure): settle(id, with: .failure(failure))
    case .notification(let notification): tell(notification)
    case .unknown(let id?, let name):
      settle(id, with: .failure(.badReply(expected: "an answer of this version, not \(name)")))
    case .hello, .request, .unknown: break
    }
  }

  /// Notes that a host is gone; does nothing for an older one or a second time.
  private func lose(_ host: Int, because reason: String, isWanted: Bool = false) {
    guard host == generation, let lost = connection else { return }
    connection = nil
    state = .gone(reason: reason)
    resumeStarters()
    for id in pending.keys.sorted() { settle(id, with: .failure(.hostGone(reason: reason))) }
    if !isWanted {
      tell(.processDied(process: .init(role: .host, reason: reason)))
      Task { _ = await lost.close() }
    }
  }

  private func settle(_ id: UInt64, with answer: Result<EngineReply, LiveFailure>) {
    guard let waiter = pending.removeValue(forKey: id) else { return }
    waiter.limit.cancel()
    waiter.answer.resume(returning: answer)
  }

  private func expire(_ id: UInt64, after limit: Duration) {
    let milliseconds = Int(limit / .milliseconds(1))
    settle(id, with: .failure(.timedOut(milliseconds: milliseconds)))
  }

  private func resumeStarters() {
    for starter in starters { starter.resume() }
    starters = []
  }

  private func tell(_ notification: LiveNotification) {
    for listener in listeners.values { listener.yield(notification) }
  }

  private func forget(listener id: UInt64) {
    listeners[id] = nil
  }

  private static func sentence(_ failure: LaunchFailure) -> String {
    switch failure {
    case .notFound(let program): "there is no program \(program)"
    case .refused(let program, let message): "\(program) cannot be started: \(message)"
    }
  }
}
