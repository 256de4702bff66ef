/// A website data store of a live engine: WKWebsiteDataStore, or a network session.
public struct LiveStore: Hashable, Codable, Sendable, Identifiable {
  /// The identity of a store within its engine.
  public typealias ID = LiveID<LiveStore>

  /// Which store it is.
  public enum Kind: Hashable, Codable, Sendable {
    /// The one persistent store that every app has.
    case `default`
    /// A persistent store of its own, by its lower-case UUID.
    case identified(uuid: String)
    /// A new store in memory only; every one that is made is another.
    case nonPersistent
  }

  /// The identity.
  public var id: ID
  /// Which store it is.
  public var kind: Kind
  /// The name for people; the id where nobody gave one.
  public var name: String
  /// Where it keeps its persistent cookies; nil when it keeps none on disk.
  public var path: String?
  /// The number of the last change of its cookies; 0 before the first.
  public var sequence: UInt64

  /// Takes every field as it is.
  public init(id: ID, kind: Kind, name: String, path: String? = nil, sequence: UInt64 = 0) {
    self.id = id
    self.kind = kind
    self.name = name
    self.path = path
    self.sequence = sequence
  }

  /// Whether what it holds outlives the engine.
  public var isPersistent: Bool { kind != .nonPersistent }
}

extension LiveStore.Kind {
  /// Whether a store of this kind may be: an identified one needs a UUID, in lower case and not all zero.
  ///
  /// - Source: WKWebsiteDataStore refuses nil and the all-zero UUID with an exception.
  public var isValid: Bool {
    guard case .identified(let uuid) = self else { return true }
    let groups = uuid.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return false }
    let digits = groups.joined()
    return digits.contains { $0 != UInt8(ascii: "0") }
      && digits.allSatisfy { digit in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit)
      }
  }
}
