import Glibc
import StoreManager
import StoreModel

/// The store that a command puts something into, which may be a file that is still to be made.
enum TargetStore {
  /// The formats that a new file can have, by the words that `--format` takes.
  static let formats: [(word: String, format: StoreFormat)] = [
    ("json", .pantlerJSON), ("netscape", .netscape), ("binarycookies", .binarycookies),
    ("libsoup", .libsoupDatabase), ("libsoup-text", .libsoupText),
    ("foundation", .foundationPropertyList),
  ]

  /// The option that says what a new file shall be.
  static let option = CommandSpecification.Option.value(
    "format", "F", .words(formats.map(\.word)),
    "what a new file shall be, if its name does not say it")

  /// What the help says of files that do not exist.
  static let help =
    "STORE may be a file that does not exist yet: it is made with the mode 0600, and undo removes it.\n"
    + "A name that ends in .txt, .json, .binarycookies or .sqlite says what it shall be; else F is one of\n"
    + "\(words)."

  private static var words: String {
    let words = formats.map(\.word)
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  /// Finds the store that was named, or describes the new one.
  static func find(
    _ name: String, _ session: CommandSession
  ) async throws(CommandFailure) -> StoreDescription {
    let word = session.arguments.value("format")
    let format = formats.first { $0.word == word }?.format
    _ = await session.discover()
    let store: StoreDescription
    do {
      store = try await session.manager.resolve(name, makingAs: format)
    } catch {
      if case .noSuchStore = error, access(name, F_OK) != 0, format == nil {
        throw .usage(.other(unclear(name)))
      }
      throw .store(error)
    }
    if await session.manager.isToBeMade(store.id) {
      let word = formats.first { $0.format == store.format }?.word ?? store.format.rawValue
      session.say("\(store.path) is a new file, in the format \(word).")
    } else if let format, format != store.format {
      throw .usage(.other("“\(name)” is there already; “--format” is for a new file"))
    }
    return store
  }

  private static func unclear(_ name: String) -> String {
    "there is no store “\(name)”, and the name does not say what a new file shall be; "
      + "give it by “--format” with \(words), or name it so that it ends in .txt, .json, "
      + ".binarycookies or .sqlite"
  }
}
