import Glibc
import StoreModel

/// Puts a finished file in the place of another one, and lets go of that only when it is what it was taken for.
///
/// Another program may write to the old file, or put a new one in its place, until the very moment of the exchange,
/// and a program that has the old file open even after it. So the displaced file is looked at before it goes away.
struct FileDisplacement {
  /// The file that is displaced.
  let target: String
  /// Where the new file waits, and where the displaced one is looked at.
  let place: String
  /// What may go away; nil for no file.
  let old: FileFingerprint?
  /// What takes the place; nil for no file.
  let new: FileFingerprint?
  /// The path by which the file was named.
  let path: String
  let reader: FileReader
  let faults: FileFaults

  /// Lets the new file take the place of the old one.
  ///
  /// - Parameter check: refuses a displaced file that somebody may write to still.
  func replace(_ check: (String) throws(StoreFailure) -> Void) throws(ReplacementStop) {
    do throws(SystemFailure) {
      let outcome =
        old == nil
        ? try FileExchange.move(place, toFree: target)
        : try FileExchange.exchange(target, place)
      guard outcome == .done else {
        guard rename(place, target) == 0 else { throw .last("rename") }
        return
      }
    } catch {
      unlink(place)
      throw stop(error)
    }
    if old != nil { try settle(check) }
  }

  /// Takes the old file away.
  func remove(_ check: (String) throws(StoreFailure) -> Void) throws(ReplacementStop) {
    do throws(SystemFailure) {
      guard try FileExchange.move(target, toFree: place) == .done else {
        guard unlink(target) == 0 else { throw .last("unlink") }
        return
      }
    } catch {
      throw stop(error)
    }
    try settle(check)
  }

  /// Somebody made the file, or took it away, since it was compared.
  private func stop(_ failure: SystemFailure) -> ReplacementStop {
    [EEXIST, ENOENT].contains(failure.code)
      ? .store(.changedMeanwhile(path: path)) : .failure(failure)
  }

  /// Lets go of the displaced file, or gives it its name back.
  private func settle(_ check: (String) throws(StoreFailure) -> Void) throws(ReplacementStop) {
    do throws(ReplacementStop) {
      try faults.check(.displaced)
      try inspect()
      try looking(check)
      try faults.check(.displacedStill)
      // Who had the file open before the exchange may have written to it and closed it since.
      try inspect()
    } catch {
      if case .crash = error { throw error }
      try faults.check(.takeBack)
      try takeBack(check)
      throw error
    }
    unlink(place)
  }

  private func inspect() throws(ReplacementStop) {
    do throws(StoreFailure) {
      guard try reader.presentFingerprint(of: place) == old else {
        throw .changedMeanwhile(path: path)
      }
    } catch {
      throw .store(error)
    }
  }

  private func looking(
    _ check: (String) throws(StoreFailure) -> Void
  ) throws(ReplacementStop) {
    do throws(StoreFailure) {
      try check(place)
    } catch {
      throw .store(error)
    }
  }

  /// Gives the displaced file its name back; what was written to the new one in the meantime is kept beside it.
  private func takeBack(
    _ check: (String) throws(StoreFailure) -> Void
  ) throws(ReplacementStop) {
    // Somebody who has nothing to do there took it away.
    guard FileStatus.ifKnown(place, followingLinks: false) != nil else {
      throw .store(.unverified(path: path))
    }
    guard moveBack() else { return try keepAside() }
    guard new != nil else { return }
    guard isOwn(check) else { return try keepAside() }
    unlink(place)
  }

  /// Lets the displaced file and the new one change their names again; false when that cannot be done.
  private func moveBack() -> Bool {
    do throws(SystemFailure) {
      let outcome =
        new == nil
        ? try FileExchange.move(place, toFree: target)
        : try FileExchange.exchange(target, place)
      return outcome == .done
    } catch {
      return false
    }
  }

  /// Reports whether what is back in the waiting place is the new file and nobody may write to it.
  private func isOwn(_ check: (String) throws(StoreFailure) -> Void) -> Bool {
    do throws(StoreFailure) {
      try check(place)
      return try reader.presentFingerprint(of: place) == new
    } catch {
      return false
    }
  }

  private func keepAside() throws(ReplacementStop) {
    let kept = TemporarySibling.keptPath(beside: target)
    let isMoved = rename(place, kept) == 0
    throw .store(.keptAside(path: path, other: isMoved ? kept : place))
  }
}
