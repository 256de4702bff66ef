/// Any JSON, kept as it came, so that what is not understood survives.
public indirect enum RawJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number that no 64 bits hold as an integer.
  case number(Double)
  case string(String)
  case array([RawJSON])
  case object([String: RawJSON])

  /// The member of an object; nil when there is none, or this is no object.
  public subscript(name: String) -> RawJSON? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// What is here and not in another value: members of objects that the other lacks, at any depth.
  ///
  /// Where both have something that is no object, the other counts. Arrays of the same length are compared element by
  /// element.
  func remainder(after other: RawJSON) -> RawJSON? {
    switch (self, other) {
    case (.object(let own), .object(let others)):
      let rest = own.compactMapKeyed { name, value in
        guard let counterpart = others[name] else { return value == .null ? nil : value }
        return value.remainder(after: counterpart)
      }
      return rest.isEmpty ? nil : .object(rest)
    case (.array(let own), .array(let others)) where own.count == others.count:
      let rest = zip(own, others).map { $0.remainder(after: $1) ?? .null }
      return rest.allSatisfy { $0 == .null } ? nil : .array(rest)
    default: return nil
    }
  }

  /// This value with what a remainder adds.
  func adding(_ remainder: RawJSON) -> RawJSON {
    switch (self, remainder) {
    case (.object(let own), .object(let more)):
      .object(own.merging(more) { $0.adding($1) })
    case (.array(let own), .array(let more)) where own.count == more.count:
      .array(zip(own, more).map { $0.adding($1) })
    default: self
    }
  }
}

extension Dictionary {
  fileprivate func compactMapKeyed(_ transform: (Key, Value) -> Value?) -> [Key: Value] {
    var result: [Key: Value] = [:]
    for (key, value) in self { result[key] = transform(key, value) }
    return result
  }
}

extension RawJSON: Codable {
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads any JSON.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      var members: [String: RawJSON] = [:]
      for name in container.allKeys {
        members[name.stringValue] = try container.decode(RawJSON.self, forKey: name)
      }
      self = .object(members)
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [RawJSON] = []
      while !container.isAtEnd { elements.append(try container.decode(RawJSON.self)) }
      self = .array(elements)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for (name, value) in members {
        try container.encode(value, forKey: Name(stringValue: name))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try Self.write(value, to: encoder)
    case .integer(let value): try Self.write(value, to: encoder)
    case .number(let value): try Self.write(value, to: encoder)
    case .string(let value): try Self.write(value, to: encoder)
    }
  }

  private static func write(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
