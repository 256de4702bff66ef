import Glibc

/// A file beside another, which is to take its place.
struct TemporarySibling {
  /// The path of the temporary file.
  let path: String
  private let directory: String
  private let prefix: String

  /// Chooses a name that nobody has.
  init(of target: String) {
    directory = FilePath.parent(of: target)
    // 255 bytes are the longest name; the rest of this one takes up to 40.
    prefix = ".\(FilePath.name(of: target).prefix(48)).pantler-"
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    path = FilePath.join(directory, "\(prefix)\(getpid())-\(random)")
  }

  /// Removes what an earlier crash left, which holds secrets.
  func removeStaleOnes() {
    guard let names = try? DirectoryListing.names(in: directory) else { return }
    for name in names where name.hasPrefix(prefix) {
      let owner = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let process = Int32(owner), !ProcessTable.isAlive(process) else { continue }
      unlink(FilePath.join(directory, name))
    }
  }
}
