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
    var states: [LinkState] = []
    for link in links + syncedPairs(besides: links) { states.append(await state(of: link)) }
    return states
  }

  /// The pairs that were synced without a link of their own.
  func syncedPairs(besides links: [SyncLink]) -> [SyncLink] {
    let known = Set(links.map { Set([$0.terms.web, $0.terms.shared]) })
    return syncBases().filter { !known.contains([$0.web, $0.shared]) }.map { base in
      SyncLink(
        name: nil, terms: SyncTerms(web: base.web, shared: base.shared, direction: .both))
    }
  }

  /// Every store that is known, with those that only a link names.
  package func storesWithLinked(_ links: [SyncLink]) async -> [StoreDescription] {
    let pairs =
      links.map { [$0.terms.web, $0.terms.shared] } + syncBases().map { [$0.web, $0.shared] }
    // One that cannot be looked at shows itself when its pair is compared.
    for store in pairs.joined() { _ = await lookUp(store) }
    return stores
  }

  /// Finds a store that was named by its path when its pair was synced.
  ///
  /// - Returns: why what is at the path cannot be looked at; nil also when nothing is there.
  func lookUp(_ store: StoreID) async -> StoreFailure? {
    guard registry[store] == nil, let colon = store.rawValue.firstIndex(of: ":") else { return nil }
    let path = String(store.rawValue[store.rawValue.index(after: colon)...])
    guard path.hasPrefix("/") else { return nil }
    do {
      _ = try await resolve(path)
      return nil
    } catch {
      switch error {
      case .gone, .noSuchStore: return nil
      default: return error
      }
    }
  }

  private func state(of link: SyncLink) async -> LinkState {
    var state = LinkState(link: link)
    // One that cannot be looked at shows itself when it is read.
    for store in [link.terms.web, link.terms.shared] { _ = await lookUp(store) }
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
