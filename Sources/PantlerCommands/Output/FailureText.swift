import StoreManager
import StoreModel

/// The sentences for what goes wrong: what, where, and what to do next.
enum FailureText {
  /// Describes a command line that could not be understood.
  static func text(_ failure: UsageFailure) -> String {
    switch failure {
    case .noSuchCommand(let name, let nearest):
      "there is no command “\(name)”" + hint(nearest) + "; see pantler --help"
    case .unknownOption(let name, let nearest): "there is no option \(name)" + hint(nearest)
    case .missingValue(let name): "\(name) wants a value"
    case .missingOperand: "something is missing; see --help"
    case .unexpectedOperand(let text): "“\(text)” is one too many; see --help"
    case .notAURL(let text): "“\(text)” is no URL, such as https://example.org/path"
    case .notASite(let text): "“\(text)” is no site, such as https://example.org or none"
    case .notATime(let text): "“\(text)” is no time, such as 2026-01-31T12:00:00Z"
    case .notAChoice(let option, let value, let choices):
      "\(option) takes \(choices.joined(separator: " or ")), not “\(value)”"
    case .filter(let failure): "the filter is wrong at column \(failure.column): \(failure.message)"
    case .unreadable(let path): "\(path) cannot be read"
    }
  }

  /// Describes a store that could not be read or changed.
  static func text(_ failure: StoreFailure) -> String {
    switch failure {
    case .locked(let path):
      "\(path) is locked, or kept changing while it was read; try again when the program that uses it is idle"
    case .denied(let path): "\(path) may not be read or written by this user; check its permissions"
    case .malformed(let path, let offset, let expected):
      "\(path) is damaged at byte \(offset): expected \(expected); keep a copy before anything else"
    case .undecryptable(let path): "\(path) holds values that cannot be decrypted here"
    case .inUse(let path, let processes):
      "\(path) is held open by \(processes.map(name).joined(separator: ", ")); close it first, "
        + "or use --force for a copy that nobody needs"
    case .unsupported(let path, let reason): "\(path): \(reason)"
    case .gone(let path): "\(path) is not there any more"
    case .changedMeanwhile(let path):
      "\(path) was changed by another program meanwhile; look at it again and repeat"
    case .damaged(let path): "\(path) is damaged and is opened for reading only"
    case .system(let path, let call, let code):
      "\(path): \(call) failed with error \(code); check the disk and the permissions"
    case .unverified(let path): "\(path) does not show what was written; look at it again"
    case .noSuchStore(let name): "no store is called “\(name)”; pantler stores lists them"
    case .ambiguousStore(let name, let candidates):
      "“\(name)” could be " + candidates.map(\.rawValue).joined(separator: ", ")
    case .journal(let path, let code):
      "the journal cannot be written (\(path), error \(code)), so nothing was changed"
    }
  }

  /// Describes what the journal refuses.
  static func text(_ failure: JournalFailure) -> String {
    switch failure {
    case .nothingLeft: "there is nothing to undo"
    case .noSuchEntry(let id): "the journal has no entry “\(id)”"
    case .ambiguousEntry(let id, let candidates):
      "“\(id)” could be " + candidates.joined(separator: ", ")
    case .cannotUndo(let id, let why): "\(id) cannot be undone: \(why.rawValue)"
    case .damaged(let path): "\(path) is damaged; the entry cannot be undone"
    case .system(let path, let call, let code): "\(path): \(call) failed with error \(code)"
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean \($0)?" } ?? ""
  }

  /// Names a process with its id and, where another program owns it, that program.
  static func name(_ process: ProcessReference) -> String {
    let owner = process.owner.map { " of \($0)" } ?? ""
    return "\(process.name)\(owner) (pid \(process.id))"
  }
}
