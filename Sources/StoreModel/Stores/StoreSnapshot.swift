public import CookieCore

/// What a store held at one moment.
public struct StoreSnapshot: Hashable, Sendable {
  /// The store.
  public var store: StoreID
  /// Unique by key, in the store's own order; of duplicates the one that the engine would use.
  public var cookies: [Cookie] {
    didSet { digests = nil }
  }
  /// The digests of the cookies, where they were made when the store was read.
  package var digests: CookieDigests?
  /// Identifies the bytes that were read; nil when there was no file.
  public var fingerprint: FileFingerprint?
  /// What a person should know about the content.
  public var notices: [StoreNotice]
  /// Whether the file is damaged, so that writing is refused.
  public var isDamaged: Bool
  /// The first line of a text jar that is neither a cookie nor a comment, from 1; nil where there is none.
  public var unreadLine: Int?
  /// How many records are kept in the file that cannot be shown as cookies; one that is missing may be among them.
  public var unreadCount = 0
  /// How many other names the file has that keep its old content when it is written; 0 where it is written in place.
  public var otherNameCount = 0
  /// Why a sound file is not written, in one plain sentence; nil when it may be.
  public var readOnlyReason: String?
  /// The processes that have the file open.
  public var holders: [ProcessReference]
  /// When it was read.
  public var takenAt: Timestamp

  /// Takes every field as it is.
  public init(
    store: StoreID, cookies: [Cookie], fingerprint: FileFingerprint?, notices: [StoreNotice] = [],
    isDamaged: Bool = false, readOnlyReason: String? = nil, holders: [ProcessReference] = [],
    takenAt: Timestamp
  ) {
    self.store = store
    self.cookies = cookies
    self.fingerprint = fingerprint
    self.notices = notices
    self.isDamaged = isDamaged
    self.readOnlyReason = readOnlyReason
    self.holders = holders
    self.takenAt = takenAt
  }
}

/// Identifies the content of a file.
public struct FileFingerprint: Hashable, Codable, Sendable {
  /// The number of bytes.
  public var byteCount: Int
  /// SHA-256 of the content in lower-case hex.
  public var digest: String

  /// Takes every field as it is.
  public init(byteCount: Int, digest: String) {
    self.byteCount = byteCount
    self.digest = digest
  }
}

/// Something about a store's content that a person should know.
public struct StoreNotice: Hashable, Codable, Sendable {
  /// How much it matters.
  public enum Level: String, Codable, Hashable, Sendable {
    case information, warning, damage
  }

  /// How much it matters.
  public var level: Level
  /// One plain sentence without secrets.
  public var message: String
  /// The byte offset from the start of the file, or nil.
  public var offset: Int?
  /// The line number from 1 for text files, or nil.
  public var line: Int?

  /// Takes every field as it is.
  public init(level: Level, message: String, offset: Int? = nil, line: Int? = nil) {
    self.level = level
    self.message = message
    self.offset = offset
    self.line = line
  }
}
