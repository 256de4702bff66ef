import Foundation
import PantlerCommands
import PantlerScreens
import ScreenKit

/// Answers lines with sentences, on the standard streams.
@MainActor final class LinearFront: InterfaceFront {
  /// What is said next.
  private enum Stage { case greeting, answering, listening }

  let events: AsyncStream<FrontEvent>
  /// The signal that ended the conversation; nil for none.
  private(set) var signal: Int32?
  private let continuation: AsyncStream<FrontEvent>.Continuation
  private let input: LineInput
  private let output: Output
  private var presenter = LinearPresenter()
  private var stage = Stage.greeting
  private var lines: [String] = []
  private var hasEnded = false
  /// Whether lines are dropped because a question was not heard yet.
  private var isDropping = false
  private var isPrompted = false
  private var tasks: [Task<Void, Never>] = []
  private var patience: Task<Void, Never>?
  private var isProgressDue = false

  /// How long a person is left without a word while something is under way.
  private static let silence = Duration.seconds(4)

  init(input: LineInput, output: Output, signals: AsyncStream<Int32>) {
    self.input = input
    self.output = output
    (events, continuation) = AsyncStream.makeStream()
    let lines = input.lines
    tasks = [
      Task { [weak self] in
        for await line in lines { self?.take(line) }
        self?.take(nil)
      },
      Task { [weak self] in
        for await number in signals { self?.take(signal: number) }
      },
    ]
  }

  private func take(_ line: String?) {
    isPrompted = false
    if let line { lines.append(line) } else { hasEnded = true }
    continuation.yield(.wrote)
  }

  private func take(signal number: Int32) {
    guard number == SIGINT else {
      signal = number
      continuation.yield(.did(.terminal(.closed)))
      return
    }
    if stage == .listening { stage = .answering }
    continuation.yield(.did(.terminal(.key(Key(.character("c"), .control)))))
  }

  func present(_ state: BrowserState, isBusy: Bool) -> [Message] {
    if output.isBroken { return state.isEnding ? [] : [.terminal(.closed)] }
    guard !state.isEnding else { return [] }
    let isArmed = LinearPresenter.isArmed(state)
    // A question may come while something else is still under way, and be told only after that.
    if !isArmed { isDropping = input.isTerminal }
    // A person hears that more is coming; what comes through a pipe is written for all that there is.
    guard !isBusy, LinearPresenter.isReady(state),
      input.isTerminal || LinearPresenter.isListed(state)
    else { return wait(state) }
    endWaiting()
    speak(state)
    guard isArmed else { return [] }
    dropEarlyLines()
    return listen(state)
  }

  private func speak(_ state: BrowserState) {
    switch stage {
    case .greeting: say(presenter.greeting(state))
    case .answering: say(presenter.answer(state))
    case .listening: say(presenter.news(state))
    }
    stage = .listening
  }

  private func listen(_ state: BrowserState) -> [Message] {
    while !lines.isEmpty {
      let reading = presenter.read(lines.removeFirst(), state)
      say(reading.lines)
      guard reading.messages.isEmpty else {
        stage = .answering
        return reading.messages
      }
    }
    if hasEnded { return [.terminal(.closed)] }
    if input.isTerminal, !isPrompted {
      output.write("> ")
      output.flush()
      isPrompted = true
    }
    return []
  }

  /// What a person typed before they can have heard a question does not answer it.
  private func dropEarlyLines() {
    guard isDropping else { return }
    isDropping = false
    input.discard()
    guard !lines.isEmpty else { return }
    lines = []
    say(["What was typed before this question is dropped."])
  }

  // MARK: Waiting

  /// Waits for what is under way; a line that stops it is heard at once.
  private func wait(_ state: BrowserState) -> [Message] {
    if isProgressDue {
      endWaiting()
      if let progress = presenter.progress(state) { say([progress]) }
    }
    if patience == nil {
      let continuation = continuation
      patience = Task { [weak self] in
        do {
          try await Task.sleep(for: Self.silence)
        } catch {
          return
        }
        self?.isProgressDue = true
        continuation.yield(.wrote)
      }
    }
    // What comes through a pipe was not written because it takes so long.
    guard input.isTerminal, let line = lines.first, LinearPresenter.stops(line) else { return [] }
    lines.removeFirst()
    stage = .answering
    return presenter.read(line, state).messages
  }

  private func endWaiting() {
    patience?.cancel()
    patience = nil
    isProgressDue = false
  }

  // MARK: Speaking

  private func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    if isPrompted { output.line("") }
    isPrompted = false
    for line in lines { output.line(line) }
    output.flush()
  }

  func invalidate() {}

  func suspend() { raise(SIGTSTP) }

  func copy(_ text: String) -> CopyOutcome {
    say([LinearPresenter.visible(text)])
    return .written
  }

  func restore() {
    for task in tasks { task.cancel() }
    endWaiting()
    if isPrompted { output.line("") }
    isPrompted = false
    output.flush()
    continuation.finish()
  }
}
