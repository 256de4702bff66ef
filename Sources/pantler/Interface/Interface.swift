import Foundation
import NcursesDriver
import PantlerCommands
import PantlerScreens
import ScreenKit
import StoreManager
import StoreModel

/// Starts the terminal interface.
@MainActor enum Interface {
  /// Shows the interface until it is left, and returns the exit status.
  static func run(_ options: InterfaceOptions, host: CommandHost) async -> Int32 {
    let support: InterfaceSupport
    do {
      support = try InterfaceSupport(host: host)
      if let store = options.store { try await support.include(store) }
    } catch {
      return fail(error.message)
    }
    let settings = support.configuration
    let themes = Catalogues.library(with: support.themeDirectory).library
    if let name = options.theme, name != ThemeLibrary.automatic, !themes.names.contains(name) {
      let hint = NearestName.find(name, among: themes.names).map { "; did you mean “\($0)”?" }
      let shown = VisibleText.escaped(name)
      return fail(
        "pantler: there is no theme “\(shown)”\(hint ?? ".") “pantler theme” lists them.", status: 2
      )
    }
    if options.isLinear(in: host.environment) {
      return await converse(support, themes, options, host)
    }
    let driver: NcursesTerminal
    do {
      driver = try NcursesTerminal(
        TerminalOptions(
          environment: host.environment, usesMouse: settings.usesMouse && !options.ignoresMouse,
          isASCII: options.isASCII || settings.isASCII == true))
    } catch {
      return fail(TerminalProblem(error).message)
    }
    let runner = InterfaceRunner(
      front: ScreenFront(driver: driver, themes: themes), manager: support.manager,
      publicSuffixes: host.publicSuffixes, services: services(support, host),
      state: state(on: driver.profile, support, themes, options, host))
    await runner.run()
    return 0
  }

  /// Answers lines with sentences until the input ends or a person leaves.
  private static func converse(
    _ support: InterfaceSupport, _ themes: ThemeLibrary, _ options: InterfaceOptions,
    _ host: CommandHost
  ) async -> Int32 {
    let front = LinearFront(
      input: LineInput(), output: host.output, signals: host.interruptions())
    let runner = InterfaceRunner(
      front: front, manager: support.manager, publicSuffixes: host.publicSuffixes,
      services: services(support, host),
      state: state(on: LinearPresenter.profile, support, themes, options, host))
    await runner.run()
    return front.signal.map { 128 + $0 } ?? 0
  }

  /// The state before anything is read.
  private static func state(
    on profile: TerminalProfile, _ support: InterfaceSupport, _ themes: ThemeLibrary,
    _ options: InterfaceOptions, _ host: CommandHost
  ) -> BrowserState {
    let settings = support.configuration
    let preset = KeyPreset(rawValue: settings.keys) ?? .vi
    var state = BrowserState(terminal: profile, keymap: preset.keymap)
    state.looks.preset = preset
    state.looks.theme = options.theme ?? settings.theme
    state.looks.themes =
      [ThemeLibrary.automatic] + themes.names.filter { $0 != ThemeLibrary.automatic }
    state.guards = support.guards
    state.savedFilters = settings.filters
    state.asOf = host.now()
    if let store = options.store { state.firstScope = .store(store.id) }
    state.scope = state.firstScope
    return state
  }

  private static func services(
    _ support: InterfaceSupport, _ host: CommandHost
  ) -> InterfaceServices {
    var keepLog: (@Sendable (AsyncStream<StoreEvent>) async -> String?)?
    if let file = support.logFile { keepLog = { events in await file.follow(events) } }
    return InterfaceServices(
      now: host.now, links: { await support.links() },
      unknownPairs: { await support.unknownPairs() },
      changeGuards: { await support.changeGuards(adding: $0, removing: $1) },
      saveFilter: { await support.saveFilter($0, $1) },
      export: { await support.export($0, to: $1, replaces: $2) },
      saveLog: { await support.saveLog($0, to: $1, replaces: $2) },
      keepLog: keepLog,
      keepPlan: { plan in
        do throws(InterfaceSupport.Failure) {
          return .at(path: try support.keepPlan(plan))
        } catch {
          return .failed(error.message)
        }
      },
      readCookies: { path in
        do throws(InterfaceSupport.Failure) {
          return .cookies(try await support.cookies(in: path))
        } catch {
          return .failed(error.message)
        }
      },
      beginScene: { waits in
        let problems =
          await host.stage?.perform(with: support.manager, observes: true) { name, url, load in
            await host.patience.telling(
              { waits("\(name): still loading \(url) after \($0) s. Esc stops it.") }, while: load)
          } ?? []
        // The line below the panes holds one of them only.
        for problem in problems { await support.manager.warn(problem) }
        return problems
      },
      live: { act in await live(act, host.stage) })
  }

  /// Has a view of the scene do something.
  private static func live(_ act: LiveAct, _ stage: SceneStage?) async -> LiveAnswer {
    guard let stage else { return .failed("No live engine runs.") }
    let engine = stage.engine
    do throws(LiveFailure) {
      switch act {
      case .open(let url, let store):
        let view = try await engine.openView(stage.configuration(with: store))
        return .navigated(try await engine.load(LiveAddress(url: url), in: view.id))
      case .load(let url, let view):
        return .navigated(try await engine.load(LiveAddress(url: url), in: view))
      case .reload(let view): return .navigated(try await engine.reload(view))
      case .go(let steps, let view): return .navigated(try await engine.go(steps, in: view))
      case .stop(let view): try await engine.stop(view)
      case .close(let view): try await engine.closeView(view)
      case .restart: return .restarted(try await stage.restart())
      }
      return .done
    } catch {
      guard case .hostGone(let reason) = error else { return .failed(LiveText.text(for: error)) }
      // What the host said last may be long, so what to do comes before it.
      let because = reason.isEmpty ? "" : " (\(VisibleText.escaped(reason)))"
      return .failed("The engine does not run; :restart starts it again." + because)
    }
  }

  private static func fail(_ message: String, status: Int32 = 1) -> Int32 {
    FileHandle.standardError.write(Data((VisibleText.escaped(message) + "\n").utf8))
    return status
  }
}

extension TerminalProblem {
  fileprivate init(_ reason: TerminalUnavailable) {
    switch reason {
    case .outputIsNoTerminal: self = .outputIsNoTerminal
    case .inputIsNoTerminal: self = .inputIsNoTerminal
    case .kindUnknown: self = .noType
    case .noEntry(let type): self = .unknownType(type)
    case .noDatabase: self = .noDatabase
    case .tooSimple(let type): self = .tooSimple(type)
    case .system(let code): self = .system(code)
    }
  }
}
