import Foundation

/// A home of its own for one test, gone afterwards.
final class Home {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "pantler-home-\(UUID().uuidString)")
    for folder in ["", ".config", ".local/share", ".local/state", ".cache", "run"] {
      try FileManager.default.createDirectory(
        at: url.appending(path: folder), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The environment of a program that runs in this home.
  var environment: [String: String] {
    [
      "HOME": url.path, "XDG_CONFIG_HOME": path(".config"), "XDG_DATA_HOME": path(".local/share"),
      "XDG_STATE_HOME": path(".local/state"), "XDG_CACHE_HOME": path(".cache"),
      "XDG_RUNTIME_DIR": path("run"), "TMPDIR": path("run"), "STTY_BEFORE": path("stty-before"),
    ]
  }

  /// The same, for a program that is to see no other one: those of tests that run beside this have stores, too.
  var lonelyEnvironment: [String: String] {
    environment.merging(["PANTLER_PROCESS_ROOT": path("processes")]) { $1 }
  }

  /// The absolute path of something in this home.
  func path(_ name: String) -> String {
    url.appending(path: name).path
  }

  /// Writes a file, with the folders above it.
  func write(_ text: String, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: url.appending(path: name))
  }
}
