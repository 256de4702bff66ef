import StoreModel

/// What a store cannot do, for people.
enum CapabilityText {
  /// One sentence for each reason, with everything that it keeps from being done.
  static func refusals(of capabilities: StoreCapabilities) -> [String] {
    var reasons: [String] = []
    var acts: [String: [String]] = [:]
    for act in StoreCapabilities.Act.allCases {
      guard let reason = capabilities.refusals[act] else { continue }
      if acts[reason] == nil { reasons.append(reason) }
      acts[reason, default: []].append(words(act))
    }
    return reasons.map { "\((acts[$0] ?? []).joined(separator: ", ")): \($0)" }
  }

  private static func words(_ act: StoreCapabilities.Act) -> String {
    switch act {
    case .listViews: "list web views"
    case .seeSessionCookies: "see session cookies"
    case .write: "be changed"
    case .writeWhileRunning: "be changed while its program runs"
    case .deleteByType: "delete by type"
    case .sizes: "tell sizes"
    case .observe: "be observed"
    }
  }
}
