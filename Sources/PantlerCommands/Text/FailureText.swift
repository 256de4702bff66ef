import StoreFormats
import StoreManager
import StoreModel

/// The texts of failures: what, where, and what to do next.
///
/// They are made from the facts of a failure alone, so that no value and no text of a database gets in.
enum FailureText {
  /// The text of a failure, line by line.
  static func lines(for failure: CommandFailure) -> [String] {
    switch failure {
    case .filter(let failure, let text): filterLines(failure, text)
    case .lines(let lines): lines
    default: [text(for: failure)]
    }
  }

  static func text(for failure: CommandFailure) -> String {
    switch failure {
    case .usage(let usage): usage.message + (usage.message.hasSuffix("?") ? "" : ".")
    case .store(let failure): text(for: failure)
    case .journal(let failure): text(for: failure)
    case .sync(let obstacle): text(for: obstacle)
    case .linkTaken(let process):
      "This link is watched already" + (process.map { " by process \($0)" } ?? "")
        + ". One watcher is enough; end that one first to run another."
    case .filter(let failure, let text): filterLines(failure, text)[0]
    case .lines(let lines): lines.joined(separator: " ")
    case .planFile(let path, let failure): text(for: failure, in: path)
    case .importing(let path, let failure): text(for: failure, in: path)
    case .file(let failure):
      "\(shown(failure.path)): \(SystemText.text(for: failure.code)) (\(failure.call))."
        + SystemText.advice(for: failure.code)
    case .configuration(let failure): failure.message
    case .declined: "Nothing was changed."
    case .nothingMatched(let sentence), .other(let sentence): sentence
    }
  }

  /// The text of a failure with the store before it, whose path is not said twice.
  static func text(for failure: StoreFailure, of store: StoreID) -> String {
    let text = text(for: failure)
    let path = store.rawValue.drop { $0 != ":" }.dropFirst()
    return path.hasPrefix("/") && text.hasPrefix(shown(String(path)) + ":")
      ? text : "\(shown(store.rawValue)): \(text)"
  }

  /// The text of a store's failure.
  package static func text(for failure: StoreFailure) -> String {
    switch failure {
    case .locked(let path):
      "\(shown(path)): another program is writing to it. Try again, or close that program."
    case .denied(let path):
      "\(shown(path)): access is denied. Check the owner and the mode of the file and its folder."
    case .malformed(let path, let offset, let expected):
      "\(shown(path)): damaged at byte \(offset), where \(shown(expected)) was expected. "
        + "Restore the file from a copy, or let the program that owns it write it anew."
    case .undecryptable(let path):
      "\(shown(path)): the values are encrypted and the key is not known. "
        + "Unlock the key store of the desktop."
    case .inUse(let path, let holders):
      "\(shown(path)): in use by \(holders.map { process($0) }.joined(separator: ", ")), which "
        + "would overwrite the change. Close the program first; --force is for copies."
    case .unsupported(let path, let reason): "\(shown(path)): \(sentence(reason))"
    case .gone(let path):
      "\(shown(path)): there is no such file, or not any more. "
        + "Run “pantler stores” to see what there is now."
    default: moreText(for: failure)
    }
  }

  private static func moreText(for failure: StoreFailure) -> String {
    switch failure {
    case .changedMeanwhile(let path):
      "\(shown(path)): another program changed it at the same time. Nothing was written; try again."
    case .keptAside(let path, let other):
      "\(shown(path)): other programs wrote to it at the same time, so the change was not made. "
        + "What one of them wrote is in \(shown(other)); look at both."
    case .damaged(let path):
      "\(shown(path)): damaged, so it is opened for reading only. Restore it from a copy first."
    case .system(let path, let call, let code):
      "\(shown(path)): \(SystemText.text(for: code)) (\(call))." + SystemText.advice(for: code)
    case .partlyRemoved(let path, let gone, let left, let call, let code):
      "\(shown(path)): \(SystemText.text(for: code)) (\(call)). "
        + "\(gone) of \(gone + left) files and rows are gone, the others are still there. "
        + "Make its folder writable, or take off the mark of “chattr +i”, and delete again; "
        + "“pantler undo” puts back what went."
    case .unverified(let path):
      "\(shown(path)): reading it back does not show the change. "
        + "A program may have written to it; look with “pantler cookies” and try again."
    case .noSuchStore("-"):
      "“-” is no store; “pantler import - FILE” reads standard input into one."
    case .noSuchStore(let name):
      "There is no store “\(shown(name))”, and no file of cookies at such a path. "
        + "Run “pantler stores” to see what there is."
    case .ambiguousStore(let name, let candidates):
      "“\(shown(name))” may be one of \(candidates.count) stores: "
        + candidates.map { shown($0.rawValue) }.joined(separator: ", ") + "."
    case .journal(let path, let code):
      "\(shown(path)): the journal cannot be written: \(SystemText.text(for: code)). "
        + "Nothing was changed, because it could not be undone." + SystemText.advice(for: code)
    case .beingSynced(let process):
      "\(another(process)) is syncing the same stores. Nothing was changed here; try again when that one has ended."
    default: ""
    }
  }

