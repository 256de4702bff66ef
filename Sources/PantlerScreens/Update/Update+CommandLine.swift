import CookieCore
import ScreenKit
import StoreModel

/// The words of the `:` line.
enum CommandLineText {
  /// A word that begins a line, with what may follow.
  typealias Word = (name: String, arguments: String, help: String)

  static let words: [Word] = [
    ("delete", "[FILTER]", "Plans a deletion of what a filter matches."),
    ("export", "[PATH]", "Writes the marked cookies, or those shown, to a file."),
    ("import", "PATH", "Plans to bring the cookies of a file into the store."),
    ("filter", "FILTER", "Narrows the rows."),
    ("explain", "", "Prints the filter as a sentence."),
    ("save", "NAME", "Saves the filter as @NAME."),
    ("sort", "COLUMN [reverse]", "Sorts the rows."),
    ("theme", "NAME", "Takes a theme."),
    ("keys", "vi|emacs|safe", "Takes a set of keys."),
    ("chart", "size|expiry|off", "Shows numbers as pictures."),
    ("sharing", "", "Shows which web views share cookies."),
    ("open", "URL", "Loads a page in the selected live view, or in a new one."),
    ("forget", "", "Forgets what the selected pair had at its last sync."),
    ("restart", "", "Starts the live engine again after its host went."),
    ("sites", "", "Shows the sites."), ("cookies", "", "Shows the cookies."),
    ("types", "", "Shows the types."), ("views", "", "Shows the web views."),
    ("stores", "", "Shows the stores."), ("sync", "", "Shows the syncs."),
    ("log", "[PATH]", "Shows the log, or saves it: .txt in lines, else in JSON."),
    ("trash", "", "Shows the trash."),
    ("undo", "[force]", "Undoes the newest change; force: over what was set since."),
    ("redo", "", "Does again what was undone."),
    ("help", "", "Shows every key."), ("quit", "", "Leaves Pantler."),
  ]

  /// What is wrong with a line; nil when it can be run, or may become so.
  static func complaint(about text: String) -> Prompt.Complaint? {
    guard let first = text.split(separator: " ").first else { return nil }
    let isOpen = !text.contains(" ")
    let known = words.contains { isOpen ? $0.name.hasPrefix(first) : $0.name == first }
    guard !known, Command(rawValue: String(first)) == nil else { return nil }
    let hint =
      NearestName.find(String(first), among: words.map(\.name))
      .map { "; did you mean “\($0)”?" } ?? ""
    return .init(message: "there is no command “\(first)”\(hint)", column: 1)
  }

  /// Whole lines that a line can be completed to.
  static func completions(of text: String, state: BrowserState) -> [String] {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else {
      return words.map(\.name).filter { $0.hasPrefix(text) }
    }
    let choices: [String]
    switch parts[0] {
    case "sort": choices = Sorting.Key.allCases.map(\.rawValue)
    case "theme": choices = state.looks.themes
    case "keys": choices = KeyPreset.allCases.map(\.rawValue)
    case "chart": choices = Chart.allCases.map(\.rawValue) + ["off"]
    case "delete", "filter":
      let rest = text.dropFirst(parts[0].count + 1)
      return Filter.completions(for: String(rest), cursor: rest.count).prefix(50).map {
        parts[0] + " " + rest.prefix($0.replaced.lowerBound) + $0.text
      }
    default: return []
    }
    return choices.filter { $0.hasPrefix(parts[parts.count - 1]) }.map {
      (parts.dropLast() + [$0]).joined(separator: " ")
    }
  }
}

extension BrowserState {
  /// Runs a line that was typed after `:`.
  mutating func run(commandLine text: String) -> [Effect] {
    let trimmed = text.drop { $0 == " " }
    guard let end = trimmed.firstIndex(of: " ") ?? Optional(trimmed.endIndex), !trimmed.isEmpty
    else { return [] }
    let word = String(trimmed[..<end])
    let rest = String(trimmed[end...].drop { $0 == " " })
    if let effects = runAct(word, rest) ?? runLook(word, rest) { return effects }
    if let command = Command(rawValue: word) { return perform(command) }
    let complaint = CommandLineText.complaint(about: word + " ")
    notice = Notice(complaint?.message ?? "there is no command “\(word)”", .failure)
    return []
  }

