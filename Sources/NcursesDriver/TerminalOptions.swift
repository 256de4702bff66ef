import ScreenKit

/// What the person and the environment say about the terminal.
package struct TerminalOptions: Sendable {
  /// The environment variables.
  package var environment: [String: String]

  /// Whether the terminal is to report clicks and the wheel.
  package var usesMouse: Bool

  /// Whether only ASCII is to be shown, whatever the locale says.
  package var isASCII: Bool

  /// Whether the terminal draws characters of ambiguous width over two columns.
  package var ambiguousIsWide: Bool

  /// Whether to ask the terminal for its background; the answer arrives as an event.
  package var asksForBackground: Bool

  /// Makes options from an environment.
  package init(
    environment: [String: String], usesMouse: Bool = true, isASCII: Bool = false,
    ambiguousIsWide: Bool = false, asksForBackground: Bool = true
  ) {
    self.environment = environment
    self.usesMouse = usesMouse
    self.isASCII = isASCII
    self.ambiguousIsWide = ambiguousIsWide
    self.asksForBackground = asksForBackground
  }

  /// The value of `TERM`, empty when it is unset.
  var term: String { environment["TERM"] ?? "" }

  /// The first of the variables that set the encoding.
  var locale: String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }

  /// How long an escape may wait for the rest of a sequence, in milliseconds.
  ///
  /// Pieces of a sequence were seen 10 ms apart; with 50 there is room for a busy machine, and a
  /// dialog still closes within a tenth of a second.
  var escapeDelay: Int32 {
    guard let own = environment["ESCDELAY"].flatMap(Int32.init), own > 0 else { return 50 }
    return own
  }

  /// Whether colour is not wanted (no-color.org).
  var refusesColor: Bool { !(environment["NO_COLOR"] ?? "").isEmpty }

  /// Returns the number of colours that a terminal shows.
  ///
  /// - Parameters:
  ///   - colors: the number in the terminal database; 0 or less for none.
  ///   - isDirect: whether the database says that any colour can be named.
  func depth(colors: Int, isDirect: Bool) -> ColorDepth {
    if refusesColor { return .mono }
    let claim = environment["COLORTERM"]?.lowercased() ?? ""
    switch colors {
    case ..<8: return .mono
    case 8..<16: return .ansi8
    case 16..<256: return .ansi16
    default:
      // The variable alone is not trusted: it survives `TERM=vt102` and logins to other machines.
      return isDirect || claim == "truecolor" || claim == "24bit" ? .trueColor : .palette256
    }
  }

  /// What the variable that some terminals set says of the background; dark when it says nothing.
  var assumedBackground: Theme.Appearance {
    let last = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    switch last {
    case 7, .some(9...15): return .light
    default: return .dark
    }
  }

  /// Whether the terminal understands what xterm began: mouse reports, pastes, colour queries.
  var isLikeXterm: Bool {
    let families = [
      "xterm", "tmux", "screen", "rxvt", "alacritty", "foot", "kitty", "wezterm", "vte", "st",
      "gnome", "konsole", "ghostty", "contour", "mintty", "putty", "iterm", "mlterm", "rio",
    ]
    let family = term.lowercased().prefix { $0.isLetter }
    return families.contains(String(family))
  }

  /// The program between us and the terminal.
  var multiplexer: ClipboardRequest.Multiplexer {
    if !(environment["TMUX"] ?? "").isEmpty { return .tmux }
    return term.hasPrefix("screen") ? .screen : .none
  }
}
