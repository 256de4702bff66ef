import StoreFormats
import StoreManager
import StoreModel

/// Why a command could not do what it was asked.
enum CommandFailure: Error, Hashable, Sendable {
  case usage(UsageFailure)
  case store(StoreFailure)
  case journal(JournalFailure)
  /// What a store of a sync holds is unknown.
  case sync(SyncObstacle)
  /// Another process watches the link; its id where it is known.
  case linkTaken(by: Int32?)
  case filter(FilterFailure, text: String)
  case planFile(path: String, PlanFileFailure)
  case importing(path: String, ImportFailure)
  case file(FileFailure)
  case configuration(ConfigurationFailure)
  /// The person said no.
  case declined
  /// What was named matched nothing; the sentence says what.
  case nothingMatched(String)
  /// A sentence of the command's own.
  case other(String)
  /// Several, each on its line.
  case lines([String])

  /// Says why two stores were not brought together.
  init(_ failure: LinkFailure) {
    switch failure {
    case .obstacle(.unreadable(_, let failure)): self = .store(failure)
    case .obstacle(let obstacle): self = .sync(obstacle)
    case .journal(let failure): self = .journal(failure)
    case .taken(let process): self = .linkTaken(by: process)
    }
  }

  /// The exit status that goes with it.
  var status: ExitStatus {
    switch self {
    case .usage, .filter: .usage
    case .store(.ambiguousStore): .usage
    case .store(.noSuchStore), .nothingMatched: .nothingMatched
    case .journal(.noSuchEntry), .journal(.nothingLeft): .nothingMatched
    default: .failed
    }
  }
}

/// Why a file that a person named could not be read or written.
struct FileFailure: Error, Hashable, Sendable {
  /// The file.
  var path: String
  /// The system call.
  var call: String
  /// The errno.
  var code: Int32
}
