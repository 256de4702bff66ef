import CookieCore
import FoundationEssentials
package import StoreModel

/// Where what two stores agreed on is kept.
extension StoreManager {
  /// What two stores held when they last agreed; nil when they were never synced.
  ///
  /// - Throws: when there is a base that cannot be read; guessing would delete or bring back cookies.
  package func syncBase(web: StoreID, shared: StoreID) throws(JournalFailure) -> SyncBase? {
    let stem = linkStem(web, shared)
    guard var base = try base(at: stem) else { return nil }
    if base.web == shared, base.shared == web { (base.web, base.shared) = (web, shared) }
    guard base.web == web, base.shared == shared else { throw .damaged(path: stem + ".base") }
    return base
  }

  /// What the pairs that were synced before agreed on last, sorted by their stores.
  ///
  /// A pair with a store of a live engine is known only to the scene that has that store.
  ///
  /// - Returns: the bases that can be read; a damaged one shows itself when its pair is synced.
  package func syncBases() -> [SyncBase] {
    linkStems.compactMap { try? base(at: $0) }
      .filter { base in
        [base.web, base.shared].allSatisfy { !$0.isLive || registry[$0] != nil }
      }
      .sorted { ($0.web, $0.shared) < ($1.web, $1.shared) }
  }

  /// What was agreed on before a step that was lost, of pairs whose next sync unites them.
  package func cutOffBases() -> [SyncBase] { syncBases().filter(\.isCutOff) }

  /// The files of pairs that cannot be read, so that nobody knows which stores they are about.
  package func damagedBases() -> [String] {
    linkStems.compactMap { stem in
      do throws(JournalFailure) {
        _ = try base(at: stem)
        return nil
      } catch {
        if case .damaged(let path) = error { return path }
        return stem + ".base"
      }
    }
  }

  /// Why nobody can tell which pairs were synced; nil when that is known.
  package func unknownPairs() -> JournalFailure? {
    do {
      _ = try configuration.files.list(linkDirectory)
    } catch {
      return error.isMissing ? nil : JournalFailure(error)
    }
    return nil
  }

  /// Reports whether two stores were synced, and what they had cannot be read.
  package func hasDamagedBase(web: StoreID, shared: StoreID) -> Bool {
    do throws(JournalFailure) {
      _ = try syncBase(web: web, shared: shared)
      return false
    } catch {
      return true
    }
  }

  /// The paths of all links' files without their endings, sorted.
  private var linkStems: [String] {
    let names = (try? configuration.files.list(linkDirectory)) ?? []
    let stems = names.compactMap { name in
      [".base", ".json"].first(where: name.hasSuffix).map { String(name.dropLast($0.count)) }
    }
    return Set(stems).sorted().map { linkDirectory + "/" + $0 }
  }

  /// Keeps what two stores agree on for the first time.
  func begin(_ base: SyncBase) throws(JournalFailure) {
    try write(LinkBaseFile(base), at: linkStem(base.web, base.shared))
  }

  /// Adds what a sync changed, or is about to change.
  ///
  /// - Throws: a failure that is stale when another process has added something meanwhile; then it is read anew.
  func add(
    _ steps: [LinkBaseFile.Step], toBaseOf web: StoreID, _ shared: StoreID
  ) throws(JournalFailure) {
    let stem = linkStem(web, shared)
    guard try base(at: stem) != nil else { return }
    // Until it is written, nothing is known of what the file holds.
    guard var file = bases.removeValue(forKey: stem) else {
      try convert(stem, adding: steps)
      return
    }
    let replaced = file.bytes.count..<file.bytes.count + file.tornCount
    let frame = file.add(steps)
    if file.isLong {
      var whole = LinkBaseFile(file.base)
      (whole.memory, whole.standing) = (file.memory, file.standing)
      try write(whole, at: stem)
      return
    }
    do {
      try configuration.files.append(stem + ".base", frame, replaced)
    } catch {
      throw JournalFailure(error)
    }
    file.stamp = stamp(of: stem + ".base", following: file)
    bases[stem] = file
  }

  /// Which file the base is in after something was added to it; nil when that is another one or has another size.
  private func stamp(of path: String, following file: LinkBaseFile) -> PrivateFiles.Stamp? {
    // What cannot be looked at is read again the next time.
    guard let before = file.stamp, let now = try? configuration.files.status(path).stamp,
      now.isSameFile(as: before), now.byteCount == file.bytes.count
    else { return nil }
    return now
  }

  /// Remembers which values agree with the base of two stores.
  func remember(_ memory: ValueMemory, of web: StoreID, _ shared: StoreID) {
    bases[linkStem(web, shared)]?.memory = memory
  }

  /// Takes out the values that were found to agree with the base of two stores, so that they are not copied.
  func takeRememberedValues(of web: StoreID, _ shared: StoreID) -> ValueMemory {
    let stem = linkStem(web, shared)
    defer { bases[stem]?.memory = ValueMemory() }
    return bases[stem]?.memory ?? ValueMemory()
  }

  /// How two stores stood to each other when what they agree on was last written down; nil when that is not known.
  func standing(of web: StoreID, _ shared: StoreID) -> LinkStanding? {
    bases[linkStem(web, shared)]?.standing
  }

