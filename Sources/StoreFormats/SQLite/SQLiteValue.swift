/// A value of a database, with its storage class.
public enum SQLiteValue: Hashable, Codable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// The bytes of a text, which need not be UTF-8.
  case text([UInt8])
  case blob([UInt8])

  /// The bytes of a text or blob, or those of a number's digits; nil for null.
  var bytes: [UInt8]? {
    switch self {
    case .null: nil
    case .integer(let number): Array(String(number).utf8)
    case .real(let number): Array(String(number).utf8)
    case .text(let bytes), .blob(let bytes): bytes
    }
  }

  /// The whole number, as a cast in SQL gives it; nil for null and for what is no number.
  var integer: Int64? {
    switch self {
    case .null: nil
    case .integer(let number): number
    case .real(let number): Int64(exactly: number.rounded(.towardZero))
    case .text(let bytes), .blob(let bytes): Int64(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// Redacted: values of databases are secrets.
extension SQLiteValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The storage class alone.
  public var description: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text(let bytes): "text(\(bytes.count) bytes)"
    case .blob(let bytes): "blob(\(bytes.count) bytes)"
    }
  }

  /// The storage class alone.
  public var debugDescription: String { description }

  /// A mirror that shows no content.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
