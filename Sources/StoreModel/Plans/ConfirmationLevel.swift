public import CookieCore

/// How much a person is asked before a plan is applied; the size follows the size of the loss.
public enum ConfirmationLevel: Int, Codable, Hashable, Sendable, CaseIterable, Comparable {
  /// One line at the bottom.
  case line = 1
  /// A box with the plan's summary.
  case box
  /// A box that says what cannot be undone, and waits a moment before it accepts.
  case delayedBox
  /// A box that wants the number of items typed.
  case typedCount

  /// Orders from the least asking to the most.
  public static func < (left: ConfirmationLevel, right: ConfirmationLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What is using the items of a plan now.
public struct PlanUse: Hashable, Sendable {
  /// Identities that a live view is using.
  public var keys: Set<CookieKey>
  /// Sites that a live view or a running program is using, by name.
  public var sites: Set<String>
  /// Data types beside cookies that go with the plan.
  public var types: Set<DataType>

  /// Takes every field as it is.
  public init(
    keys: Set<CookieKey> = [], sites: Set<String> = [], types: Set<DataType> = []
  ) {
    self.keys = keys
    self.sites = sites
    self.types = types
  }
}

extension Plan {
  /// The number of items above which a box waits before it accepts.
  public static let fewItems = 25

  /// How much to ask before the plan is applied.
  public func confirmationLevel(use: PlanUse = PlanUse()) -> ConfirmationLevel {
    if needsTypedCount { return .typedCount }
    if itemCount > Self.fewItems || scopes.contains(.timeRange) { return .delayedBox }
    if !removals.isEmpty { return .delayedBox }
    if use.types.contains(where: { $0 != .cookies }) { return .delayedBox }
    if scopes.contains(where: { $0.isWholeSite(in: use.sites) }) { return .delayedBox }
    if items.count > 1 || cannotBeUndone || hasOtherNames { return .box }
    return items.contains { use.keys.contains($0.key) } ? .box : .line
  }

  /// Whether guarded items, a whole store, all sites or the store itself are in the plan.
  private var needsTypedCount: Bool {
    let takesGuarded = warnings.contains { warning in
      if case .guardedIncluded(let count) = warning { return count > 0 }
      return false
    }
    return takesGuarded
      || scopes.contains { scope in
        switch scope {
        case .wholeStore, .allSites, .removesStore: true
        case .wholeSite, .timeRange: false
        }
      }
  }

  /// Whether what is removed or replaced stays under another name of the file, which one line could not say.
  public var hasOtherNames: Bool {
    warnings.contains { if case .otherNamesStay = $0 { true } else { false } }
  }

  /// Whether some of the plan cannot be taken back.
  public var cannotBeUndone: Bool {
    warnings.contains { warning in
      if case .cannotBeUndone = warning { return true }
      return false
    }
  }
}

extension PlanScope {
  fileprivate func isWholeSite(in sites: Set<String>) -> Bool {
    if case .wholeSite(let site, _) = self { return sites.contains(site) }
    return false
  }
}
