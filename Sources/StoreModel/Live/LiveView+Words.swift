extension LiveView {
  /// What the view is doing, in a few words.
  public var stateWords: String {
    switch state {
    case .blank: "blank"
    case .loading: "loading"
    case .held: "held for cookies"
    case .loaded(let status): "loaded, \(status)"
    case .failed(let failure): failure == .cancelled ? "stopped" : "failed"
    case .processDied: "its process died"
    }
  }
}

extension LiveView.Sharing {
  /// The rule that decides, as a sentence.
  public var rule: String {
    switch self {
    case .sameStore: "One store has one jar, whatever the pool."
    case .samePoolAndStore: "On iOS 11 a jar belongs to pool and store, and both are the same."
    case .otherPool(let leaks):
      "On iOS 11 each pool has a jar of its own for a store"
        + (leaks ? "; persistent cookies come over later, through the file." : ".")
    case .otherStore: "Two stores never share, whatever the pool."
    }
  }
}
