import CookieCore

/// The part of a plan that removes website data besides cookies.
public struct DataPlan: Hashable, Codable, Sendable {
  /// Data that was asked for and is left out.
  public struct Skipped: Hashable, Codable, Sendable {
    /// Why it is left out.
    public enum Reason: String, Codable, Hashable, Sendable {
      case guarded, hiddenByFilter
      /// The form of the file is not known, so nothing is taken out of it.
      case unknownForm
    }

    /// The store.
    public var store: StoreID
    /// The data.
    public var item: WebsiteDataItem
    /// Why.
    public var reason: Reason

    /// Takes every field as it is.
    public init(store: StoreID, item: WebsiteDataItem, reason: Reason) {
      self.store = store
      self.item = item
      self.reason = reason
    }
  }

  /// A data type that was asked for and cannot be removed so.
  public struct Refusal: Hashable, Codable, Sendable {
    /// The type.
    public var type: DataType
    /// Why, as the end of a sentence.
    public var reason: String

    /// Takes every field as it is.
    public init(type: DataType, reason: String) {
      self.type = type
      self.reason = reason
    }
  }

  /// What is removed.
  public var removals: [DataRemoval]
  /// What is left out.
  public var skipped: [Skipped]
  /// Types that are left out as a whole.
  public var refused: [Refusal]
  /// What else comes of it.
  public var effects: [DataEffect]
  /// Places of the profiles that nobody looked into, so that what sites keep there stays; nil for none.
  public var unseen: [WebsiteDataListing.Unattributed]?

  /// Takes every field as it is.
  public init(
    removals: [DataRemoval] = [], skipped: [Skipped] = [], refused: [Refusal] = [],
    effects: [DataEffect] = []
  ) {
    self.removals = removals
    self.skipped = skipped
    self.refused = refused
    self.effects = effects
  }
}

/// The removal of one item of website data, frozen with its files.
public struct DataRemoval: Hashable, Codable, Sendable {
  /// The store.
  public var store: StoreID
  /// The item as it was listed.
  public var item: WebsiteDataItem
  /// The files and folders that go, with everything in the folders, sorted by path.
  public var files: [FrozenFile]
  /// The databases that lose rows; the files beside them go along with their content.
  public var databases: [FrozenFile]
  /// What goes when nothing needs it any longer: the file that names the origin, emptied folders, and
  /// bodies that no other record of a cache has.
  public var remains: [FrozenFile]
  /// Whether the journal can keep a copy, so that the removal can be undone.
  public var isKept: Bool

  /// Takes every field as it is.
  public init(
    store: StoreID, item: WebsiteDataItem, files: [FrozenFile] = [],
    databases: [FrozenFile] = [], remains: [FrozenFile] = [], isKept: Bool = true
  ) {
    self.store = store
    self.item = item
    self.files = files
    self.databases = databases
    self.remains = remains
    self.isKept = isKept
  }

  /// The bytes that a copy of it takes.
  public var copyByteCount: Int {
    (files + databases + remains).reduce(0) { $0 + $1.byteCount }
  }
}

/// What became of the website data of a plan.
public struct DataResult: Hashable, Codable, Sendable {
  /// One outcome for each removal, in order.
  public var outcomes: [PlanResult.Outcome]
  /// The files of everything else in the profile that were compared afterwards.
  public var comparedFiles: Int
  /// The paths of those that are not what they were.
  public var disturbedFiles: [String]

  /// Takes every field as it is; by default nothing was compared.
  public init(
    outcomes: [PlanResult.Outcome], comparedFiles: Int = 0, disturbedFiles: [String] = []
  ) {
    self.outcomes = outcomes
    self.comparedFiles = comparedFiles
    self.disturbedFiles = disturbedFiles
  }
}

extension Plan {
  /// Whether there is nothing to do.
  public var isEmpty: Bool { itemCount == 0 }

  /// The number of cookies and of items of website data.
  public var itemCount: Int { items.count + removals.count }

  /// The website data that is removed.
  public var removals: [DataRemoval] { data?.removals ?? [] }
}

extension PlanResult {
  /// The outcomes of the cookies and then those of the website data.
  public var allOutcomes: [Outcome] { outcomes + (data?.outcomes ?? []) }
}

extension WebsiteDataItem {
  /// What tells an item from the others of a listing.
  public struct Identity: Hashable, Sendable {
    private let type: DataType
    private let origin: String?
    private let topOrigin: String?
    private let topSite: Site?
    private let host: String
    private let name: String?
    private let place: [String]

    fileprivate init(_ item: WebsiteDataItem) {
      type = item.type
      origin = item.origin
      topOrigin = item.topOrigin
      topSite = item.topSite
      host = item.host
      name = item.name
      place =
        item.place.folders + item.place.files.prefix(1)
        + item.place.rows.flatMap { [$0.database, $0.table, $0.column] + $0.values }
    }
  }

  /// Tells the item from the others of its listing.
  public var identity: Identity { Identity(self) }

  /// Whose the item is.
  public var owner: DataRecord.Owner { DataRecord.Owner(site: site, topSite: topSite) }
}
