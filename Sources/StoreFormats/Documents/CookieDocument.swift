public import CookieCore
public import StoreModel

/// A cookie file in memory, with everything that is needed to write it back.
///
/// A document that is decoded and encoded without a change gives the same bytes; what a format cannot keep
/// to that is said in its own documentation. Fields that are not understood are kept.
public protocol CookieDocument: Sendable {
  /// The attributes that the format cannot keep.
  static var unrepresentable: Set<CookieAttribute> { get }

  /// Decodes as much as can be read.
  ///
  /// Damage behind a readable beginning is no error: the document is marked as damaged, says where, and refuses
  /// to be encoded by whoever writes files.
  ///
  /// - Throws: when nothing of the format can be recognised.
  init(decoding bytes: [UInt8]) throws(DecodingFailure)

  /// Makes an empty document, as a new file of the format begins.
  init()

  /// Every record in file order, duplicates included.
  var cookies: [Cookie] { get }

  /// What a person should know about the content.
  var notices: [StoreNotice] { get }

  /// The first line of a text that is neither a cookie nor a comment, from 1; nil where there is none.
  var firstUnreadLine: Int? { get }

  /// How many records are kept that cannot be shown as cookies.
  ///
  /// A cookie that is not among the others may be one of them, so its absence says nothing.
  var unreadCount: Int { get }

  /// Whether something could not be read, so that writing would lose it.
  var isDamaged: Bool { get }

  /// Why a sound document must not be written, in one plain sentence; nil when it may be.
  var readOnlyReason: String? { get }

  /// Makes all changes in one pass and reports one outcome for each, in order.
  ///
  /// Removing takes every record of the identity. A record that is not changed keeps its bytes and its place.
  ///
  /// - Complexity: O(*n* + *m*) in records and changes.
  mutating func apply(_ changes: [StoreChange]) -> [AppliedChanges.Outcome]

  /// Makes all changes, and takes cookies that are put from an earlier content, as its records stand there.
  ///
  /// What is not there is written like any other cookie.
  mutating func apply(
    _ changes: [StoreChange], from earlier: EarlierContent
  ) -> ReplayedChanges

  /// The bytes of the file.
  func encoded() -> [UInt8]
}

extension CookieDocument {
  /// Formats that are not made of lines have none.
  public var firstUnreadLine: Int? { nil }

  /// Formats whose records can all be shown, or are damage, have none.
  public var unreadCount: Int { 0 }
}
