import Glibc

extension ProcessRecord {
  /// Programs that run a script: what a person started is the script.
  private static let interpreters = [
    "python", "perl", "ruby", "node", "gjs", "bun", "deno", "java", "mono", "dotnet", "php", "lua",
  ]

  /// What the program is called for people: the script that an interpreter runs, else the command.
  var programName: String {
    let isInterpreter = Self.interpreters.contains { interpreter in
      name.hasPrefix(interpreter)
        && name.dropFirst(interpreter.count).allSatisfy { $0.isNumber || $0 == "." || $0 == "-" }
    }
    guard isInterpreter, let script = arguments.dropFirst().first(where: { !$0.hasPrefix("-") })
    else { return name }
    let title = FilePath.name(of: script)
    return title.isEmpty ? name : title
  }
}

/// What a process uses of the machine.
struct ProcessUsage: Hashable, Sendable {
  /// The processor time since it began, in milliseconds.
  var processorMilliseconds: Int?
  /// The memory in use, in bytes.
  var residentBytes: Int?

  /// Asks about a process; nothing is known of one that has ended.
  init(of id: Int32, root: String) {
    // The name in parentheses may hold spaces and parentheses of its own.
    let status = ProcessRecord.text("\(root)/\(id)/stat") ?? ""
    if let end = status.lastIndex(of: ")") {
      let fields = status[end...].split(separator: " ")
      let ticks = sysconf(Int32(_SC_CLK_TCK))
      if fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]), ticks > 0 {
        processorMilliseconds = (user + system) * 1000 / ticks
      }
    }
    let memory = (ProcessRecord.text("\(root)/\(id)/statm") ?? "").split(separator: " ")
    if memory.count > 1, let pages = Int(memory[1]) {
      residentBytes = pages * sysconf(Int32(_SC_PAGESIZE))
    }
  }
}
