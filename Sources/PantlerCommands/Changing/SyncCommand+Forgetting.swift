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
    _ = await session.discover()
    let bases = await session.manager.syncBases()
    let stores = Set(bases.flatMap { [$0.web, $0.shared] })
    let first = try await store(names[0], among: stores, session)
    let second = try await store(names[1], among: stores, session)
    guard first != second else { throw .usage(.other("both names mean \(first.rawValue)")) }
    let known = bases.filter { Set([$0.web, $0.shared]) == [first, second] }
      .map { Pair(web: $0.web, shared: $0.shared, base: $0) }
    // One that is damaged is not among the others, but its file has the name of the two.
    let pairs =
      known.isEmpty ? await damaged(first, second, session) : known
    guard !pairs.isEmpty else {
      throw .nothingMatched(
        "\(first) and \(second) were not synced yet, so there is nothing to forget.")
    }
    let isLink = await session.links.all().links.contains {
      Set([$0.terms.web, $0.terms.shared]) == [first, second]
    }
    for pair in pairs {
      let agreed = pair.base.map {
        "last agreed \(TimeText.plain($0.takenAt)), on \(amount($0.entries.count, "cookie"))"
      }
      session.say(
        "\(pair.web) and \(pair.shared) \(agreed ?? "were synced; when is not known").")
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
          ? JSONText.line(
            Forgotten(web: pair.web, shared: pair.shared, agreedAt: pair.base?.takenAt.rfc3339))
          : VisibleText.escaped(line))
    }
    return .done
  }

  /// Two stores that were synced.
  private struct Pair {
    var web: StoreID
    var shared: StoreID
    /// What both had; nil when it is damaged.
    var base: SyncBase?
  }

  /// The pair of two stores whose base cannot be read.
  private static func damaged(
    _ first: StoreID, _ second: StoreID, _ session: CommandSession
  ) async -> [Pair] {
    var found: [Pair] = []
    for (web, shared) in [(first, second), (second, first)]
    where await session.manager.hasDamagedBase(web: web, shared: shared) {
      found.append(Pair(web: web, shared: shared))
    }
    return found
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
  let web: StoreID
  let shared: StoreID
  /// Null when it is not known.
  let agreedAt: String?

  enum CodingKeys: String, CodingKey { case web, shared, agreedAt }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(web, forKey: .web)
    try container.encode(shared, forKey: .shared)
    try container.encode(agreedAt, forKey: .agreedAt)
  }
}
