/// A process that renders pages of an app.
///
/// From outside it cannot be told which pages these are: related views and pages of one site may share a process,
/// and an engine keeps some processes ready without a view.
public struct WebViewProcess: Hashable, Codable, Sendable, Identifiable {
  /// Where the pages keep their data.
  public enum Storage: String, Codable, Hashable, Sendable, CaseIterable {
    /// On disk; the directory is among the mounts of the process.
    case persistent
    /// On disk by all that can be seen; a session in memory could look the same.
    case probablyPersistent
    /// In memory only.
    case ephemeral
    case unknown
  }

  /// The process.
  public var process: EngineProcess
  /// Where its pages keep their data.
  public var storage: Storage
  /// The data directory of its session; nil when there is none or it is unknown.
  public var directory: String?
  /// The stores that hold its cookies, sorted; empty when there are none or they are unknown.
  public var stores: [StoreID]
  /// What the answer about its data rests on, in one sentence.
  public var evidence: String

  /// Takes every field as it is.
  public init(
    process: EngineProcess, storage: Storage, directory: String? = nil, stores: [StoreID] = [],
    evidence: String
  ) {
    self.process = process
    self.storage = storage
    self.directory = directory
    self.stores = stores
    self.evidence = evidence
  }

  /// The id of the process.
  public var id: Int32 { process.id }

  /// What it is called for people.
  public var label: String { "web process \(id), one view or more" }
}
