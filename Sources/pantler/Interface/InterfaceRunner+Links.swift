import CookieCore
import PantlerScreens
import StoreManager
import StoreModel

extension InterfaceRunner {
  /// How every link stands, and why some are not known.
  func links() async -> Message {
    let (found, unknown) = await services.links()
    let pairs = await manager.linkStates(found).map { state in
      SyncPair(
        link: state.link, differences: state.differences, agreedAt: state.agreedAt,
        trouble: state.failure.map(SyncPair.Trouble.init))
    }
    return .linksListed(pairs, unknown: unknown + (await services.unknownPairs()))
  }

  /// Forgets what two stores had at their last sync.
  func forgetPair(web: StoreID, shared: StoreID) async -> Message {
    do {
      _ = try await manager.forgetPair(web: web, shared: shared)
      return .pairForgotten(web: web, shared: shared, failure: nil)
    } catch {
      return .pairForgotten(web: web, shared: shared, failure: SyncPair.Trouble(error))
    }
  }

  /// Reads two stores and plans each direction of a sync.
  func planSync(_ terms: SyncTerms, token: Int) async -> Message {
    do {
      let planning = try await manager.planSync(terms)
      return .syncPlanned(token: token, await Self.proposal(terms, planning))
    } catch {
      switch error {
      case .obstacle(let obstacle): return .planFailed(token: token, .sync(obstacle))
      case .journal(let failure):
        let reason = JournalText.sentence(failure)
        return .planFailed(token: token, .file(path: "journal", reason: reason))
      case .taken: preconditionFailure("planning takes no lock")
      }
    }
  }

  @concurrent private static func proposal(
    _ terms: SyncTerms, _ planning: SyncPlanning
  ) async -> SyncProposal {
    SyncProposal(terms, base: planning.base, in: planning.context)
  }

  /// Keeps a link in step until the task is cancelled, and passes on what it says.
  func watch(_ terms: SyncTerms) async {
    let (mailbox, now) = (mailbox, services.now)
    func say(_ news: LinkNews) {
      mailbox.post(.linkSays(web: terms.web, shared: terms.shared, news))
    }
    do throws(LinkFailure) {
      try await manager.keepInStep(terms) { report in
        mailbox.post(
          .linkSays(web: terms.web, shared: terms.shared, LinkNews(report, at: now())))
      }
      say(.ended(nil))
    } catch {
      say(.ended(SyncPair.Trouble(error)))
    }
  }
}

extension LinkNews {
  /// Takes over what the manager reports.
  fileprivate init(_ report: LinkReport, at time: Timestamp) {
    switch report {
    case .carried(let result): self = .carried(result, at: time)
    case .undecided(let keys): self = .undecided(keys)
    case .stopped(let failure): self = .stopped(SyncPair.Trouble(failure))
    case .resumed: self = .resumed
    case .refused(let items):
      self = .refused(
        items.map {
          SyncPair.Refusal(
            store: $0.store, key: $0.key, isRemoval: $0.isRemoval, attribute: $0.attribute)
        })
    case .fight(let key, let end): self = .fight(key, until: end)
    }
  }
}

extension SyncPair.Trouble {
  /// Takes over why a link stands still.
  fileprivate init(_ failure: LinkFailure) {
    switch failure {
    case .obstacle(let obstacle): self = .obstacle(obstacle)
    case .journal(let failure): self = .base(JournalText.sentence(failure))
    case .taken(let process): self = .taken(by: process)
    }
  }
}
