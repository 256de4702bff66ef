import CookieCore
import PantlerScreens
import ScreenKit
import StoreManager
import StoreModel

/// Runs the terminal interface: one loop reads messages, and effects are carried out beside it.
@MainActor final class InterfaceRunner {
  let front: any InterfaceFront
  let manager: StoreManager
  let services: InterfaceServices
  let publicSuffixes: PublicSuffixes
  let mailbox = Mailbox()
  private var state: BrowserState
  private var timers: [(milliseconds: Int, message: Message)] = []
  /// The tasks that answer effects, by number.
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var nextTask = 0
  /// The tasks that keep links in step, by the two stores.
  private var watches: [[StoreID]: Task<Void, Never>] = [:]
  /// The tasks that list website data, by store.
  private var listings: [StoreID: Task<Void, Never>] = [:]
  /// The tasks that change stores, by the token of their effect.
  private var acts: [Int: Task<Void, Never>] = [:]
  private var lastFrame: ContinuousClock.Instant?
  /// How many answers are waited for.
  private var pendingAnswers = 0

  /// The shortest time between two frames while messages keep coming.
  private static let frameInterval = Duration.milliseconds(16)

  init(
    front: any InterfaceFront, manager: StoreManager, publicSuffixes: PublicSuffixes,
    services: InterfaceServices, state: BrowserState
  ) {
    self.front = front
    self.manager = manager
    self.publicSuffixes = publicSuffixes
    self.services = services
    self.state = state
  }

  /// Shows the interface until it is left.
  func run() async {
    let starting = PantlerScreens.start(&state)
    // What is read first is on its way when the state is shown first.
    pendingAnswers += 1
    present()
    let pumps = [pumpFront(), await pumpEvents()]
    let logKeeper = await keepLog()
    carryOut(starting)
    pendingAnswers -= 1
    beginScene()
    for await item in mailbox.items {
      if let message = mailbox.open(item, at: services.now()), !take(message) { break }
      if mailbox.isEmpty || isFrameDue, !present() { break }
    }
    await end(pumps)
    logKeeper?.cancel()
    // What was logged until now is still written.
    await logKeeper?.value
  }

  /// Applies a message and carries out what follows; false when the program is to end.
  private func take(_ message: Message) -> Bool { carryOut(update(&state, on: message)) }

  /// Loads the pages of the scene beside everything else; a page that never comes keeps nothing back.
  private func beginScene() {
    let (begin, mailbox) = (services.beginScene, mailbox)
    keep(
      Task {
        let problems = await begin { mailbox.post(.sceneWaits($0)) }
        for problem in problems { mailbox.post(.sceneSays(problem)) }
      })
  }

  /// Feeds what a person does into the stream, whatever the loop is doing.
  private func pumpFront() -> Task<Void, Never> {
    let (events, mailbox) = (front.events, mailbox)
    return Task {
      await Self.pump(events) { mailbox.post($0) }
      // A terminal that went without saying so is gone all the same.
      mailbox.post(.terminal(.closed))
    }
  }

  private func pumpEvents() async -> Task<Void, Never> {
    let (events, mailbox) = (await manager.events(), mailbox)
    return Task { await Self.pump(events) { mailbox.post($0) } }
  }

  /// Writes the log to a file, where the settings name one.
  private func keepLog() async -> Task<Void, Never>? {
    guard let keep = services.keepLog else { return nil }
    let (events, mailbox) = (await manager.events(), mailbox)
    return Task {
      if let reason = await keep(events) { mailbox.post(.logFileFailed(reason: reason)) }
    }
  }

  @concurrent private static func pump<Element: Sendable>(
    _ stream: AsyncStream<Element>, into post: @Sendable (Element) -> Void
  ) async {
    for await element in stream { post(element) }
  }

  private var isFrameDue: Bool {
    lastFrame.map { $0.duration(to: .now) >= Self.frameInterval } ?? true
  }

  /// Shows the state, and goes on with what was written before; false when the program is to end.
  @discardableResult
  private func present() -> Bool {
    while true {
      let messages = front.present(state, isBusy: pendingAnswers > 0 || !mailbox.isEmpty)
      lastFrame = .now
      // A timer begins when what it is about was seen.
      for timer in timers { start(timer.milliseconds, timer.message) }
      timers = []
      guard !messages.isEmpty else { return true }
      for message in messages where !take(message) { return false }
    }
  }

  private func start(_ milliseconds: Int, _ message: Message) {
    let mailbox = mailbox
    keep(
      Task {
        do {
          try await Task.sleep(for: .milliseconds(milliseconds))
          mailbox.post(message)
        } catch {
          // The program is ending; nobody waits for the timer.
        }
      })
  }

  /// Carries out effects; false when the program is to end.
  @discardableResult
  private func carryOut(_ effects: [Effect]) -> Bool {
    for effect in effects {
      switch effect {
      case .quit: return false
      case .redraw: front.invalidate()
      case .suspend: front.suspend()
      case .after(let milliseconds, let message): timers.append((milliseconds, message))
      case .continueScan(let generation): mailbox.post(.scanContinues(generation: generation))
      case .copy(let text, let what): mailbox.post(.copied(text, what: what, front.copy(text)))
      case .cancel(let token): acts[token]?.cancel()
      case .readData(let store, let generation):
        // What was asked for earlier would be dropped.
        listings[store]?.cancel()
        listings[store] = keep(Task { mailbox.post(await readData(store, generation)) })
      case .stopReadingData(let store): listings[store]?.cancel()
      case .apply(let plan, let force, let token):
        acts[token] = reply { await self.apply(plan, force: force, token: token) }
      case .undo(let id, let acceptsLosses, let force, let token):
        acts[token] = reply {
          await self.undo(id, acceptsLosses: acceptsLosses, force: force, token: token)
        }
      case .redo(let id, let token):
        acts[token] = reply { await self.redo(id, token: token) }
      case .watchLink(let terms):
        watches[[terms.web, terms.shared]]?.cancel()
        watches[[terms.web, terms.shared]] = keep(Task { await watch(terms) })
      case .endWatch(let web, let shared): watches[[web, shared]]?.cancel()
      default: reply { await self.answer(effect) }
      }
    }
    return true
  }

  /// Begins a task that answers with one message.
  @discardableResult
  private func reply(_ answer: @escaping @MainActor () async -> Message) -> Task<Void, Never> {
    pendingAnswers += 1
    return keep(
      Task {
        let message = await answer()
        mailbox.post(message)
        pendingAnswers -= 1
      })
  }

  /// Keeps a task until it is done, so that every task has an owner.
  @discardableResult
  private func keep(_ task: Task<Void, Never>) -> Task<Void, Never> {
    let number = nextTask
    nextTask += 1
    tasks[number] = task
    Task {
      await task.value
      tasks[number] = nil
    }
    return task
  }

  /// Lets changes under way come to an end, and everything else go.
  private func end(_ pumps: [Task<Void, Never>]) async {
    for pump in pumps { pump.cancel() }
    for task in tasks.values { task.cancel() }
    // A store that is being written is written whole; what was not begun is left alone.
    for act in acts.values { await act.value }
    for watch in watches.values { await watch.value }
    await manager.stopObserving(nil)
    mailbox.close()
    front.restore()
  }
}
