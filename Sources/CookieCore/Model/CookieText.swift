/// Bytes of a cookie that are usually UTF-8.
///
/// What is not UTF-8 survives a round trip. Two texts are equal when their bytes are equal:
/// Unicode's canonical equivalence, which `String` compares by, would merge two cookies that every
/// engine keeps apart. Texts of up to 15 UTF-8 bytes need no heap storage.
public struct CookieText: Sendable {
  private enum Storage: Sendable {
    case utf8(String)
    case bytes([UInt8])
  }

  private var storage: Storage

  /// Takes the UTF-8 bytes of a string.
  public init(_ string: String) {
    storage = .utf8(string)
  }

  /// Takes any bytes.
  public init(bytes: some Collection<UInt8>) {
    if let string = String(validating: bytes, as: UTF8.self) {
      storage = .utf8(string)
    } else {
      storage = .bytes(Array(bytes))
    }
  }

  /// Takes the bytes of a buffer, which is copied.
  public init(buffer: UnsafeBufferPointer<UInt8>) {
    // Nearly all text is ASCII, which need not be validated by the standard library's generic path.
    if Self.isASCII(buffer) {
      storage = .utf8(String(decoding: buffer, as: UTF8.self))
    } else if let string = String(validating: buffer, as: UTF8.self) {
      storage = .utf8(string)
    } else {
      storage = .bytes(Array(buffer))
    }
  }

  private static func isASCII(_ buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(buffer)
    let words = bytes.count / 8
    var bits: UInt64 = 0
    for word in 0..<words { bits |= bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self) }
    for index in 8 * words..<bytes.count { bits |= UInt64(bytes[index]) }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// The bytes as they are stored.
  public var bytes: [UInt8] {
    switch storage {
    case .utf8(let string): Array(string.utf8)
    case .bytes(let bytes): bytes
    }
  }

  /// The text, or nil when the bytes are not UTF-8.
  public var utf8String: String? {
    if case .utf8(let string) = storage { return string }
    return nil
  }

  /// The text with each malformed sequence replaced by U+FFFD; for showing and searching only.
  public var text: String {
    switch storage {
    case .utf8(let string): string
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The number of bytes.
  public var count: Int {
    switch storage {
    case .utf8(let string): string.utf8.count
    case .bytes(let bytes): bytes.count
    }
  }

  /// Calls a function with the bytes where they are, without copying them.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    switch storage {
    case .utf8(let string): body(string.utf8.span)
    case .bytes(let bytes): body(bytes.span)
    }
  }

  /// Whether there are no bytes.
  public var isEmpty: Bool { count == 0 }
}

extension CookieText: Hashable {
  /// Compares byte by byte.
  public static func == (left: CookieText, right: CookieText) -> Bool {
    switch (left.storage, right.storage) {
    case (.utf8(let left), .utf8(let right)): hasSameBytes(left, right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.utf8, .bytes), (.bytes, .utf8): false
    }
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .utf8(let string):
      string.utf8.span.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .bytes(let bytes):
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}

/// Compares two strings byte by byte, where `String` compares by canonical equivalence.
func hasSameBytes(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count == right.utf8.count else { return false }
  let (left, right) = (left.utf8.span.bytes, right.utf8.span.bytes)
  let words = left.byteCount & ~7
  for offset in stride(from: 0, to: words, by: 8)
  where left.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    != right.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  { return false }
  for offset in words..<left.byteCount
  where left.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    != right.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  { return false }
  return true
}

extension CookieText: Comparable {
  /// Orders by bytes, so that no locale takes part.
  public static func < (left: CookieText, right: CookieText) -> Bool {
    switch (left.storage, right.storage) {
    case (.utf8(let left), .utf8(let right)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    default: left.bytes.lexicographicallyPrecedes(right.bytes)
    }
  }
}

extension CookieText: ExpressibleByStringLiteral {
  /// Takes every field as it is.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension CookieText: Codable {
  private enum CodingKeys: String, CodingKey {
    case base64
  }

  /// Reads a JSON string, or `{"base64": "…"}` for bytes that are not UTF-8.
  public init(from decoder: any Decoder) throws {
    if let string = try? decoder.singleValueContainer().decode(String.self) {
      self.init(string)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let encoded = try container.decode(String.self, forKey: .base64)
    guard let bytes = Base64.decode(encoded) else {
      throw DecodingError.dataCorruptedError(
        forKey: .base64, in: container, debugDescription: "not base64")
    }
    self.init(bytes: bytes)
  }

  /// Writes the lossless form.
  public func encode(to encoder: any Encoder) throws {
    switch storage {
    case .utf8(let string):
      var container = encoder.singleValueContainer()
      try container.encode(string)
    case .bytes(let bytes):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Base64.encode(bytes), forKey: .base64)
    }
  }
}

/// Redacted, because names may and values do hold secrets.
extension CookieText: CustomStringConvertible, CustomDebugStringConvertible {
  /// A redacted form for debugging.
  public var description: String { "CookieText(\(count) bytes)" }
  /// A redacted form for debugging.
  public var debugDescription: String { description }
}

extension CookieText: CustomReflectable {
  /// A mirror that shows no bytes.
  public var customMirror: Mirror { Mirror(self, children: ["count": count]) }
}
