/// Cuts a stream of bytes into messages, and finds its way again after garbage.
public struct FrameReader: Sendable {
  /// What was found in a stream.
  public enum Finding: Hashable, Sendable {
    case frame(EngineFrame)
    /// A line that is no JSON object, by its number of bytes; what stands in it is not kept.
    case garbage(byteCount: Int)
    /// A line that is longer than the limit, by its number of bytes so far; the rest of it is passed over.
    case tooLong(byteCount: Int)
  }

  /// The most bytes of a line by default: all cookies of a very large store fit in.
  public static let defaultLimit = 64 << 20

  private let limit: Int
  private var pending: [UInt8] = []
  private var isSkipping = false

  /// Sets the most bytes that a line may have without its end.
  public init(limit: Int = Self.defaultLimit) {
    precondition(limit > 0, "a line has room for something")
    self.limit = limit
  }

  /// Takes bytes as they come and returns what they complete.
  ///
  /// - Complexity: O(*n*) in the bytes, beside reading the messages.
  public mutating func take(_ bytes: some Sequence<UInt8>) -> [Finding] {
    var findings: [Finding] = []
    for byte in bytes {
      if byte == 0x0A {
        if !isSkipping, let finding = Self.finding(pending) { findings.append(finding) }
        pending.removeAll(keepingCapacity: pending.count < 1 << 16)
        isSkipping = false
      } else if !isSkipping {
        pending.append(byte)
        guard pending.count > limit else { continue }
        findings.append(.tooLong(byteCount: pending.count))
        pending = []
        isSkipping = true
      }
    }
    return findings
  }

  /// Ends the stream: a line without its end is garbage, because it may have been cut off.
  public mutating func end() -> [Finding] {
    defer {
      pending = []
      isSkipping = false
    }
    return pending.isEmpty ? [] : [.garbage(byteCount: pending.count)]
  }

  private static func finding(_ line: [UInt8]) -> Finding? {
    let line = line.last == 0x0D ? line.dropLast() : line[...]
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
    return EngineFrame(line: Array(line)).map(Finding.frame) ?? .garbage(byteCount: line.count)
  }
}
