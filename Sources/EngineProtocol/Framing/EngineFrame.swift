// JSON in one spelling; the module stays free of everything else of Foundation.
import FoundationEssentials
import StoreModel

/// One line with a message in it, and with what of it is not understood.
public struct EngineFrame: Sendable {
  /// The message.
  public let message: EngineMessage
  /// The line that it came in; nil for one that was made here.
  private let source: [UInt8]?

  /// Wraps a message of this version.
  public init(_ message: EngineMessage) {
    self.message = message
    source = nil
  }

  /// Reads a line without its end, or returns nil when it is no JSON object.
  ///
  /// - Complexity: O(*n*).
  public init?(line: [UInt8]) {
    let data = Data(line)
    let decoder = JSONDecoder()
    // What has another shape than this version's is of another version, whatever the decoder says about it.
    if let form = try? decoder.decode(EngineMessage.Form.self, from: data),
      let message = EngineMessage(form)
    {
      self.message = message
    } else {
      guard let raw = try? decoder.decode(RawJSON.self, from: data), case .object = raw else {
        return nil
      }
      message = .unknown(id: Self.id(raw), name: Self.name(raw))
    }
    source = line
  }

  /// The members that this version does not know, in their places; all of an unknown message; nil for none.
  ///
  /// - Complexity: O(*n*) in the line; most who read a message never ask.
  public var rest: RawJSON? {
    guard let source, let raw = try? JSONDecoder().decode(RawJSON.self, from: Data(source)) else {
      return nil
    }
    guard let form = message.form else { return raw }
    return Self.raw(form).flatMap { raw.remainder(after: $0) }
  }

  /// The line with its end; members that were not understood are in it again.
  public var line: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data: Data?
    if let rest {
      let own = message.form.flatMap(Self.raw)
      data = try? encoder.encode(own?.adding(rest) ?? rest)
    } else {
      data = try? encoder.encode(message.form)
    }
    // Only a number that is not finite cannot be written, and no message has one.
    guard let data else { preconditionFailure("a message cannot be written") }
    return Array(data) + [0x0A]
  }

  private static func raw(_ form: EngineMessage.Form) -> RawJSON? {
    guard let data = try? JSONEncoder().encode(form) else { return nil }
    return try? JSONDecoder().decode(RawJSON.self, from: data)
  }

  private static func id(_ raw: RawJSON) -> UInt64? {
    guard case .integer(let id) = raw["id"] else { return nil }
    return UInt64(exactly: id)
  }

  private static func name(_ raw: RawJSON) -> String {
    for kind in ["request", "reply", "failure", "notification"] {
      if case .object(let members) = raw[kind], let name = members.keys.min() { return name }
    }
    return ""
  }
}

/// Frames are equal that say the same, whatever the order of their members.
extension EngineFrame: Hashable {
  /// Compares the messages and what was not understood.
  public static func == (left: EngineFrame, right: EngineFrame) -> Bool {
    left.message == right.message && left.rest == right.rest
  }

  /// Feeds the message.
  public func hash(into hasher: inout Hasher) { hasher.combine(message) }
}
