import FoundationEssentials
package import StoreModel

/// The file of the rules that keep things from deletion.
package enum GuardFile {
  private struct Written: Encodable {
    var version: Int
    var guards: [Guard]
  }

  private struct Found: Decodable {
    var version: Int
    var guards: [Entry]
  }

  /// A guard from a file; one with a word that means nothing here, or without any condition, would guard nothing.
  private struct Entry: Decodable {
    var value: Guard

    init(from decoder: any Decoder) throws {
      let known: Set = ["store", "site", "name", "key", "partition", "type"]
      let words = try decoder.container(keyedBy: Word.self).allKeys.map(\.stringValue)
      value = try Guard(from: decoder)
      guard known.isSuperset(of: words), value != Guard() else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "This guards nothing."))
      }
    }

    private struct Word: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
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
    guard let content = try? JSONDecoder().decode(Found.self, from: Data(bytes)),
      content.version == version
    else { throw .damaged(path: path) }
    return content.guards.map(\.value)
  }

  /// Changes the rules as the file has them now, while no other program of this kind does.
  ///
  /// - Parameter turns: where programs wait for each other.
  /// - Returns: the rules as they are then, and what the change returned.
  package static func change<Result>(
    _ path: String, _ turns: SharedTurns, files: PrivateFiles = .system,
    _ change: (inout [Guard]) -> Result
  ) async throws(JournalFailure) -> (guards: [Guard], result: Result) {
    let turn: FileLock
    do {
      turn = try await turns.take("guards")
    } catch {
      throw JournalFailure(error)
    }
    defer { turn.release() }
    let before = try read(path, files: files)
    var guards = before
    let result = change(&guards)
    if guards != before { try write(guards, to: path, files: files) }
    return (guards, result)
  }

  /// Replaces the file, making its directory if that is missing; where a link stands, the file that it leads to.
  package static func write(
    _ guards: [Guard], to path: String, files: PrivateFiles = .system
  ) throws(JournalFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(Written(version: version, guards: guards)) else {
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
