import ScreenKit

/// Every key with what it does.
package struct HelpPage: Equatable, Sendable {
  /// One line of help.
  enum Line: Equatable, Sendable {
    case heading(KeyContext)
    case command(Command, keys: String, context: KeyContext)
  }

  /// What is searched.
  var field = TextField()
  /// Whether keys go to the search line.
  var isSearching = false
  /// The lines that fit the search.
  var lines: [Line]
  var viewport: ListViewport
  private let all: [Line]

  /// Lists the bindings of all contexts, those that matter here first.
  init(keymap: Keymap<KeyContext, Command>, contexts: [KeyContext]) {
    let order = contexts + KeyContext.allCases.filter { !contexts.contains($0) }
    var lines: [Line] = []
    for context in order {
      guard let table = keymap.tables[context] else { continue }
      lines.append(.heading(context))
      var seen: Set<Command> = []
      for binding in table.bindings where seen.insert(binding.command).inserted {
        let keys = table.sequences(for: binding.command).map(\.description)
        lines.append(
          .command(binding.command, keys: keys.joined(separator: "  "), context: context))
      }
    }
    all = lines
    self.lines = lines
    viewport = ListViewport(count: lines.count)
    viewport.select(1)
  }

  /// The command of the selected line; nil for a heading.
  var selectedCommand: (command: Command, context: KeyContext)? {
    guard let selected = viewport.selected,
      case .command(let command, _, let context) = lines[selected]
    else { return nil }
    return (command, context)
  }

  /// Shows only the lines that contain every word of the search, with their headings.
  mutating func search() {
    let words = field.text.lowercased().split(separator: " ")
    var found: [Line] = []
    var heading: Line?
    for line in all {
      switch line {
      case .heading: heading = line
      case .command(let command, let keys, _):
        let text = "\(command.title) \(command.help) \(keys)".lowercased()
        guard words.allSatisfy({ text.contains($0) }) else { continue }
        if let pending = heading { found.append(pending) }
        heading = nil
        found.append(line)
      }
    }
    lines = found
    viewport.resize(count: lines.count, height: viewport.height)
    viewport.select(min(1, max(0, lines.count - 1)))
  }

  /// Takes the height of the page; the first command is shown with its heading.
  mutating func resize(height: Int) {
    viewport.resize(count: lines.count, height: height)
    if viewport.selected == 1, height > 1 { viewport.scroll(by: -1) }
  }

  /// Moves on to the nearest line that is a command.
  mutating func skipHeadings(forward: Bool) {
    guard let selected = viewport.selected, case .heading = lines[selected] else { return }
    viewport.move(by: forward || selected == 0 ? 1 : -1)
  }
}