  /// The text of a journal's failure.
  static func text(for failure: JournalFailure) -> String {
    switch failure {
    case .nothingLeft: "There is nothing to undo."
    case .noSuchEntry(let id):
      "There is no entry “\(shown(id))” in the trash. Run “pantler trash” to see what there is."
    case .ambiguousEntry(let id, let candidates):
      "“\(shown(id))” may be one of \(candidates.joined(separator: ", "))."
    case .cannotUndo(let id, .notUndone): "\(id) cannot be done again: it was not undone."
    case .cannotUndo(let id, .damaged):
      "\(id) cannot be undone: its record is damaged. “pantler undo ID” takes back one that “pantler trash” "
        + "lists, “pantler trash purge \(id)” forgets this one."
    case .cannotUndo(let id, let obstacle): "\(id) cannot be undone: \(text(for: obstacle))."
    case .taken(let process):
      "\(another(process)) is changing the same thing. Nothing was changed here; try again when that one has ended."
    case .damaged(let path): "\(shown(path)): damaged, so it is left alone."
    case .system(let path, let call, let code):
      "\(shown(path)): \(SystemText.text(for: code)) (\(call))." + SystemText.advice(for: code)
    }
  }

  private static func another(_ process: Int32?) -> String {
    "Another Pantler" + (process.map { " (pid \($0))" } ?? "")
  }

  /// Why an entry cannot be taken back, as the end of a sentence.
  static func text(for obstacle: UndoObstacle) -> String {
    switch obstacle {
    case .undoneAlready: "it is undone already"
    case .notApplied: "it was never applied"
    case .incomplete: "it was interrupted; its stores were left as they were"
    case .damaged: "its record is damaged"
    case .notUndone: "it is not undone"
    case .notKept: "no copy of it could be kept"
    }
  }

  /// What is wrong with a filter, the filter, and a sign below the place.
  private static func filterLines(_ failure: FilterFailure, _ text: String) -> [String] {
    let visible = VisibleText.escaped(text)
    let before = VisibleText.escaped(String(text.prefix(max(0, failure.column - 1))))
    let pointer = String(repeating: " ", count: TextWidth.columns(of: before)) + "^"
    return [
      "The filter is not understood at column \(failure.column): \(failure.message).",
      "  " + visible, "  " + pointer,
    ]
  }

  private static func text(for failure: PlanFileFailure, in path: String) -> String {
    let what: String =
      switch failure {
      case .malformed(let field):
        field.isEmpty ? "it is no JSON" : "“\(shown(field))” is missing or wrong"
      case .unsupportedVersion(let version): "version \(version) is not known"
      case .emptyItem(let index): "item \(index) does nothing"
      case .wrongKey(let index): "item \(index) is about two cookies"
      case .wrongSeal(let index): "the digest of item \(index) does not go with its cookies"
      case .wrongData(let index): "the website data of entry \(index) is wrong"
      case .duplicate(let index): "item \(index) is about the same cookie as another"
      case .badID: "its id is wrong"
      }
    return "\(shown(path)): this is no plan: \(what). Make one by “--dry-run --json > FILE”."
  }

  private static func text(for failure: ImportFailure, in path: String) -> String {
    switch failure {
    case .unknownFormat:
      "\(shown(path)): the format is not known. Known are cookies.txt, Cookies.binarycookies, "
        + "the JSON of Pantler and of browser tools, HAR, and Set-Cookie lines."
    case .notJSON(let offset): "\(shown(path)): the JSON is wrong at byte \(offset)."
    case .needsURL:
      "\(shown(path)): these lines do not say which host they came from. Give it by --url URL."
    case .undecodable(_, let failure): "\(shown(path)): \(text(for: failure))"
    }
  }

  private static func text(for failure: DecodingFailure) -> String {
    switch failure {
    case .badSignature(let offset, _): "the beginning at byte \(offset) is of another format."
    case .truncated(let offset, let needed):
      "the file ends too early: \(needed) bytes are needed at byte \(offset)."
    case .invalid(let field, let offset): "\(shown(field)) is wrong at byte \(offset)."
    case .unsupportedVersion(let version): "version \(version) of the format is not known."
    case .foreignTable(let name, let kind): "“\(name)” is \(kind)."
    case .database(let code): "it is no sound database (code \(code))."
    }
  }

  /// A process for people.
  static func process(_ process: ProcessReference) -> String {
    let owner = process.owner.map { " of \(shown($0))" } ?? ""
    let pages = process.companions
    return "\(shown(process.name))\(owner) (pid \(process.id))\(pages.isEmpty ? "" : " " + pages)"
  }

  static func shown(_ text: String) -> String { VisibleText.escaped(text) }

  private static func sentence(_ text: String) -> String {
    let visible = shown(text)
    return visible.hasSuffix(".") ? visible : visible + "."
  }
}
