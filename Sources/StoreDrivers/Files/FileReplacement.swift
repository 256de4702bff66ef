import CFileAttributes
import Glibc
package import StoreModel

/// Replaces whole files, so that at every moment a path holds all of the old or all of the new content.
package struct FileReplacement: Sendable {
  /// How the original is read for the comparison.
  package var reader: FileReader
  /// What goes wrong in tests.
  package var faults: FileFaults

  /// Takes every field as it is.
  package init(reader: FileReader = FileReader(), faults: FileFaults = FileFaults()) {
    self.reader = reader
    self.faults = faults
  }

  /// Writes beside a file, flushes, compares the original once more, and exchanges the two.
  ///
  /// What was displaced is looked at afterwards: when it is not what was to be replaced, since another program wrote
  /// to it at the last moment, it gets its name back. Where files cannot be exchanged, the new one is renamed.
  ///
  /// A symbolic link stays and its target is replaced. Mode, owner and extended attributes, access lists among
  /// them, are kept; a new file has mode 0600. When anything fails the old file is as it was and no
  /// temporary file remains; `unverified` alone means that the new content is there, but may not be on the disk,
  /// and `keptAside` that several programs wrote at once, and where what one of them wrote is.
  ///
  /// - Parameters:
  ///   - expected: the content to be replaced; nil when there must be no file.
  ///   - check: a last look at a file before its content goes away, for what else must hold.
  package func replace(
    _ path: String, with bytes: [UInt8], expecting expected: FileFingerprint?,
    check: (_ path: String) throws(StoreFailure) -> Void = { _ in }
  ) throws(StoreFailure) {
    let target = try FileTarget(resolving: path)
    try target.checkWritable()
    let temporary = TemporarySibling(of: target.path)
    temporary.removeStaleOnes()
    let new = FileFingerprint(of: bytes)
    let displacement = FileDisplacement(
      target: target.path, place: temporary.path(replacing: expected, by: new), old: expected,
      new: new, path: path, reader: reader, faults: faults)
    do throws(ReplacementStop) {
      try write(bytes, to: temporary.path, like: target, keepingMode: true)
      try looking { () throws(StoreFailure) in try check(path) }
      try compare(target, expected, path)
      try step(.rename) { () throws(SystemFailure) in
        guard rename(temporary.path, displacement.place) == 0 else { throw .last("rename") }
      }
      try displacement.replace(check)
    } catch {
      if case .crash = error { throw .system(path: target.path, call: "crash", code: EINTR) }
      unlink(temporary.path)
      throw error.storeFailure(path: target.path)
    }
    try synchronizeDirectory(of: target)
  }

  /// Writes an export: like a replacement, but whatever is there is replaced and the mode is always 0600.
  package func export(_ bytes: [UInt8], to path: String) throws(StoreFailure) {
    let target = try FileTarget(resolving: path)
    try target.checkWritable()
    let temporary = TemporarySibling(of: target.path)
    temporary.removeStaleOnes()
    do throws(ReplacementStop) {
      try write(bytes, to: temporary.path, like: target, keepingMode: false)
      try step(.rename) { () throws(SystemFailure) in
        guard rename(temporary.path, target.path) == 0 else { throw .last("rename") }
      }
    } catch {
      if case .crash = error { throw .system(path: target.path, call: "crash", code: EINTR) }
      unlink(temporary.path)
      throw error.storeFailure(path: target.path)
    }
    try synchronizeDirectory(of: target)
  }

  /// Removes a file, after it was compared once more.
  ///
  /// A symbolic link stays and its target is removed. When anything fails the file is as it was; `unverified` alone
  /// means that it is gone, but may be there again after a power failure.
  package func remove(
    _ path: String, expecting expected: FileFingerprint?,
    check: (_ path: String) throws(StoreFailure) -> Void = { _ in }
  ) throws(StoreFailure) {
    let target = try FileTarget(resolving: path)
    try target.checkWritable()
    let temporary = TemporarySibling(of: target.path)
    temporary.removeStaleOnes()
    let displacement = FileDisplacement(
      target: target.path, place: temporary.path(replacing: expected, by: nil), old: expected,
      new: nil, path: path, reader: reader, faults: faults)
    do throws(ReplacementStop) {
      try looking { () throws(StoreFailure) in try check(path) }
      try compare(target, expected, path)
      try faults.check(.rename)
      try displacement.remove(check)
    } catch {
      throw error.storeFailure(path: target.path)
    }
    try synchronizeDirectory(of: target)
  }

  private func looking(_ check: () throws(StoreFailure) -> Void) throws(ReplacementStop) {
    do throws(StoreFailure) {
      try check()
    } catch {
      throw .store(error)
    }
  }

  private func synchronizeDirectory(of target: FileTarget) throws(StoreFailure) {
    do throws(ReplacementStop) {
      try step(.synchronizeDirectory) { () throws(SystemFailure) in
        try Descriptor(opening: target.directory, flags: O_RDONLY | O_DIRECTORY).synchronize()
      }
    } catch {
      // The new content is there, but whether a power failure leaves it there is not known.
      throw .unverified(path: target.path)
    }
  }

  private func write(
    _ bytes: [UInt8], to path: String, like target: FileTarget, keepingMode: Bool
  ) throws(ReplacementStop) {
    try faults.check(.createTemporary)
    let file = try create(path)
    // A half-written file is what a crash here leaves.
    if faults.fault(.write) == .crash { try? file.write(Array(bytes.prefix(bytes.count / 2))) }
    try step(.write) { () throws(SystemFailure) in try file.write(bytes) }
    try step(.setAttributes) { () throws(SystemFailure) in
      try FileAttributes.copy(from: target, to: file.number, keepingMode: keepingMode)
    }
    try step(.synchronize) { () throws(SystemFailure) in try file.synchronize() }
  }

  private func create(_ path: String) throws(ReplacementStop) -> Descriptor {
    do throws(SystemFailure) {
      return try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    } catch {
      throw .failure(error)
    }
  }

  private func compare(
    _ target: FileTarget, _ expected: FileFingerprint?, _ path: String
  ) throws(ReplacementStop) {
    try faults.check(.compare)
    do throws(StoreFailure) {
      let present = try presentFingerprint(of: target.path)
      guard present == expected else { throw StoreFailure.changedMeanwhile(path: path) }
    } catch {
      throw .store(error)
    }
  }

  private func presentFingerprint(of path: String) throws(StoreFailure) -> FileFingerprint? {
    if case .absent = FileStatus.presence(of: path) { return nil }
    return try reader.read(path).fingerprint
  }

  private func step(
    _ step: FileFaults.Step, _ work: () throws(SystemFailure) -> Void
  ) throws(ReplacementStop) {
    try faults.check(step)
    do throws(SystemFailure) {
      try work()
    } catch {
      throw .failure(error)
    }
  }
}

extension ReplacementStop {
  fileprivate func storeFailure(path: String) -> StoreFailure {
    switch self {
    case .failure(let failure): failure.storeFailure(path: path)
    case .store(let failure): failure
    case .crash: .system(path: path, call: "crash", code: EINTR)
    }
  }
}
