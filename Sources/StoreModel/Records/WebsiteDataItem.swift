public import CookieCore

/// One thing that a site keeps on disk besides cookies.
public struct WebsiteDataItem: Hashable, Codable, Sendable {
  /// Why it is not certain whose the data is, or whether the engine still finds it.
  public enum Doubt: String, Hashable, Codable, Sendable, CaseIterable {
    /// No readable file names the origin.
    case noOrigin
    /// The name of the folder is not the hash of the origin that a file in it names.
    case originMismatch
    /// The name of the folder was hashed by the rule of versions up to 2.44.
    case oldHash
    /// The data is of a format version that newer engines delete.
    case oldVersion
    /// The content could not be read; it is attributed by its place alone.
    case unreadable
    /// The form of the file is not known, so it is listed as a whole and left alone.
    case unknownForm

    /// The doubt as a sentence for people, about some of the data.
    public var sentence: String {
      switch self {
      case .noOrigin: "Of some no readable file says whose it is."
      case .originMismatch:
        "Some is an orphan: its folder does not have the name that the engine looks for."
      case .oldHash: "Some is an orphan: only versions up to 2.44 find its folder."
      case .oldVersion:
        "Some is an orphan: it is of an older version, and newer engines delete it when they start."
      case .unreadable: "Some could not be read, and is listed by its place."
      case .unknownForm: "Some is in a file of a form that is not known."
      }
    }
  }

  /// Rows of a database table.
  public struct Rows: Hashable, Codable, Sendable {
    /// The path of the database's main file.
    public var database: String
    /// The table.
    public var table: String
    /// The column that tells rows apart.
    public var column: String
    /// The values of that column.
    public var values: [String]

    /// Takes every field as it is.
    public init(database: String, table: String, column: String, values: [String]) {
      self.database = database
      self.table = table
      self.column = column
      self.values = values
    }
  }

  /// Something in an item that has a name of its own: an object store of a database, or a cache.
  public struct Part: Hashable, Codable, Sendable {
    /// The name.
    public var name: String
    /// The number of records or entries; nil when unknown.
    public var count: Int?

    /// Takes every field as it is.
    public init(name: String, count: Int?) {
      self.name = name
      self.count = count
    }
  }

  /// What would be removed.
  public struct Place: Hashable, Codable, Sendable {
    /// Folders, with everything in them.
    public var folders: [String]
    /// Single files.
    public var files: FilePaths
    /// Rows of databases.
    public var rows: [Rows]
    /// The name of a record that a live engine removes itself, and nobody can copy; nil where there is none.
    public var record: String?

    /// Whether there is nothing that could be removed.
    public var isEmpty: Bool {
      folders.isEmpty && files.isEmpty && rows.isEmpty && record == nil
    }

    /// Takes every field as it is.
    public init(
      folders: [String] = [], files: FilePaths = [], rows: [Rows] = [], record: String? = nil
    ) {
      self.folders = folders
      self.files = files
      self.rows = rows
      self.record = record
    }
  }

  /// The data type.
  public var type: DataType
  /// The origin string of the data's owner; nil when unknown, or when only a host is known.
  public var origin: String?
  /// The host of the owner; empty for local files and when unknown.
  public var host: String
  /// The site of the owner.
  public var site: Site
  /// The origin string of the page at the top, where it is another.
  public var topOrigin: String?
  /// The site of the page at the top, where it is another.
  public var topSite: Site?
  /// The name of a database or the like; nil where there is none.
  public var name: String?
  /// The number of keys, databases, records or rows; nil when unknown.
  public var count: Int?
  /// The object stores of a database, or the caches; nil where there are none.
  public var parts: [Part]?
  /// The bytes on disk that belong to this item alone; nil for rows of a shared database.
  public var bytes: Int?
  /// The bytes that the engine itself counts, where it counts others than those on disk.
  public var contentBytes: Int?
  /// When it last changed; nil when unknown.
  public var modified: Timestamp?
  /// What would be removed.
  public var place: Place
  /// Why it is not certain whose the data is; nil when it is.
  public var doubt: Doubt?

  /// Takes every field as it is.
  public init(
    type: DataType, origin: String?, host: String, site: Site, topOrigin: String? = nil,
    topSite: Site? = nil, name: String? = nil, count: Int? = nil, bytes: Int? = nil,
    contentBytes: Int? = nil, modified: Timestamp? = nil, place: Place = Place(),
    doubt: Doubt? = nil
  ) {
    self.type = type
    self.origin = origin
    self.host = host
    self.site = site
    self.topOrigin = topOrigin
    self.topSite = topSite
    self.name = name
    self.count = count
    self.bytes = bytes
    self.contentBytes = contentBytes
    self.modified = modified
    self.place = place
    self.doubt = doubt
  }
}

extension Site {
  /// Whether WebKit's own records of any of some stores do not list it, because it has no registrable domain.
  ///
  /// An address is listed, and so are local documents; `localhost` is everywhere but in Cocoa.
  public func isBareHost(in stores: some Sequence<StoreID>) -> Bool {
    guard kind == .bareHost, name != Site.localFiles.name, !name.utf8.contains(UInt8(ascii: " "))
    else { return false }
    return name != "localhost" || stores.contains(where: \.isCocoa)
  }

  /// Stands for the owner of data that no file names.
  ///
  /// No host has a space in it.
  public static let unknownOrigin = Site(name: "unknown origin", kind: .bareHost)

  /// Stands for data that belongs to no site, such as what was typed into search fields.
  public static let noSite = Site(name: "no site", kind: .bareHost)

  /// Stands for local documents, which WebKit groups under this name.
  public static let localFiles = Site(name: "Local files", kind: .bareHost)
}
