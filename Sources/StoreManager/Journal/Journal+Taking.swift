extension Journal {
  /// Keeps other programs from changing or removing an entry until the lock is given back.
  ///
  /// - Throws: `taken` when another one has it, and `noSuchEntry` when it was removed.
  func take(_ id: String) throws(JournalFailure) -> FileLock {
    guard isDirectory(id) else { throw .noSuchEntry(id) }
    let place = path(id, .lock)
    let locking: PrivateFiles.Locking
    do {
      locking = try files.lock(place)
    } catch {
      throw error.isMissing ? .noSuchEntry(id) : JournalFailure(error)
    }
    switch locking {
    case .held(let process): throw .taken(by: process)
    case .taken(let lock):
      // Whoever removed the entry meanwhile has left a lock that nobody else finds any more.
      guard (try? files.status(place)) != nil else {
        lock.release()
        throw .noSuchEntry(id)
      }
      return lock
    }
  }

  /// Removes an entry unless somebody is at it.
  ///
  /// - Returns: false when there was none.
  /// - Throws: `taken` when somebody is at it.
  func removeUnlessTaken(_ id: String) throws(JournalFailure) -> Bool {
    let lock: FileLock?
    do {
      lock = try take(id)
    } catch {
      switch error {
      case .noSuchEntry: return false
      // Nobody can be at an entry that cannot be locked, and a full disk must not keep what fills it.
      case .system: lock = nil
      default: throw error
      }
    }
    defer { lock?.release() }
    try remove(id)
    return true
  }
}
