import FoundationEssentials
import StoreManager
import StoreModel

/// The filters that were saved from the interface, beside those of the settings.
///
/// They have a file of their own, because a file that a person writes is not rewritten by a program.
enum SavedFilters {
  /// Reads the filters; no file is none.
  static func read(_ places: Places) throws(ConfigurationFailure) -> [String: String] {
    let path = places.filterFile
    do {
      let bytes = try FileBytes.readPlain(path)
      guard let filters = try? JSONDecoder().decode([String: String].self, from: Data(bytes)) else {
        throw ConfigurationFailure(
          path: path, line: nil, reason: "it is no list of filters by name")
      }
      return filters
    } catch let failure as ConfigurationFailure {
      throw failure
    } catch let failure as FileFailure {
      guard failure.isMissing else { throw ConfigurationFailure(failure) }
      return [:]
    } catch {
      throw ConfigurationFailure(path: path, line: nil, reason: "it cannot be read")
    }
  }

  /// Adds a filter, or replaces the one of its name.
  static func add(
    _ name: String, _ text: String, _ places: Places
  ) async throws(CommandFailure) {
    let turn: FileLock
    do {
      turn = try await places.turns.take("filters")
    } catch {
      throw .journal(JournalFailure(error))
    }
    defer { turn.release() }
    var filters: [String: String]
    do {
      filters = try read(places)
    } catch {
      throw .configuration(error)
    }
    filters[name] = text
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(filters) else { return }
    do {
      try PrivateFileWriter.makeDirectory(places.configuration)
      try PrivateFileWriter.write(Array(data) + [0x0A], to: places.filterFile)
    } catch {
      throw .file(error)
    }
  }
}
