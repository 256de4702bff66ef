public import CookieCore

/// One request on the way to a page, and its response.
public struct PageHop: Sendable {
  /// Where the request went.
  public var url: CookieURL
  /// Its method, in capitals.
  public var method: String
  /// The fate of every cookie of the site: those sent first, in the order of the header.
  public var verdicts: [CookieVerdict]
  /// Cookies that the rules would send and no header can hold, because of a line end or a NUL.
  public var unsendable: [Cookie]
  /// The status of the response; nil when none came.
  public var status: Int?
  /// What became of each Set-Cookie field of the response, in their order.
  public var receptions: [CookieReception]
  /// Where the response leads to; nil when it leads nowhere else.
  public var location: CookieURL?
  /// Whether another site asked for it.
  public var isCrossSite: Bool
  /// The cookies that were brought before the request.
  public var brought: [CookieKey] = []

  /// Describes a request that has no response yet.
  public init(
    url: CookieURL, method: String, verdicts: [CookieVerdict], unsendable: [Cookie] = [],
    isCrossSite: Bool = false
  ) {
    self.url = url
    self.method = method
    self.verdicts = verdicts
    self.unsendable = unsendable
    self.isCrossSite = isCrossSite
    receptions = []
  }

  /// Whether a response came, without which it is not known that the request was sent.
  public var isAnswered: Bool { status != nil }

  /// The cookies that were sent, or were to be, in the order of the header.
  public var sent: [Cookie] { verdicts.filter(\.isSent).map(\.cookie) }
}

/// What happened when a page was loaded.
public struct PageLoad: Sendable {
  /// How it ended.
  public enum Outcome: Hashable, Sendable {
    /// The last response came whole, whatever its status.
    case loaded(status: Int, byteCount: Int)
    case failed(PageFailure)
  }

  /// The requests in their order; the last is the page, or where it failed.
  public var hops: [PageHop]
  /// How it ended.
  public var outcome: Outcome
  /// The cookies as they are afterwards, also of a load that failed on its way.
  public var storage: CookieStorage

  /// Takes every field as it is.
  public init(hops: [PageHop], outcome: Outcome, storage: CookieStorage) {
    self.hops = hops
    self.outcome = outcome
    self.storage = storage
  }
}

/// Why a page could not be loaded.
public enum PageFailure: Error, Hashable, Sendable {
  /// The scheme is none that pages are loaded by.
  case scheme(String)
  /// There was no connection, or it broke; the sentence is the transport's.
  case connection(String)
  /// Nothing came in time, in seconds.
  case timedOut(seconds: Int)
  /// The response is larger than what is taken, in bytes.
  case tooLarge(limit: Int)
  /// There were more redirects than any browser follows.
  case tooManyRedirects(limit: Int)
  /// The response leads to something that is no address.
  case badRedirect
  /// The load was called off.
  case cancelled
}

/// What loads pages into a view.
public protocol PageLoading: Sendable {
  /// What people call it, such as `embedded`.
  var name: String { get }

  /// Loads a page with cookies, and keeps those that come.
  ///
  /// It never throws: what went wrong is the outcome, and the cookies that came before stay.
  func load(_ request: PageRequest, with storage: CookieStorage) async -> PageLoad
}

extension PageFailure: Codable {
  /// The form in JSON, in which every value has a name.
  private enum Form: Codable {
    case scheme(name: String)
    case connection(message: String)
    case timedOut(seconds: Int)
    case tooLarge(limit: Int)
    case tooManyRedirects(limit: Int)
    case badRedirect, cancelled
  }

  /// Reads an object with the name of the case as its one member.
  public init(from decoder: any Decoder) throws {
    self =
      switch try Form(from: decoder) {
      case .scheme(let name): .scheme(name)
      case .connection(let message): .connection(message)
      case .timedOut(let seconds): .timedOut(seconds: seconds)
      case .tooLarge(let limit): .tooLarge(limit: limit)
      case .tooManyRedirects(let limit): .tooManyRedirects(limit: limit)
      case .badRedirect: .badRedirect
      case .cancelled: .cancelled
      }
  }

  /// Writes an object with the name of the case as its one member.
  public func encode(to encoder: any Encoder) throws {
    let form: Form =
      switch self {
      case .scheme(let name): .scheme(name: name)
      case .connection(let message): .connection(message: message)
      case .timedOut(let seconds): .timedOut(seconds: seconds)
      case .tooLarge(let limit): .tooLarge(limit: limit)
      case .tooManyRedirects(let limit): .tooManyRedirects(limit: limit)
      case .badRedirect: .badRedirect
      case .cancelled: .cancelled
      }
    try form.encode(to: encoder)
  }
}
