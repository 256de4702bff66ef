import ScreenKit
import StoreModel

/// What is said of the words themselves.
extension LinearPresenter {
  /// What can be typed where one is.
  func help(_ state: BrowserState) -> [String] {
    let contexts = state.keyContexts
    let commands = contexts.filter { $0 != .main }.flatMap { context in
      (DefaultKeys.rows[context] ?? []).map(\.command)
    }
    let here = commands.filter { !$0.movesOnly }.map { "\($0.title): \($0.help)" }
    let acts = (DefaultKeys.rows[.main] ?? []).map(\.command).filter { !$0.movesOnly }.map(\.title)
    guard state.overlays.isEmpty else {
      let isQuestion = LinearList(state, makesLines: false).kind.isQuestion
      return ["Here can be typed:"] + here + [isQuestion ? "help, too." : "help and quit, too."]
    }
    return ["What can be typed:"] + LinearWords.own.map { "\($0.word): \($0.help)" } + here
      + ["Also: " + acts.joined(separator: ", ") + "."]
  }

  /// What one word does.
  func help(about word: String, _ state: BrowserState) -> [String] {
    if let own = LinearWords.own.first(where: { $0.word.prefix { $0 != " " } == word }) {
      return ["\(own.word): \(own.help)"]
    }
    if let command = command(word, state) {
      let keys = state.keymap.sequences(for: command, in: state.keyContexts).map(\.description)
      let reason = state.reasonAside(from: command).map { " Not now: \($0)." } ?? ""
      let names = keys.isEmpty ? "" : " Its keys: " + keys.joined(separator: ", ") + "."
      return ["\(command.title): \(command.help)\(names)\(reason)"]
    }
    if let line = CommandLineText.words.first(where: { $0.name == word }) {
      return ["\(line.name) \(line.arguments): \(line.help)"]
    }
    return ["I know no “\(word)”; help lists what can be typed."]
  }
}

extension Command {
  /// Whether the command only moves on a screen, which lines have other words for.
  fileprivate var movesOnly: Bool {
    switch self {
    case .up, .down, .top, .bottom, .halfPageUp, .halfPageDown, .pageUp, .pageDown, .detailsUp,
      .detailsDown, .focusNext, .focusPrevious, .zoom, .redraw, .cycleLogDock, .nextPane,
      .previousPane, .suspend, .commandLine, .help:
      true
    default: textEdit != nil
    }
  }
}
