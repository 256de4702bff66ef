import Glibc
import StoreModel

/// A file beside another, which is to take its place.
struct TemporarySibling {
  /// The path of the temporary file.
  let path: String
  private let directory: String
  private let prefix: String
  private let target: String

  /// Chooses a name that nobody has.
  init(of target: String) {
    self.target = target
    directory = FilePath.parent(of: target)
    prefix = Self.prefix(of: FilePath.name(of: target))
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    path = FilePath.join(directory, "\(prefix)\(getpid())-\(random)")
  }

  /// Removes what an earlier crash left, which holds secrets.
  func removeStaleOnes() {
    _ = Self.removeStaleOnes(in: directory, beside: [prefix: [target]])
  }

  /// Removes what earlier crashes left beside files; blocks.
  ///
  /// What another program wrote while such a file changed places gets its name back, or stays.
  ///
  /// - Parameter targets: the files, which need not exist.
  /// - Returns: the paths that were removed, sorted.
  static func removeStaleOnes(beside targets: Set<String>) -> [String] {
    let folders = Dictionary(grouping: targets, by: { FilePath.parent(of: $0) })
    return folders.flatMap { folder, targets in
      removeStaleOnes(
        in: folder,
        beside: Dictionary(grouping: targets, by: { prefix(of: FilePath.name(of: $0)) }))
    }.sorted()
  }

  private static let mark = ".pantler-"

  private static func prefix(of name: String) -> String {
    // 255 bytes are the longest name; the rest of this one takes up to 60.
    "." + name.prefix(48) + mark
  }

  private static func removeStaleOnes(
    in directory: String, beside targets: [String: [String]]
  ) -> [String] {
    guard let names = try? DirectoryListing.names(in: directory) else { return [] }
    return names.compactMap { name in
      guard name.hasPrefix("."), let end = name.ranges(of: mark).last?.upperBound,
        let meant = targets[String(name[..<end])]
      else { return nil }
      let parts = name[end...].split(separator: "-", omittingEmptySubsequences: false)
      guard let process = parts.first.flatMap({ Int32($0) }), !ProcessTable.isAlive(process) else {
        return nil
      }
      let path = FilePath.join(directory, name)
      if parts.count == 4 {
        let seals = ContentSeals(old: String(parts[2]), new: String(parts[3]))
        guard seals.settle(path, beside: meant) else { return nil }
      }
      return unlink(path) == 0 ? path : nil
    }
  }
}

extension TemporarySibling {
  /// The name that the file has while it changes places, which says what may be behind it.
  func path(replacing old: FileFingerprint?, by new: FileFingerprint?) -> String {
    let seals = ContentSeals(old: ContentSeals.seal(of: old), new: ContentSeals.seal(of: new))
    return "\(path)-\(seals.old)-\(seals.new)"
  }

  /// A name for what another program wrote, beside the file that it was meant to be.
  static func keptPath(beside target: String) -> String {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    return FilePath.join(
      FilePath.parent(of: target), "\(FilePath.name(of: target).prefix(48)).kept-\(random)")
  }
}

/// The beginnings of the digests of what a file held and of what it was to hold, as the name of a leftover tells them.
///
/// A leftover of other content is what another program wrote while the files changed places.
struct ContentSeals: Hashable {
  /// Of the content that was displaced.
  var old: String
  /// Of the content that was to take its place.
  var new: String

  /// The seal of some content; nil when there is no file.
  static func seal(of fingerprint: FileFingerprint?) -> String {
    fingerprint.map { String($0.digest.prefix(12)) } ?? "none"
  }

  /// Ends what was stopped between the exchange and the look at what was displaced.
  ///
  /// - Returns: whether the leftover may go: it holds nothing but what Pantler wrote or meant to displace.
  func settle(_ leftover: String, beside targets: [String]) -> Bool {
    if isOwn(leftover) { return true }
    for target in targets where Self.present(at: target) == new {
      // What another program wrote takes the place again in which it would be without Pantler.
      let outcome = try? takeBack(leftover, to: target)
      guard outcome == .done else { return false }
      return new != Self.nothing && isOwn(leftover)
    }
    return false
  }

  private static let nothing = ContentSeals.seal(of: nil)

  private func takeBack(
    _ leftover: String, to target: String
  ) throws(SystemFailure) -> FileExchange.Outcome {
    new == Self.nothing
      ? try FileExchange.move(leftover, toFree: target)
      : try FileExchange.exchange(target, leftover)
  }

  private func isOwn(_ path: String) -> Bool {
    let present = Self.present(at: path)
    return present != nil && (present == old || present == new)
  }

  /// The seal of what is at a path; nil when that cannot be read.
  private static func present(at path: String) -> String? {
    do throws(StoreFailure) {
      return try FileReader().presentFingerprint(of: path).map { seal(of: $0) }
    } catch {
      if case .gone = error { return nothing }
      return nil
    }
  }
}
