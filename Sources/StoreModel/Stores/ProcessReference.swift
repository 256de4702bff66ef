/// A process that holds a store open.
public struct ProcessReference: Hashable, Sendable {
  /// The identity.
  public var id: Int32
  /// The command name.
  public var name: String
  /// The program that owns it when that is another one, such as the app of a WebKitNetworkProcess.
  public var owner: String?
  /// The processes whose pages it works for, when it is a network process.
  public var webProcesses: [Int32]

  /// Takes every field as it is.
  public init(id: Int32, name: String, owner: String? = nil, webProcesses: [Int32] = []) {
    self.id = id
    self.name = name
    self.owner = owner
    self.webProcesses = webProcesses
  }

  /// Its web processes in words, such as `with web processes 41, 43`; empty without any.
  public var companions: String {
    guard !webProcesses.isEmpty else { return "" }
    let ids = webProcesses.prefix(8).map(String.init).joined(separator: ", ")
    let more = webProcesses.count > 8 ? " and \(webProcesses.count - 8) more" : ""
    return "with web process\(webProcesses.count == 1 ? "" : "es") \(ids)\(more)"
  }
}

extension ProcessReference: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, owner, webProcesses
  }

  /// Reads the fields; web processes may be absent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int32.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    owner = try container.decodeIfPresent(String.self, forKey: .owner)
    webProcesses = try container.decodeIfPresent([Int32].self, forKey: .webProcesses) ?? []
  }

  /// Writes the fields that are there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(owner, forKey: .owner)
    if !webProcesses.isEmpty { try container.encode(webProcesses, forKey: .webProcesses) }
  }
}
