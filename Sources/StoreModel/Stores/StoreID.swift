/// The identity of a store, stable from run to run.
///
/// The form is `engine:app[:store]`, such as `apple:com.example.notes:default`, or `jar:/home/me/cookies.txt`.
public struct StoreID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
  /// The text of the identity.
  public var rawValue: String

  /// Takes every field as it is.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Orders by the text, so that no locale takes part.
  public static func < (left: StoreID, right: StoreID) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }

  /// Takes every field as it is.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the lossless form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension StoreID {
  /// Whether it is a store of a live engine, which is there only while the engine runs.
  public var isLive: Bool { rawValue.hasPrefix("live:") }

  /// Whether it is a store of Cocoa's WebKit.
  public var isCocoa: Bool { rawValue.hasPrefix(Engine.apple.rawValue + ":") }
}

extension StoreID: CustomStringConvertible {
  /// A redacted form for debugging.
  public var description: String { rawValue }
}
