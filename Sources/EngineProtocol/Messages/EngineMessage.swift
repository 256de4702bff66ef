public import StoreModel

/// One message between Pantler and an engine's host.
public enum EngineMessage: Hashable, Sendable {
  /// The first message of a host: which versions it speaks.
  case hello(EngineHello)
  /// Pantler asks; the answer has the same number.
  case request(id: UInt64, EngineRequest)
  /// The host did it.
  case reply(id: UInt64, EngineReply)
  /// The host could not do it.
  case failure(id: UInt64, LiveFailure)
  /// The host says something unasked.
  case notification(LiveNotification)
  /// A message of another version; the number is nil when it has none.
  ///
  /// The name is that of the request, reply or notification, as far as there is one. A host answers an unknown request
  /// with `unknownRequest`; everything else that is unknown is passed over.
  case unknown(id: UInt64?, name: String)
}

/// Which versions of the protocol a host speaks.
public struct EngineHello: Hashable, Codable, Sendable {
  /// The version that this module writes.
  public static let currentVersion = 1

  /// The newest version that the host speaks.
  public var version: Int
  /// The oldest version that the host speaks.
  public var oldestVersion: Int
  /// The name of the engine.
  public var engine: String

  /// Describes a host; by default it speaks the present version alone.
  public init(
    engine: String, version: Int = Self.currentVersion, oldestVersion: Int = Self.currentVersion
  ) {
    self.engine = engine
    self.version = version
    self.oldestVersion = oldestVersion
  }

  /// Whether this module can talk to the host.
  public var isUnderstood: Bool {
    oldestVersion <= version && (oldestVersion...version).contains(Self.currentVersion)
  }
}

extension EngineMessage {
  /// A message as it stands in JSON; exactly one member beside the number is there.
  struct Form: Codable {
    var id: UInt64?
    var hello: EngineHello?
    var request: EngineRequest?
    var reply: EngineReply?
    var failure: LiveFailure?
    var notification: LiveNotification?
  }

  var form: Form? {
    switch self {
    case .hello(let hello): Form(hello: hello)
    case .request(let id, let request): Form(id: id, request: request)
    case .reply(let id, let reply): Form(id: id, reply: reply)
    case .failure(let id, let failure): Form(id: id, failure: failure)
    case .notification(let notification): Form(notification: notification)
    case .unknown: nil
    }
  }

  init?(_ form: Form) {
    if let hello = form.hello {
      self = .hello(hello)
    } else if let notification = form.notification {
      self = .notification(notification)
    } else if let id = form.id {
      if let request = form.request {
        self = .request(id: id, request)
      } else if let reply = form.reply {
        self = .reply(id: id, reply)
      } else if let failure = form.failure {
        self = .failure(id: id, failure)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }
}
