import PantlerScreens
import ScreenKit

/// Draws the state on a screen.
@MainActor final class ScreenFront: InterfaceFront {
  let events: AsyncStream<FrontEvent>
  private let driver: any TerminalDriver
  private let themes: ThemeLibrary
  private var theme: (name: String, appearance: Theme.Appearance?, theme: Theme)?

  init(driver: any TerminalDriver, themes: ThemeLibrary) {
    self.driver = driver
    self.themes = themes
    let terminal = driver.events
    events = AsyncStream { continuation in
      let pump = Task { await Self.pump(terminal, into: continuation) }
      continuation.onTermination = { _ in pump.cancel() }
    }
  }

  @concurrent private static func pump(
    _ events: AsyncStream<TerminalEvent>, into continuation: AsyncStream<FrontEvent>.Continuation
  ) async {
    for await event in events { continuation.yield(.did(.terminal(event))) }
    continuation.finish()
  }

  func present(_ state: BrowserState, isBusy: Bool) -> [Message] {
    let frame = render(state, theme: currentTheme(state.looks), size: state.terminal.size)
    driver.present(frame.grid, cursor: frame.cursor)
    return []
  }

  func invalidate() { driver.invalidate() }

  func suspend() { driver.suspend() }

  func copy(_ text: String) -> CopyOutcome { driver.copy(text) }

  func restore() { driver.restore() }

  private func currentTheme(_ looks: Looks) -> Theme {
    let (name, appearance) = (looks.theme, looks.appearance)
    if let theme, theme.name == name, theme.appearance == appearance { return theme.theme }
    let loaded = loadTheme(name, appearance)
    theme = (name, appearance, loaded)
    return loaded
  }

  private func loadTheme(_ name: String, _ appearance: Theme.Appearance?) -> Theme {
    let depth = driver.profile.depth
    do {
      return try themes.theme(named: name, depth: depth, background: appearance ?? .dark)
    } catch {
      // A broken theme of a person's own must not keep them from choosing another.
      return .plain
    }
  }
}
