package import CookieCore
package import StoreModel

/// How a link stands now.
package struct LinkState: Hashable, Sendable {
  /// The link.
  package var link: SyncLink
  /// When both stores last agreed; nil when they never did.
  package var agreedAt: Timestamp?
  /// How many cookies differ, deletions that nobody chose among them; nil when that is unknown.
  package var differences: Int?
  /// Why they cannot be compared; nil when they can.
  package var failure: LinkFailure?
}

extension StoreManager {
  /// How links stand now, with the pairs that were synced without a link of their own.
  ///
  /// Stores are read only where nobody has read them yet.
  package func linkStates(_ links: [SyncLink]) async -> [LinkState] {
    let known = Set(links.map { [$0.terms.web, $0.terms.shared] })
    let others = syncBases().filter { !known.contains([$0.web, $0.shared]) }.map { base in
      SyncLink(
        name: nil, terms: SyncTerms(web: base.web, shared: base.shared, direction: .both))
    }
    var states: [LinkState] = []
    for link in links + others { states.append(await state(of: link)) }
    return states
  }

  /// Every store that is known, with those that only a link names.
  package func storesWithLinked(_ links: [SyncLink]) async -> [StoreDescription] {
    let pairs =
      links.map { [$0.terms.web, $0.terms.shared] } + syncBases().map { [$0.web, $0.shared] }
    for store in pairs.joined() { await lookUp(store) }
    return stores
  }

  /// Finds a store that was named by its path when its pair was synced.
  func lookUp(_ store: StoreID) async {
    guard registry[store] == nil, let colon = store.rawValue.firstIndex(of: ":") else { return }
    let path = String(store.rawValue[store.rawValue.index(after: colon)...])
    // A path that leads nowhere shows itself when the store is read.
    if path.hasPrefix("/") { _ = try? await resolve(path) }
  }

  private func state(of link: SyncLink) async -> LinkState {
    var state = LinkState(link: link)
    for store in [link.terms.web, link.terms.shared] { await lookUp(store) }
    do {
      let base = try syncBase(web: link.terms.web, shared: link.terms.shared)
      state.agreedAt = base?.takenAt
    } catch {
      state.failure = .journal(error)
      return state
    }
    do throws(LinkFailure) {
      let planning = try await planSync(link.terms, reading: .whereUnknown)
      state.differences = planning.plan.differenceCount
    } catch {
      state.failure = error
    }
    return state
  }
}
