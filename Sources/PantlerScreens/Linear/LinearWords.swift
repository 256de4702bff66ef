import ScreenKit
import StoreModel

/// The words that can be typed, and what they mean.
package enum LinearWords {
  /// Words for commands that have others' titles, or clearer names here.
  private static let aliases: [String: Command] = [
    "sync": .sync, "links": .showSync, "log": .showLog, "why": .explain, "remove": .delete,
    "web views": .showWebViews, "webviews": .showWebViews, "unmark": .clearMarks,
    "read again": .reread, "reread": .reread, "apply": .accept,
  ]

  /// The command that a word or a title means where one is; nil for none.
  static func command(_ text: String, in contexts: [KeyContext]) -> Command? {
    let word = text.lowercased()
    if contexts.contains(.main), let command = aliases[word] { return command }
    for context in contexts {
      for row in DefaultKeys.rows[context] ?? [] {
        let command = row.command
        if command.title.lowercased() == word || command.rawValue.lowercased() == word {
          return command
        }
      }
    }
    return nil
  }

  /// The command that keys mean where one is, written as help writes them; nil for none.
  ///
  /// Digits are numbers of lines here, unless they are named as keys.
  static func command(keys text: String, in state: BrowserState) -> Command? {
    guard let sequence = try? KeySequence(parsing: text),
      case .match(let command) = state.keymap.lookup(sequence.keys, in: state.keyContexts)
    else { return nil }
    return command
  }

  /// Commands that ask for a text, which may follow them on their line.
  static func asksForText(_ command: Command) -> Bool {
    switch command {
    case .explain, .explainURL, .explainSite, .explainTopLevelSite, .explainClock,
      .explainContainer, .explainFrom, .explainAdd, .find:
      true
    default: false
    }
  }

  /// Commands that are about the marked cookies where there are any.
  static func isAboutMarks(_ command: Command) -> Bool {
    switch command {
    case .delete, .toggleGuard, .export: true
    default: false
    }
  }

  /// Whether a line begins with a word of the `:` line.
  static func isCommandLine(_ line: String) -> Bool {
    let word = line.prefix { $0 != " " }
    return CommandLineText.words.contains { $0.name == word }
      || ["del", "rm", "write"].contains(String(word))
  }

  /// A sentence that names keys which are digits, with words in their place.
  static func withoutDigits(_ text: String) -> String {
    [
      ("(1 lists them)", "(sites lists them)"), ("(5 lists them)", "(stores lists them)"),
      ("(6 lists them)", "(links lists them)"), ("(1, 2)", "(sites, cookies)"),
      ("Select a store (5) and press s", "Select a store (type stores) and type sync"),
      ("Press 5 for", "Type stores for"), ("press R", "type R"), ("Press R", "Type R"),
    ].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// The nearest word to one that is not known.
  static func nearest(to word: String, in contexts: [KeyContext]) -> String? {
    let titles = contexts.flatMap { (DefaultKeys.rows[$0] ?? []).map(\.command.title) }
    return NearestName.find(
      word, among: titles + own.map(\.word) + CommandLineText.words.map(\.name))
  }

  /// The words of the conversation itself, for help.
  package static let own: [(word: String, help: String)] = [
    ("a number", "opens the line that was read with it, or tells all about it."),
    ("more", "reads on; so does an empty line. previous page reads the page before."),
    ("list", "reads what is in front from its beginning."),
    ("where", "tells where you are, and which line is selected."),
    ("details", "tells all about the selected line."),
    (
      "views", "lists the eight views: sites, cookies, types, web views, stores, links, log, trash."
    ),
    ("sources", "lists apps and stores; a number shows what one of them has."),
    ("mark 3", "marks a line; mark 3-7 and mark 3 5 mark several, and unmark 3 takes a mark away."),
    (
      "delete 3",
      "plans a deletion and asks; without a number it is about the marks, or the selected line."
    ),
    ("open 3", "opens a line; with other acts a number chooses their line, too: edit 3, why 3."),
    (
      "filter EXPR",
      "shows what a filter lets through; filter alone asks for one, and a Tab at its end for ways to go on."
    ),
    ("undo", "undoes the newest change, and redo does it again."),
    ("sync", "compares the selected store with a shared one, and asks."),
    ("log follow", "tells new lines of the log as they come, until log stop."),
    (
      "help WORD", "tells about one word; ? lists every key, and the name of a key works as a word."
    ),
    ("key 2", "presses a key whose name is a number; :WORD runs a line of the command line."),
    ("back", "goes back one step; cancel leaves a question and changes nothing."),
    ("quit", "leaves Pantler, as does the end of the input."),
  ]
}
