/// What a live engine says unasked.
public enum LiveNotification: Hashable, Codable, Sendable {
  /// Cookies of a store changed.
  ///
  /// `sequence` numbers the store's changes; `count` of them came together up to this one. Where a number is left out
  /// between two notifications, some were dropped. The view is nil where several caused it, or nobody knows.
  case cookiesChanged(
    store: LiveStore.ID, sequence: UInt64, count: Int, view: LiveView.ID?, cause: ChangeCause)
  /// A view was opened, began to load, or its title or address changed.
  case viewChanged(view: LiveView)
  /// A navigation waits for its cookies.
  case navigationHeld(navigation: HeldNavigation)
  /// A navigation ended.
  case navigated(navigation: LiveNavigation)
  case viewClosed(view: LiveView.ID)
  /// A process died; what it held in memory is lost or unknown.
  case processDied(process: DeadProcess)

  /// Why cookies changed.
  public enum ChangeCause: String, Codable, Hashable, Sendable, CaseIterable {
    /// A response of a server.
    case response
    case script
    /// The engine's own set and delete.
    case api
    /// Records were removed.
    case removal
    /// Persistent cookies came from another pool, through the file.
    case file
    case unknown
  }

  /// Which process died, and how.
  public struct DeadProcess: Hashable, Codable, Sendable {
    /// What the process did.
    public enum Role: String, Codable, Hashable, Sendable, CaseIterable {
      case network, web
      /// The engine's host itself; nothing of it goes on.
      case host
    }

    /// What the process did.
    public var role: Role
    /// The process; nil when unknown.
    public var id: Int32?
    /// The view that it showed; nil when it is not about one.
    public var view: LiveView.ID?
    /// How it ended, in words, such as `signal 9`; empty when unknown.
    public var reason: String

    /// Takes every field as it is.
    public init(role: Role, id: Int32? = nil, view: LiveView.ID? = nil, reason: String = "") {
      self.role = role
      self.id = id
      self.view = view
      self.reason = reason
    }
  }
}
