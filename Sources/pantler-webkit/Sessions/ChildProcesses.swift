#if WebKitGTK
  import Foundation

  /// The processes that this one has started.
  enum ChildProcesses {
    /// The first child whose command name is the one given, which the system cuts at 15 bytes; nil without one.
    static func first(named name: String) -> pid_t? {
      let own = getpid()
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap { pid_t($0) }.sorted().first { process in
        guard let stat = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
          return false
        }
        return isChild(String(decoding: stat, as: UTF8.self), named: name, of: own)
      }
    }

    /// Whether a child has not begun to end.
    ///
    /// - Source: Linux, `include/linux/sched.h`: `PF_EXITING` is set before a process lets go of its sockets.
    static func isRunning(_ process: pid_t) -> Bool {
      guard let stat = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
        return false
      }
      let text = String(decoding: stat, as: UTF8.self)
      guard let close = text.lastIndex(of: ")") else { return false }
      // The state and the parent are the first after the name; the flags are the seventh.
      let fields = text[text.index(after: close)...].split(separator: " ")
      guard fields.count > 6, let flags = UInt64(fields[6]) else { return false }
      return !["Z", "X"].contains(fields[0]) && flags & 0x4 == 0
    }

    /// The name stands in parentheses and may itself hold some; after it come the state and the parent.
    private static func isChild(_ stat: String, named name: String, of parent: pid_t) -> Bool {
      guard let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")"), open < close,
        stat[stat.index(after: open)..<close] == name
      else { return false }
      let rest = stat[stat.index(after: close)...].split(separator: " ")
      return rest.count > 1 && pid_t(rest[1]) == parent && rest[0] != "Z"
    }
  }
#endif
