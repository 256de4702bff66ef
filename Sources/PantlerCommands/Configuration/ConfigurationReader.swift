import FoundationEssentials
import StoreModel

/// Reads the settings.
package enum ConfigurationReader {
  /// What was read.
  package struct Result: Sendable {
    package var configuration = Configuration()
    package var warnings: [ConfigurationWarning] = []
  }

  private struct File: Decodable {
    var jars: [String]?
    var containers: [String]?
    var theme: String?
    var ascii: Bool?
    var mouse: Bool?
    var keys: String?
    var logFile: String?
    var filters: [String: String]?
    var links: [String: LinkReader.Written]?
  }

  /// Reads the settings of a person; no file is no settings.
  package static func read(
    _ places: Places, environment: [String: String]
  ) throws(ConfigurationFailure) -> Result {
    var result = Result()
    let path = places.configurationFile
    let saved = try SavedFilters.read(places)
    do {
      let bytes = try FileBytes.readPlain(path)
      result = try parse(bytes, path: path, places: places, saved: saved)
    } catch let failure as ConfigurationFailure {
      throw failure
    } catch let failure as FileFailure {
      guard failure.isMissing else { throw ConfigurationFailure(failure) }
    } catch {
      throw ConfigurationFailure(path: path, line: nil, reason: "it cannot be read")
    }
    result.configuration.filters.merge(saved) { settings, _ in settings }
    if let theme = environment["PANTLER_THEME"], !theme.isEmpty {
      result.configuration.theme = theme
      result.configuration.origins[.theme] = .environment("PANTLER_THEME")
    }
    return result
  }

  /// Understands the text of a file.
  ///
  /// - Parameter saved: the filters that were saved beside it, for links.
  static func parse(
    _ bytes: [UInt8], path: String, places: Places, saved: [String: String] = [:]
  ) throws(ConfigurationFailure) -> Result {
    let keys = JSON5Keys(bytes)
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let file: File
    do {
      file = try decoder.decode(File.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw failure(for: error, path: path, keys)
    } catch {
      throw ConfigurationFailure(path: path, line: keys.errorLine, reason: "it is no JSON5")
    }
    var result = Result()
    fill(&result.configuration, from: file, places)
    for key in keys.topLevel {
      if let setting = Configuration.Setting(rawValue: key.name) {
        result.configuration.origins[setting] = .file(line: key.line)
      } else {
        let names = Configuration.Setting.allCases.map(\.rawValue)
        result.warnings.append(
          ConfigurationWarning(
            path: path, line: key.line, key: key.name,
            nearest: NearestName.find(key.name, among: names)))
      }
    }
    if !Configuration.keyPresets.contains(result.configuration.keys) {
      throw ConfigurationFailure(
        path: path, line: keys.line(of: ["keys"]),
        reason: "“keys” is one of " + Configuration.keyPresets.joined(separator: ", "))
    }
    try checkFilters(result.configuration.filters, path, keys)
    let reader = LinkReader(
      path: path, keys: keys,
      filters: result.configuration.filters.merging(saved) { settings, _ in settings })
    result.configuration.links = try reader.links(file.links ?? [:])
    return result
  }

  private static func fill(
    _ configuration: inout Configuration, from file: File, _ places: Places
  ) {
    configuration.jars = (file.jars ?? []).map(places.resolved)
    configuration.containers = (file.containers ?? []).map(places.resolved)
    configuration.theme = file.theme ?? configuration.theme
    configuration.isASCII = file.ascii
    configuration.usesMouse = file.mouse ?? configuration.usesMouse
    configuration.keys = file.keys ?? configuration.keys
    configuration.logFile = file.logFile.map(places.resolved)
    configuration.filters = file.filters ?? [:]
  }

  private static func checkFilters(
    _ filters: [String: String], _ path: String, _ keys: JSON5Keys
  ) throws(ConfigurationFailure) {
    for (name, text) in filters.sorted(by: { $0.key < $1.key }) {
      do {
        _ = try Filter(parsing: text, saved: filters)
      } catch {
        throw ConfigurationFailure(
          path: path, line: keys.line(of: ["filters", name]),
          reason: "the filter “\(VisibleText.escaped(name))” is wrong at column \(error.column): "
            + error.message)
      }
    }
  }

  private static func failure(
    for error: DecodingError, path: String, _ keys: JSON5Keys
  ) -> ConfigurationFailure {
    switch error {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let names = context.codingPath.map(\.stringValue)
      return ConfigurationFailure(
        path: path, line: keys.line(of: names),
        reason: "“\(names.joined(separator: "."))” is not \(word(for: type))")
    case .keyNotFound(let key, let context):
      let names = context.codingPath.map(\.stringValue)
      return ConfigurationFailure(
        path: path, line: keys.line(of: names), reason: "“\(key.stringValue)” is missing here")
    case .dataCorrupted(let context):
      let names = context.codingPath.map(\.stringValue)
      return ConfigurationFailure(
        path: path, line: names.isEmpty ? keys.errorLine : keys.line(of: names),
        reason: names.isEmpty
          ? "it is no JSON5" : "“\(names.joined(separator: "."))” has no value that is known")
    @unknown default:
      return ConfigurationFailure(path: path, line: nil, reason: "it cannot be understood")
    }
  }

  private static func word(for type: Any.Type) -> String {
    switch type {
    case is String.Type: "text in quotation marks"
    case is Bool.Type: "true or false"
    case is [String].Type: "a list of texts"
    default: "what is expected here"
    }
  }
}