  private mutating func runAct(_ word: String, _ rest: String) -> [Effect]? {
    switch word {
    case "delete", "del", "rm": return rest.isEmpty ? perform(.delete) : delete(matching: rest)
    case "export", "write", "w":
      let effects = perform(.export)
      guard !rest.isEmpty, case .exportPath(let request)? = prompt?.kind else { return effects }
      prompt = nil
      return [.export(request, path: rest, replaces: false)]
    case "import":
      if let reason = unavailability(of: .importCookies) {
        notice = Notice(reason, .warning)
        return []
      }
      guard !rest.isEmpty, let store = selectedStore else { return perform(.importCookies) }
      return plan(.importing(path: rest, into: store), title: "Reading \(rest)")
    case "log" where !rest.isEmpty: return [.saveLog(log.events, path: rest, replaces: false)]
    case "open": return open(page: rest)
    case "restart": return restartEngine()
    case "forget": return perform(.forgetPair)
    case "undo" where rest == "force": return forceUndo()
    case "undo": return perform(.undo)
    case "redo": return perform(.redo)
    case "save": return saveFilter(rest)
    case "quit", "q", "exit", "x": return perform(.quit)
    case "help", "h": return perform(.help)
    default: return nil
    }
  }

  private mutating func runLook(_ word: String, _ rest: String) -> [Effect]? {
    switch word {
    case "filter", "f":
      var wanted = filter
      wanted.take(rest, saved: savedFilters)
      if let failure = wanted.failure {
        notice = Notice("Column \(failure.column): \(failure.message)", .failure)
        return []
      }
      filter = wanted
      return restartScan()
    case "explain":
      let text = filter.filter.isEmpty ? "Every cookie is shown." : filter.filter.sentence
      notice = Notice(text)
      return []
    case "sort": return sort(byName: rest)
    case "theme": return chooseTheme(named: rest)
    case "keys": return chooseKeys(rest)
    case "chart": return chooseChart(rest)
    case "sharing": return openSharing()
    case "sites": return perform(.showSites)
    case "cookies": return perform(.showCookies)
    case "types": return perform(.showTypes)
    case "views", "webviews": return perform(.showWebViews)
    case "stores": return perform(.showStores)
    case "sync": return perform(.showSync)
    case "log": return perform(.showLog)
    case "trash": return perform(.showTrash)
    default: return nil
    }
  }

  /// Plans the deletion of what a filter matches in the stores in scope.
  private mutating func delete(matching text: String) -> [Effect] {
    do {
      let filter = try Filter(parsing: text, saved: savedFilters)
      var state = self
      state.filter = FilterState(text: text, filter: filter)
      var test = RowTest(state)
      var wish = RemovalWish()
      var keys: [StoreID: [CookieKey]] = [:]
      for reference in catalog.cookies where test.passes(reference) {
        guard let item = library.item(reference) else { continue }
        keys[item.store, default: []].append(item.key)
      }
      guard !keys.isEmpty else {
        notice = Notice("Nothing to delete: 0 cookies matched.")
        return []
      }
      wish.keys = keys
      return plan(.removal(wish), title: "Counting what to delete")
    } catch {
      notice = Notice("Column \(error.column): \(error.message)", .failure)
      return []
    }
  }

  private mutating func saveFilter(_ name: String) -> [Effect] {
    guard !filter.filter.isEmpty else {
      notice = Notice("There is no filter to save: / begins one.", .warning)
      return []
    }
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
      notice = Notice("A name has letters, digits and hyphens: :save soon", .warning)
      return []
    }
    savedFilters[name] = filter.text
    return [.saveFilter(name: name, text: filter.text)]
  }

  private mutating func chooseKeys(_ name: String) -> [Effect] {
    guard let preset = KeyPreset(rawValue: name) else {
      notice = Notice("There are the keys vi, emacs and safe.", .warning)
      return []
    }
    keymap = preset.keymap
    looks.preset = preset
    notice = Notice("The keys of \(name) are in use; ? shows them.")
    return []
  }

  private mutating func chooseChart(_ name: String) -> [Effect] {
    if name == "off" {
      looks.charts = []
      return []
    }
    guard let chart = Chart(rawValue: name) else {
      notice = Notice("There are :chart size, :chart expiry and :chart off.", .warning)
      return []
    }
    if chart == .expiry { return openExpiryChart() }
    looks.charts.formSymmetricDifference([chart])
    return []
  }
}
