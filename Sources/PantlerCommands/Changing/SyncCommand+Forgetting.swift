import CookieCore
import StoreManager
import StoreModel

extension SyncCommand {
  /// Forgets a pair that was synced, whose stores may be gone.
  static func forgetPair(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    for other in ["anew", "prune", "watch"] where session.arguments.has(other) {
      throw .usage(.conflict("--forget", "--" + other))
    }
    let names = try storeNames(session).names
    _ = await session.manager.discover()
    let bases = await session.manager.syncBases()
    let known = Set(bases.flatMap { [$0.web, $0.shared] })
    let first = try await store(names[0], among: known, session)
    let second = try await store(names[1], among: known, session)
    guard first != second else { throw .usage(.other("both names mean \(first.rawValue)")) }
    let pairs = bases.filter { Set([$0.web, $0.shared]) == [first, second] }
    guard !pairs.isEmpty else {
      throw .nothingMatched(
        "\(first) and \(second) were not synced yet, so there is nothing to forget.")
    }
    let isLink = await session.links.all().links.contains {
      Set([$0.terms.web, $0.terms.shared]) == [first, second]
    }
    for pair in pairs {
      session.say(
        "\(pair.web) and \(pair.shared) last agreed \(TimeText.plain(pair.takenAt)), on "
          + "\(amount(pair.entries.count, "cookie")).")
    }
    session.say(
      isLink
        ? "The link stays in the settings; its next sync unites both and deletes nothing."
        : "A forgotten pair is no link any more: “pantler signout” leaves the other store alone.")
    guard !session.arguments.has("dry-run") else {
      session.say("Nothing was changed.")
      return .done
    }
    try Confirmation(session: session).ask("Forget what both had? No cookie is deleted.")
    for pair in pairs {
      do {
        _ = try await session.manager.forgetPair(web: pair.web, shared: pair.shared)
      } catch {
        throw CommandFailure(error)
      }
      let line = "Forgotten: \(pair.web) and \(pair.shared). No cookie was touched."
      session.output.line(
        session.arguments.has("json") || session.arguments.has("jsonl")
          ? JSONText.line(Forgotten(pair)) : VisibleText.escaped(line))
    }
    return .done
  }

  /// The store that is meant: one that is there, or one that is known only from its last sync.
  private static func store(
    _ name: String, among known: Set<StoreID>, _ session: CommandSession
  ) async throws(CommandFailure) -> StoreID {
    if known.contains(StoreID(rawValue: name)) { return StoreID(rawValue: name) }
    do {
      return try await session.store(name, isDiscovered: true).id
    } catch {
      let path = session.places.resolvedFromHere(name)
      let found = known.filter {
        $0.rawValue.hasPrefix(name) || $0.rawValue.hasSuffix(":" + path)
      }
      guard found.count < 2 else {
        throw .store(.ambiguousStore(name: name, candidates: found.sorted()))
      }
      guard let store = found.first else { throw error }
      return store
    }
  }
}

/// A forgotten pair as JSON.
private struct Forgotten: Encodable {
  private let web: StoreID
  private let shared: StoreID
  private let agreedAt: String

  init(_ base: SyncBase) {
    (web, shared, agreedAt) = (base.web, base.shared, base.takenAt.rfc3339)
  }
}
