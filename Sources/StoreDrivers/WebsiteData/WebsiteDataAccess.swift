import StoreModel

/// The website data of the profile that a store belongs to; blocks.
struct WebsiteDataAccess {
  let access: StoreAccess
  let store: StoreDescription
  /// The directories of the profile; those that are links lead out of it and are left out.
  let roots: [String]

  init(_ access: StoreAccess, _ store: StoreDescription) {
    self.access = access
    self.store = store
    roots = WebsiteDataPlaces(surroundings: access.surroundings).roots(of: store).filter {
      FileStatus.ifKnown($0, followingLinks: false)?.kind != .link
    }
  }

  /// Lists what sites keep.
  func listing() -> WebsiteDataListing {
    WebsiteDataScanner.listing(of: roots, jar: store.path, copies: access.copies)
  }

  /// Removes what a crash left beside files of the store and of its website data.
  ///
  /// - Returns: the paths that were removed.
  func removeLeftovers(beside paths: Set<String>) -> [String] {
    let own = paths.filter { path in
      path == store.path || roots.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    let lock = DirectoryLock(
      beside: FilePath.resolved(store.path) ?? store.path, budget: access.budget)
    let removed = TemporarySibling.removeStaleOnes(beside: own.union([store.path]))
    lock.release()
    return removed
  }

  /// Looks at the files of items.
  func freeze(_ items: [WebsiteDataItem]) -> [DataRemoval] {
    DataFreezer(store: store.id, roots: roots).freeze(items)
  }

  /// The processes that use the profile or its cookie file.
  func users() -> [ProcessReference] { users(FileSurvey(below: roots)) }

  /// The processes that use a profile that was looked at already.
  func users(_ survey: FileSurvey) -> [ProcessReference] {
    let processes = access.processes
    let holders = StoreReader(access: access).holders(of: store).map(\.id)
    let users = processes.users(of: survey.regularFiles, below: roots)
    return Set(holders + users).sorted().map(processes.reference)
  }

  /// Refuses to change the profile of a running program.
  func refuseIfUsed(_ survey: FileSurvey, force: Bool) throws(StoreFailure) {
    guard !force else { return }
    let users = users(survey)
    guard users.isEmpty else { throw .inUse(path: roots.first ?? store.path, by: users) }
  }

  /// Runs work while no other program of this kind changes the profile.
  func whileLocked<Result>(
    _ work: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    let place = FilePath.join(roots.first ?? store.path, "website-data")
    let lock = try StoreLock(path: place, directory: access.lockDirectory, budget: access.budget)
    let result = try work()
    lock.release()
    return result
  }
}
