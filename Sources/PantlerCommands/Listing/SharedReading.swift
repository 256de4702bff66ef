import CookieCore
import StoreModel

/// The cookies of a shared storage that a store's are held against.
struct SharedReading: Sendable {
  var cookies: [Cookie]
  /// What one of the two stores cannot hold, and is not compared.
  var lacking: Set<CookieAttribute>

  /// What was read, and the links between stores.
  ///
  /// Nothing is read to hold stores against each other: one that was not asked for costs nothing, and says nothing.
  struct Sources: Sendable {
    var readings: [(store: StoreDescription, snapshot: StoreSnapshot)] = []
    var links: [SyncLink] = []

    /// What the cookies of a store are held against.
    func held(against web: StoreDescription) -> [SharedReading] {
      readings.compactMap { other, snapshot in
        let isLinked = links.contains { $0.terms.web == web.id && $0.terms.shared == other.id }
        guard other.isShared(with: web, isLinked: isLinked) else { return nil }
        return SharedReading(
          cookies: snapshot.cookies,
          lacking: web.capabilities.unrepresentable.union(other.capabilities.unrepresentable))
      }
    }
  }

  /// The stores of several readings that can be held against each other.
  static func sources(
    _ readings: [CommandSession.Reading], _ session: CommandSession
  ) async -> Sources {
    guard readings.count > 1 else { return Sources() }
    var sources = Sources(links: await session.links.all().links)
    for (store, result) in readings {
      if case .success(let snapshot) = result { sources.readings.append((store, snapshot)) }
    }
    return sources
  }
}
