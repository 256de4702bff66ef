import FoundationEssentials

/// Base64 by RFC 4648, section 4.
public enum Base64 {
  /// Encodes bytes with padding.
  public static func encode(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
  }

  /// Decodes text, or returns nil when it is not base64.
  public static func decode(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text).map { Array($0) }
  }
}
