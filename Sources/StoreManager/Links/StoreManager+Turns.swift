import CookieCore
import StoreModel

/// How programs of this kind keep out of each other's way.
extension StoreManager {
  private var turns: SharedTurns {
    SharedTurns(
      stateDirectory: configuration.stateDirectory, files: configuration.files,
      clock: configuration.clock)
  }

  /// Waits until no other program takes a change back, since of two at once both would say that they did.
  func turnToUndo() async throws(JournalFailure) -> FileLock {
    do {
      return try await turns.take("journal")
    } catch {
      throw JournalFailure(error)
    }
  }

  /// Waits until no other program brings the same two stores together; nil for plans that are no sync.
  func turn(toApply plan: Plan) async throws(StoreFailure) -> FileLock? {
    guard let terms = plan.sync else { return nil }
    do {
      return try await turns.take("pair-" + Self.pairName(terms.web, terms.shared))
    } catch {
      switch error {
      case .held(let process): throw .beingSynced(by: process)
      case .system(let path, _, let code): throw .journal(path: path, code: code)
      }
    }
  }

  /// The places of items that something has overtaken since they were planned: another sync of the same two stores,
  /// or a change of the store that they carry from.
  ///
  /// Whatever another sync did, it moved the time at which the two last agreed.
  func overtakenItems(of plan: Plan) async -> Set<Int> {
    guard var terms = plan.sync else { return [] }
    do {
      guard try syncBase(web: terms.web, shared: terms.shared)?.takenAt != plan.agreedAt else {
        return try await outdatedItems(of: plan, terms)
      }
      // A person may have chosen more than the rules would.
      terms.prune = true
      let present = try await planSync(terms, includeGuarded: true)
      return plan.overtakenItems(by: present.plan, in: present.context)
    } catch {
      // What is unknown now is no ground to carry anything that was planned before.
      return Set(plan.items.indices)
    }
  }

  /// The places of items whose source is no longer as it was planned.
  private func outdatedItems(of plan: Plan, _ terms: SyncTerms) async throws(StoreFailure) -> Set<
    Int
  > {
    let targets = Set(plan.items.map(\.store))
    for (source, target) in [(terms.web, terms.shared), (terms.shared, terms.web)]
    where targets.contains(target) {
      _ = try await read(source)
    }
    return plan.outdatedItems(in: planContext())
  }
}