  /// Remembers how two stores stand to each other.
  func remember(_ standing: LinkStanding?, of web: StoreID, _ shared: StoreID) {
    bases[linkStem(web, shared)]?.standing = standing
  }

  /// Forgets when two stores last agreed, so that the next sync unites them.
  ///
  /// - Returns: whether it was known.
  @discardableResult
  package func forgetSyncBase(web: StoreID, shared: StoreID) throws(JournalFailure) -> Bool {
    let stem = linkStem(web, shared)
    bases[stem] = nil
    var wasThere = false
    // The base of an older version comes last: without it the progress says nothing.
    for kind in [".base", ".json.progress", ".json"] {
      let wasRemoved = try removeIfThere(stem + kind)
      wasThere = wasThere || wasRemoved
    }
    return wasThere
  }

  var linkDirectory: String { configuration.stateDirectory + "/links" }

  /// The path of a link's files without their endings, in whatever order the two were synced first.
  func linkStem(_ web: StoreID, _ shared: StoreID) -> String {
    let (stem, other) = (Self.linkName(web, shared), Self.linkName(shared, web))
    let names = (try? configuration.files.list(linkDirectory)) ?? []
    let isOther =
      !names.contains { $0.hasPrefix(stem + ".") && !$0.hasSuffix(".lock") }
      && names.contains { $0.hasPrefix(other + ".") && !$0.hasSuffix(".lock") }
    return linkDirectory + "/" + (isOther ? other : stem)
  }

  /// The path of the lock of a link; the same two the other way round are a link of their own.
  func linkLock(_ web: StoreID, _ shared: StoreID) -> String {
    linkDirectory + "/" + Self.linkName(web, shared) + ".json.lock"
  }

  /// A name for two stores, whichever is named first.
  static func pairName(_ web: StoreID, _ shared: StoreID) -> String {
    linkName(min(web, shared), max(web, shared))
  }

  /// The name of a link's files; the ids can be longer than a name may be, and stand inside.
  private static func linkName(_ web: StoreID, _ shared: StoreID) -> String {
    String(checksum(Array(web.rawValue.utf8) + [0] + Array(shared.rawValue.utf8)), radix: 16)
  }

  /// The base in a link's files, understood anew only when they are others.
  private func base(at stem: String) throws(JournalFailure) -> SyncBase? {
    let path = stem + ".base"
    // Only this program writes there, by adding to the file or by putting another in its place.
    let stamp = try? configuration.files.status(path).stamp
    if let known = bases[stem], let stamp, known.stamp == stamp { return known.base }
    guard let bytes = try readIfThere(path) else {
      bases[stem] = nil
      return try olderBase(at: stem)
    }
    let isSettled = stamp?.byteCount == bytes.count
    if bases[stem]?.bytes == bytes {
      bases[stem]?.stamp = isSettled ? stamp : nil
      return bases[stem]?.base
    }
    guard var file = LinkBaseFile(reading: bytes) else { throw .damaged(path: path) }
    file.stamp = isSettled ? stamp : nil
    bases[stem] = file
    return file.base
  }

  /// The base as versions before wrote it: a document of JSON, and one of what came after.
  private func olderBase(at stem: String) throws(JournalFailure) -> SyncBase? {
    guard let bytes = try readIfThere(stem + ".json") else { return nil }
    guard var base = try? JSONDecoder().decode(SyncBase.self, from: Data(bytes)) else {
      throw .damaged(path: stem + ".json")
    }
    guard let bytes = try readIfThere(stem + ".json.progress") else { return base }
    guard let progress = try? JSONDecoder().decode(LinkProgress.self, from: Data(bytes)) else {
      throw .damaged(path: stem + ".json.progress")
    }
    // One that is left of an older base says nothing.
    guard progress.base == base.takenAt else { return base }
    base.takenAt = progress.agreedAt ?? base.takenAt
    base.pending = progress.pending
    return base
  }

  /// Writes what an older version kept in the present form, with what is added.
  private func convert(
    _ stem: String, adding steps: [LinkBaseFile.Step]
  ) throws(JournalFailure) {
    guard var base = try olderBase(at: stem) else { return }
    for step in steps { base.take(step) }
    try write(LinkBaseFile(base), at: stem)
  }

  private func write(_ file: LinkBaseFile, at stem: String) throws(JournalFailure) {
    bases[stem] = nil
    do {
      try configuration.files.makeDirectories(linkDirectory)
      try configuration.files.replace(stem + ".base", with: file.bytes)
    } catch {
      throw JournalFailure(error)
    }
    bases[stem] = file
    // What is left of an older version counts for nothing beside the present form.
    for kind in [".json.progress", ".json"] { try removeIfThere(stem + kind) }
  }

  private func readIfThere(_ path: String) throws(JournalFailure) -> [UInt8]? {
    do {
      return try configuration.files.read(path)
    } catch {
      guard !error.isMissing else { return nil }
      throw JournalFailure(error)
    }
  }

  /// Removes a file.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  private func removeIfThere(_ path: String) throws(JournalFailure) -> Bool {
    do {
      try configuration.files.remove(path)
      return true
    } catch {
      guard error.isMissing else { throw JournalFailure(error) }
      return false
    }
  }
}
