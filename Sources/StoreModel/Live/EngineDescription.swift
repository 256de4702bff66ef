/// Whose rules decide which views share cookies.
public enum EngineEra: String, Codable, Hashable, Sendable, CaseIterable {
  /// iOS 11 to about 14: a jar for each pair of pool and store.
  case ios11
  /// iOS 15 and macOS 12 on: a jar for each store.
  case ios15
  /// WebKitGTK and WPE: a jar for each network session, which is a store.
  case webkitgtk
}

/// What a live engine is and can do.
public struct EngineDescription: Hashable, Codable, Sendable {
  /// An act that an engine may not be able to do.
  public enum Act: String, Codable, Hashable, Sendable, CaseIterable, CodingKeyRepresentable {
    case openViews, runScripts, severalPools, persistentStores, identifiedStores
    case setCookies, observeCookies, fetchRecords, removeRecords, holdNavigations, reportHops
    case loadWithBody
  }

  /// The name, such as `embedded` or `webkit`.
  public var name: String
  /// Its version, such as `2.50.6`.
  public var version: String
  /// Whose rules of sharing it keeps.
  public var era: EngineEra
  /// The acts that it can do, sorted by name.
  public var capabilities: [Act]
  /// The acts that it cannot do, each with a sentence that says why.
  public var refusals: [Act: String]
  /// What else a person should know, one sentence each.
  public var remarks: [String]

  /// Describes an engine that can do everything but what is refused.
  public init(
    name: String, version: String, era: EngineEra, refusals: [Act: String] = [:],
    remarks: [String] = []
  ) {
    self.name = name
    self.version = version
    self.era = era
    self.refusals = refusals
    self.remarks = remarks
    capabilities = Act.allCases.filter { refusals[$0] == nil }
      .sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
  }

  /// Reports whether an act can be done.
  public func allows(_ act: Act) -> Bool { capabilities.contains(act) }
}
