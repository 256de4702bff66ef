package import StoreModel

extension StoreManager {
  /// Finds the store that a person means by an id, an unambiguous beginning of one, a path, or the name of its app.
  ///
  /// An app is named as people name it, by its id, or by the last part of that; `app:part` names one of its
  /// stores by what its id says after the app. A path may have the form of an id, `jar:/home/me/cookies.txt`.
  /// There is no fall-back: a name that means nothing, or two things, is an error.
  package func resolve(_ name: String) async throws(StoreFailure) -> StoreDescription {
    if let store = try known(name) { return store }
    return try await describe(path: name)
  }

  /// Finds the store that a person means, or describes the one that a new file at that path will be.
  ///
  /// A new one is empty until a plan puts something into it, which makes the file.
  ///
  /// - Parameters:
  ///   - name: as for `resolve`; a path that is to be made may also have the form of an id, `jar:/home/me/new.txt`.
  ///   - format: what a new file shall be; nil when its name says so.
  package func resolve(
    _ name: String, makingAs format: StoreFormat?
  ) async throws(StoreFailure) -> StoreDescription {
    if let store = try known(name) { return store }
    let (engine, path) = Self.engineAndPath(name)
    for driver in drivers {
      guard let store = try await driver.describe(newFile: path, as: format) else { continue }
      if engine == nil || store.id.rawValue == name { return addNew(store, driver) }
    }
    return try await describe(path: name)
  }

  /// Reports whether a store is a file that is still to be made.
  package func isToBeMade(_ id: StoreID) -> Bool { registry[id]?.isNew ?? false }

  /// Finds the driver of a store that was described earlier, maybe by another run of the program.
  ///
  /// - Parameter mayBeNew: whether there was no file at some time, so that there may be none now.
  func registered(
    _ store: StoreDescription, mayBeNew: Bool = false
  ) async throws(StoreFailure) -> Registered {
    var id = store.id
    if registry[id] == nil {
      do {
        // What is at the place may have another id by now, as the same file by another name has.
        id =
          if mayBeNew {
            try await resolve(store.path, makingAs: store.format).id
          } else {
            try await describe(path: store.path).id
          }
      } catch .noSuchStore {
        throw await absence(of: store)
      } catch {
        throw error
      }
    }
    guard var known = registry[id], known.description.app.engine == store.app.engine else {
      throw await absence(of: store)
    }
    known.isNew = mayBeNew
    return known
  }

  /// Why there is no such store any more.
  private func absence(of store: StoreDescription) async -> StoreFailure {
    for driver in drivers {
      if let failure = await driver.replacement(of: store) { return failure }
    }
    return .noSuchStore(name: store.id.rawValue)
  }

  private func known(_ name: String) throws(StoreFailure) -> StoreDescription? {
    if let store = registry[StoreID(rawValue: name)] { return store.description }
    let all = stores
    if let store = all.first(where: { $0.path == name }) { return store }
    guard !name.isEmpty else { return nil }
    var candidates = all.filter { $0.id.rawValue.hasPrefix(name) }
    if candidates.isEmpty { candidates = all.filter { $0.isNamed(name) } }
    guard candidates.count < 2 else {
      throw .ambiguousStore(name: name, candidates: candidates.map(\.id))
    }
    return candidates.first
  }

  private func addNew(_ store: StoreDescription, _ driver: ConcurrentDriver) -> StoreDescription {
    registry[store.id] = Registered(
      description: store, driver: driver, isNamed: true, isNew: true)
    return store
  }

  /// The two parts of `jar:/home/me/cookies.txt`; no engine for a path.
  private static func engineAndPath(_ name: String) -> (engine: String?, path: String) {
    let engine = name.prefix { $0 != ":" }
    guard !engine.contains("/"), name.dropFirst(engine.count).hasPrefix(":/") else {
      return (nil, name)
    }
    return (String(engine), String(name.dropFirst(engine.count + 1)))
  }

  private func describe(path name: String) async throws(StoreFailure) -> StoreDescription {
    let (engine, path) = Self.engineAndPath(name)
    var failure: StoreFailure?
    for driver in drivers {
      do {
        guard let store = try await driver.describe(path: path),
          engine.map({ $0 == store.app.engine.rawValue }) ?? true
        else { continue }
        if let known = registry[store.id] { return known.description }
        // After the wait another one may have been added, which then is found by its id.
        if let same = await driver.first(of: stores, sameAs: store) { return same }
        if let known = registry[store.id] { return known.description }
        registry[store.id] = Registered(description: store, driver: driver, isNamed: true)
        return store
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? .noSuchStore(name: name)
  }
}

extension StoreDescription {
  /// Reports whether a person may mean the store by `app` or `app:part`.
  fileprivate func isNamed(_ name: String) -> Bool {
    let wanted = name.lowercased()
    let last = app.id.split(separator: app.id.contains("/") ? "/" : ".").last.map(String.init)
    let start = app.engine.rawValue + ":" + app.id
    let part = id.rawValue.hasPrefix(start) ? id.rawValue.dropFirst(start.count).lowercased() : ""
    return [app.id, app.name, last ?? app.id].contains { alias in
      let alias = alias.lowercased()
      return wanted == alias || (!part.isEmpty && wanted == alias + part)
    }
  }
}
