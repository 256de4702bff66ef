import FoundationEssentials
package import StoreModel

/// The file of the rules that keep things from deletion.
package enum GuardFile {
  private struct Content: Codable {
    var version: Int
    var guards: [Guard]
  }

  /// The version that is written.
  package static let version = 1

  /// Reads the guards; no file is no guards.
  ///
  /// - Throws: when there is a file that cannot be understood; nothing must be deleted then, since what was
  ///   guarded is not known.
  package static func read(
    _ path: String, files: PrivateFiles = .system
  ) throws(JournalFailure) -> [Guard] {
    let bytes: [UInt8]
    do {
      bytes = try files.read(PlainFile.resolved(path))
    } catch {
      guard !error.isMissing else { return [] }
      throw JournalFailure(FileFault(path: path, call: error.call, code: error.code))
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)),
      content.version == version
    else { throw .damaged(path: path) }
    return content.guards
  }

  /// Replaces the file, making its directory if that is missing; where a link stands, the file that it leads to.
  package static func write(
    _ guards: [Guard], to path: String, files: PrivateFiles = .system
  ) throws(JournalFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(Content(version: version, guards: guards)) else {
      throw .damaged(path: path)
    }
    do {
      let path = PlainFile.resolved(path)
      try files.makeDirectories(files.parent(of: path))
      try files.replace(path, with: Array(bytes) + [0x0A])
    } catch {
      throw JournalFailure(error)
    }
  }
}
