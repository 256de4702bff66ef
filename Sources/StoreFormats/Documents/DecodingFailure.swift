/// Why bytes could not be decoded.
///
/// Offsets count bytes from the start of the file.
public enum DecodingFailure: Error, Hashable, Sendable {
  case badSignature(offset: Int, found: [UInt8])
  case truncated(offset: Int, needed: Int)
  /// A field holds what the format does not allow.
  case invalid(field: String, offset: Int)
  case unsupportedVersion(Int)
  /// A table is of a kind that the format's engine never makes, and is not read: what it is.
  case foreignTable(name: String, kind: String)
  /// SQLite refused the database; `code` is its extended result code.
  case database(code: Int32)
}
