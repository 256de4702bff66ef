/// The identity of something in a live engine, such as `p1`, `default` or `v3`.
///
/// It is unique among its kind within one run of the engine, and a plain string in JSON.
public struct LiveID<Thing>: RawRepresentable, Hashable, Sendable {
  /// The text of the identity.
  public var rawValue: String

  /// Takes the text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension LiveID: Comparable {
  /// Orders by the text, shorter ones first, so that `v2` comes before `v10`.
  public static func < (left: LiveID, right: LiveID) -> Bool {
    let counts = (left.rawValue.utf8.count, right.rawValue.utf8.count)
    if counts.0 != counts.1 { return counts.0 < counts.1 }
    return left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
}

extension LiveID: Codable {
  /// Reads a string.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension LiveID: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Takes the text.
  public init(stringLiteral value: String) {
    rawValue = value
  }

  /// The text.
  public var description: String { rawValue }
}
