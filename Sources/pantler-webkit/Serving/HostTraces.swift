#if WebKitGTK
  import CWebKitGTK
  import Foundation

  /// What a host has in the runtime directory: a mark that it runs, the key of its virtual display, and folders that
  /// the engine makes for its sandboxes and leaves there.
  struct HostTraces: Sendable {
    private let runtime: String
    private let process: Int32

    /// Takes the directory that the engine uses, too.
    init() {
      runtime = String(cString: g_get_user_runtime_dir())
      process = getpid()
    }

    /// Where the key of the virtual display is.
    var displayKey: String { key(of: process) }

    /// Marks that this host runs, and removes what hosts left that are gone.
    func begin() {
      let mode = [FileAttributeKey.posixPermissions: 0o700]
      // Without the mark nothing is tidied up later, and everything else works.
      try? FileManager.default.createDirectory(
        atPath: marks, withIntermediateDirectories: true, attributes: mode)
      for other in names(in: marks).compactMap({ Int32($0) }) where other != process {
        if isGone(other) { remove(of: other) }
      }
      let mark = open(marks + "/\(process)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      if mark >= 0 { close(mark) }
    }

    /// Removes what this host has there.
    func end() { remove(of: process) }

    private var marks: String { runtime + "/pantler/hosts" }

    private func key(of process: Int32) -> String { marks + "/\(process).display" }

    private func remove(of process: Int32) {
      let sandboxes = runtime + "/.flatpak"
      for name in names(in: sandboxes) where name.hasPrefix("webkit-\(process)-") {
        try? FileManager.default.removeItem(atPath: sandboxes + "/" + name)
      }
      unlink(key(of: process))
      unlink(marks + "/\(process)")
    }

    /// Whether a process has ended, also when nobody has taken note of it.
    private func isGone(_ process: Int32) -> Bool {
      guard kill(process, 0) == 0 || errno != ESRCH else { return true }
      let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return stat.map { $0.contains(") Z ") } ?? false
    }

    private func names(in folder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
  }
#endif
