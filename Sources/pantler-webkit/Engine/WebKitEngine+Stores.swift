#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import Foundation
  import StoreModel

  extension WebKitEngine {
    /// Makes a store, or returns the one that is there already.
    func makeStore(
      _ kind: LiveStore.Kind, named name: String?
    ) async throws(LiveFailure) -> LiveStore {
      let id: LiveStore.ID
      let place: StorePlace?
      switch kind {
      case .default: (id, place) = ("default", StorePlace(folder: folder + "/default"))
      case .identified(let uuid):
        guard kind.isValid else { throw .badIdentifier(text: uuid) }
        (id, place) = (LiveStore.ID(rawValue: uuid), StorePlace(folder: folder + "/" + uuid))
      case .nonPersistent:
        let named = name.map { LiveStore.ID(rawValue: $0) }
        let isFree = named.map { stores[$0] == nil && $0 != "default" } ?? false
        let made = isFree ? named : nil
        (id, place) = (made ?? LiveStore.ID(rawValue: "s\(next(\.stores))"), nil)
      }
      if let store = stores[id] { return store.description }
      if let place { try prepare(place) }
      let store = WebKitStore(id: id, kind: kind, name: name ?? id.rawValue, place: place) {
        [unowned self] store, cause in cookiesChanged(in: store, because: cause)
      }
      stores[id] = store
      network?.look()
      return store.description
    }

    /// Lets go of a store that no view uses.
    func closeStore(_ id: LiveStore.ID) async throws(LiveFailure) {
      let store = try await store(id)
      let users = views.values.filter { $0.store === store }.map(\.id).sorted()
      guard users.isEmpty else { throw .inUse(views: users) }
      tellChanges(of: id)
      store.close()
      stores[id] = nil
    }

    func allCookies(in id: LiveStore.ID) async throws(LiveFailure) -> [Cookie] {
      let store = try await store(id)
      let generation = store.generation
      let cookies = try await asking(store) { () throws(CallFailure) in try await store.allCookies()
      }
      try check(store, since: generation)
      return cookies
    }

    func setCookies(
      _ cookies: [Cookie], in id: LiveStore.ID
    ) async throws(LiveFailure) -> [LiveOutcome] {
      let store = try await store(id)
      let time = clock()
      return try await changing(store, count: cookies.count) { () throws(CallFailure) in
        try await store.set(cookies, at: time)
      }
    }

    func deleteCookies(
      _ keys: [CookieKey], in id: LiveStore.ID
    ) async throws(LiveFailure) -> [LiveOutcome] {
      let store = try await store(id)
      return try await changing(store, count: keys.count) { () throws(CallFailure) in
        try await store.delete(keys)
      }
    }

    /// Changes a store; where the network process died meanwhile nothing is known of any of it.
    private func changing(
      _ store: WebKitStore, count: Int, _ act: () async throws(CallFailure) -> [LiveOutcome]
    ) async throws(LiveFailure) -> [LiveOutcome] {
      let generation = store.generation
      // The engine tells of a change before its call ends, and so is told of it before the answer.
      defer { tellChanges(of: store.id) }
      let outcomes = try await store.byOwnCall(.api) { () throws(LiveFailure) in
        try await asking(store, act)
      }
      guard store.isKnown, store.generation == generation, network?.look() == true else {
        return Array(repeating: .unknown, count: count)
      }
      return outcomes
    }

    /// Asks the engine, in the words of the protocol.
    func asking<Value>(
      _ store: WebKitStore, _ act: () async throws(CallFailure) -> Value
    ) async throws(LiveFailure) -> Value {
      do {
        return try await store.underWay(act)
      } catch {
        switch error {
        case .refused(let message): throw .engine(message: message)
        case .timedOut(let seconds): throw .timedOut(milliseconds: seconds * 1000)
        }
      }
    }

    /// Makes sure that an answer came from a network process that lives.
    ///
    /// Without one the engine answers as if every store were empty, which it is not.
    func check(_ store: WebKitStore, since generation: Int) throws(LiveFailure) {
      guard store.isKnown, store.generation == generation, network?.look() == true else {
        throw .engine(message: "The network process died; what the store holds is unknown.")
      }
    }

    private func prepare(_ place: StorePlace) throws(LiveFailure) {
      for folder in [place.data, place.cache] {
        do {
          try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        } catch {
          throw .engine(
            message: "The folder \(folder) cannot be made: \(error.localizedDescription)")
        }
      }
    }
  }
#endif
