/// A view that went somewhere, or tried to.
public struct LiveNavigation: Hashable, Codable, Sendable, Identifiable {
  /// The identity of a navigation within its engine.
  public typealias ID = LiveID<LiveNavigation>

  /// How a navigation ended.
  public enum Outcome: Hashable, Codable, Sendable {
    /// The last response came whole, whatever its status; the bytes are nil when they were not counted.
    case loaded(status: Int, byteCount: Int?)
    case failed(failure: PageFailure)
  }

  /// The identity.
  public var id: ID
  /// The view.
  public var view: LiveView.ID
  /// The requests in their order; the last is the page, or where it failed.
  public var hops: [LiveHop]
  /// How it ended.
  public var outcome: Outcome
  /// The title of the page; nil when it has none.
  public var title: String?

  /// Takes every field as it is.
  public init(
    id: ID, view: LiveView.ID, hops: [LiveHop], outcome: Outcome, title: String? = nil
  ) {
    self.id = id
    self.view = view
    self.hops = hops
    self.outcome = outcome
    self.title = title
  }
}

/// A navigation that waits before one of its hops, until it is told to go on.
public struct HeldNavigation: Hashable, Codable, Sendable {
  /// The navigation.
  public var id: LiveNavigation.ID
  /// The view.
  public var view: LiveView.ID
  /// The view's store, into which cookies are to be brought.
  public var store: LiveStore.ID
  /// Where the hop goes.
  public var url: String
  /// Which of the view's sites held it.
  public var site: String

  /// Takes every field as it is.
  public init(
    id: LiveNavigation.ID, view: LiveView.ID, store: LiveStore.ID, url: String, site: String
  ) {
    self.id = id
    self.view = view
    self.store = store
    self.url = url
    self.site = site
  }
}

/// A page that a view is to load.
public struct LiveAddress: Hashable, Codable, Sendable {
  /// Where it is; http or https.
  public var url: String
  /// The method of the first request, in capitals.
  public var method: String
  /// What is sent with it as a form; nil for nothing.
  public var body: String?
  /// The site of the page that asked for it, such as `https://news.test`; nil when the user did.
  public var initiator: String?

  /// Describes a page; by default the user goes there.
  public init(url: String, method: String = "GET", body: String? = nil, initiator: String? = nil) {
    self.url = url
    self.method = method
    self.body = body
    self.initiator = initiator
  }

  /// Whether a text can be a method: capital letters, so that it cannot be more than one word of a request.
  public static func isMethod(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }
}
