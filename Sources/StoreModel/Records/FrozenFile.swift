/// A file or folder as it was when a plan was made.
///
/// What is no longer the same is not removed.
public struct FrozenFile: Hashable, Codable, Sendable {
  /// What sort of file it is.
  public enum Kind: String, Hashable, Codable, Sendable {
    case file, folder, link
  }

  /// The absolute path.
  public var path: String
  /// What sort of file it is.
  public var kind: Kind
  /// The device number.
  public var device: UInt64
  /// The inode number.
  public var inode: UInt64
  /// The number of bytes; 0 for a folder.
  public var byteCount: Int
  /// When the content last changed, in nanoseconds since 1970; 0 for a folder.
  public var modified: Int64

  /// Takes every field as it is.
  public init(
    path: String, kind: Kind, device: UInt64, inode: UInt64, byteCount: Int, modified: Int64
  ) {
    self.path = path
    self.kind = kind
    self.device = device
    self.inode = inode
    self.byteCount = byteCount
    self.modified = modified
  }
}
