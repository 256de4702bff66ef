import StoreModel

/// What stands on the manual pages.
enum ManualPages {
  /// pantler(1): the commands and the keys.
  static func program(
    _ commands: [CommandSpecification], keys: KeyCatalogue, version: String
  ) -> Roff {
    var page = Roff(
      "pantler", section: 1, version: version, purpose: "the keeper of cookie stores")
    page.heading("SYNOPSIS")
    page.paragraph("pantler [OPTIONS]")
    page.paragraph("pantler STORE [OPTIONS]")
    page.paragraph("pantler COMMAND [OPTIONS] [ARGUMENTS]")
    page.heading("DESCRIPTION")
    page.paragraph(
      "Without a command, pantler opens the terminal interface on the cookie stores and website data of this "
        + "machine, or of the one that is named. Each command is one act of the interface, for scripts. A STORE is an id as “pantler stores” "
        + "shows it, an unambiguous beginning of one, or a path. It may be the name of an app, if that has no "
        + "other store, such as epiphany, and notes:default for one of several. Values are secrets: they are "
        + "masked, unless --values is given.")
    page.heading("OPTIONS")
    for option in InterfaceOptions.specification.options { page.term(option.spelling, option.help) }
    page.heading("COMMANDS")
    for command in commands { describe(command, on: &page) }
    page.heading("KEYS")
    page.paragraph("The keys of the preset vi; “pantler keys” lists those of the others.")
    var context = ""
    for binding in keys.bindings("vi") {
      if binding.context != context {
        context = binding.context
        page.subheading(context)
      }
      page.term(binding.keys, binding.title)
    }
    page.heading("WITHOUT A SCREEN")
    page.paragraph(
      "With --linear nothing is drawn: lines of words are answered with sentences, as screen readers, simple "
        + "terminals and pipes need it. Lists have numbers, questions have numbered answers of which an empty line "
        + "takes the one that changes nothing, and the names of the keys above are words, too.")
    for word in keys.words {
      page.term(word.word, word.help.prefix(1).uppercased() + word.help.dropFirst())
    }
    page.heading("EXIT STATUS")
    for (status, meaning) in [
      ("0", "done"), ("1", "failed"), ("2", "wrong usage"),
      ("3", "partly done; the output says what failed"),
      ("4", "what was named matched nothing"),
      ("5", "done, but the output that says so could not be written"),
    ] { page.term(status, meaning) }
    describeSurroundings(on: &page)
    return page
  }

  private static func describe(_ command: CommandSpecification, on page: inout Roff) {
    page.subheading(command.usage(isWhole: true))
    page.paragraph(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    if !command.details.isEmpty { page.paragraph(command.details) }
    for option in command.options { page.term(option.spelling, option.fullHelp) }
    for example in command.examples {
      page.paragraph(example.meaning.prefix(1).uppercased() + example.meaning.dropFirst() + ":")
      page.example([example.line])
    }
  }

  private static func describeSurroundings(on page: inout Roff) {
    page.heading("ENVIRONMENT")
    for (name, meaning) in [
      ("PANTLER_THEME", "the theme, instead of the one in the settings"),
      ("PANTLER_ACCESSIBLE", "1 means --linear: no screen, but lines of words"),
      ("NO_COLOR", "when it is not empty: no colour, but bold, underlined and reversed text"),
      ("ESCDELAY", "how many milliseconds to wait for the rest of a key after Escape (50)"),
      ("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR", "where settings, journal and locks are"),
      ("SWIFT_BACKTRACE", "what a crash shows; see the documentation of Swift"),
    ] { page.term(name, meaning) }
    page.heading("FILES")
    for (name, meaning) in [
      ("~/.config/pantler/config.json5", "the settings; see pantler-config(5)"),
      ("~/.config/pantler/themes/", "themes of your own"),
      ("~/.local/state/pantler/journal/", "what undo takes back, readable by you alone"),
    ] { page.term(name, meaning) }
    page.heading("SEE ALSO")
    page.paragraph("pantler-config(5), pantler-filter(7)")
  }

  /// pantler-config(5): the settings.
  static func settings(version: String) -> Roff {
    var page = Roff(
      "pantler-config", section: 5, version: version, purpose: "the settings of pantler")
    page.heading("DESCRIPTION")
    page.paragraph(
      "The settings are one object of JSON5, in $XDG_CONFIG_HOME/pantler/config.json5. Comments and commas at the "
        + "end are allowed. A setting that does not exist is told with its line and the nearest name, and has no "
        + "effect. “pantler config show --origin” shows what is understood.")
    page.heading("SETTINGS")
    for setting in Configuration.Setting.allCases { page.term(setting.rawValue, setting.help) }
    page.heading("EXAMPLE")
    page.example([
      "{", "  jars: [\"~/jars/cookies.txt\"],", "  theme: \"light\",",
      "  filters: { soon: \"expires<7d !guarded\" },",
      "  links: {",
      "    notes: { web: \"webkitgtk:notes\", shared: \"foundation:notes\", filter: \"!name:_ga*\" },",
      "  },",
      "}",
    ])
    page.heading("SEE ALSO")
    page.paragraph("pantler(1), pantler-filter(7)")
    return page
  }
}

extension Configuration.Setting {
  /// One sentence for the manual.
  var help: String {
    switch self {
    case .jars: "A list of jar files to show beside those that are found."
    case .containers: "A list of folders to look for stores in, such as a copied app container."
    case .theme: "The name of a theme; “pantler theme” lists them. Usually auto: dark or light."
    case .ascii: "true draws with ASCII only, false never; usually what the terminal can show."
    case .mouse: "false leaves the mouse to the terminal."
    case .keys: "The preset of keys: vi, emacs or safe."
    case .logFile:
      "A file to which the interface adds every event of its log, one JSON object a line. Values stay masked."
    case .filters: "An object of filters by name; @name stands for one of them in a filter."
    case .links:
      "An object of links by name: web and shared are the two stores. Beside them may stand direction (toShared, "
        + "toWeb or both), sites (a list) and filter, which say what is carried, guards (a list of filters), "
        + "whose cookies are neither replaced nor deleted, prune (true carries deletions), prefer (newer, first, "
        + "second or ask: who wins a conflict), sessions (false leaves session cookies out), watch (true keeps the "
        + "two in step while the screens are open) and beforeLoading, a list of sites whose cookies are brought "
        + "over before a page of one of them is loaded. “pantler sync NAME” keeps to all of it."
    }
  }
}
