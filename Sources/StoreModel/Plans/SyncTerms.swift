public import CookieCore

/// Which way a sync carries cookies between a web view's store and a shared storage.
public enum SyncDirection: String, Codable, Hashable, Sendable, CaseIterable {
  /// From the first store, the web view's, to the second, the shared one.
  case toShared
  /// From the second store to the first.
  case toWeb
  case both
}

/// Who wins when the two sides hold different cookies of one identity.
public enum SyncConflictRule: String, Codable, Hashable, Sendable, CaseIterable {
  /// The newer one where both sides know when, else the side that the direction comes from, else nobody.
  case newer
  /// The first store.
  case web
  /// The second store.
  case shared
  /// Nobody: each conflict is left to a person.
  case ask
}

/// What a sync was asked to do.
public struct SyncTerms: Hashable, Codable, Sendable {
  /// The first store, usually a web view's.
  public var web: StoreID
  /// The second store, usually a shared storage.
  public var shared: StoreID
  /// Which way cookies are carried.
  public var direction: SyncDirection
  /// Whether cookies that one side lacks are deleted from the other.
  public var prune: Bool
  /// The sites to carry; nil for all.
  public var sites: Set<String>? {
    get { sortedSites.map { Set($0) } }
    set { sortedSites = newValue?.sorted() }
  }
  private var sortedSites: [String]?
  /// What the cookies to carry have to fit; nil for all.
  ///
  /// An identity belongs to the link when the cookie of either store fits.
  public var filter: LinkFilter?
  /// What fits one of these is neither replaced nor removed by the link.
  public var guards: [LinkFilter] {
    get { keeps ?? [] }
    set { keeps = newValue.isEmpty ? nil : newValue }
  }
  private var keeps: [LinkFilter]?
  /// Whether session cookies are carried; they stay session cookies.
  public var carriesSessions: Bool {
    get { skipsSessions != true }
    set { skipsSessions = newValue ? nil : true }
  }
  private var skipsSessions: Bool?
  /// Who wins a conflict.
  public var rule: SyncConflictRule

  /// Takes every field as it is.
  public init(
    web: StoreID, shared: StoreID, direction: SyncDirection, prune: Bool = false,
    sites: Set<String>? = nil, rule: SyncConflictRule = .newer
  ) {
    self.web = web
    self.shared = shared
    self.direction = direction
    self.prune = prune
    self.rule = rule
    sortedSites = sites?.sorted()
  }

  private enum CodingKeys: String, CodingKey {
    case web, shared, direction, prune, rule
    case sortedSites = "sites"
    case filter
    case keeps = "guards"
    case skipsSessions
  }
}

extension SyncTerms {
  /// The same link as far as it carries into one of its stores; nil when it does not.
  public func inward(into store: StoreID) -> SyncTerms? {
    let inward: SyncDirection? =
      store == web ? .toWeb : store == shared ? .toShared : nil
    guard let inward, direction == .both || direction == inward else { return nil }
    var terms = self
    terms.direction = inward
    return terms
  }
}

/// What the other store holds where nobody has decided which side wins.
///
/// Few items have one, so it is kept in a box and costs the others a pointer.
public struct SyncConflict: Hashable, Sendable {
  private final class Fields: Codable, Sendable {
    let store: StoreID
    let cookie: Cookie?
    let replacement: Cookie?

    init(_ store: StoreID, _ cookie: Cookie?, _ replacement: Cookie?) {
      self.store = store
      self.cookie = cookie
      self.replacement = replacement
    }
  }

  private let fields: Fields

  /// Takes every field as it is.
  public init(store: StoreID, cookie: Cookie?, replacement: Cookie?) {
    fields = Fields(store, cookie, replacement)
  }

  /// The other store, from which the item's new cookie comes.
  public var store: StoreID { fields.store }
  /// What the other store holds; nil when it holds none.
  public var cookie: Cookie? { fields.cookie }
  /// What the other store would hold if this side won; nil when its cookie would be removed.
  public var replacement: Cookie? { fields.replacement }

  /// Compares what is in the box.
  public static func == (left: SyncConflict, right: SyncConflict) -> Bool {
    left.store == right.store && left.cookie == right.cookie
      && left.replacement == right.replacement
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(store)
    hasher.combine(cookie)
    hasher.combine(replacement)
  }
}

extension SyncConflict: Codable {
  /// Reads the fields.
  public init(from decoder: any Decoder) throws {
    fields = try Fields(from: decoder)
  }

  /// Writes the fields.
  public func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
  }
}
