extension ProcessTable {
  private static let networkProcesses: Set<String> = ["WebKitNetworkProcess", "WPENetworkProcess"]
  private static let webProcesses: Set<String> = ["WebKitWebProcess", "WPEWebProcess"]
  private static let graphicsProcesses: Set<String> = ["WebKitGPUProcess", "WPEGPUProcess"]

  /// Programs that stand between an app and the processes of its engine.
  private static let wrappers: Set<String> = [
    "bwrap", "flatpak-bwrap", "flatpak", "xdg-dbus-proxy", "snap-exec", "snap-confine", "sh",
    "bash",
  ]

  /// Programs that take in the processes whose parent has gone, or start them on behalf of an app.
  private static let keepers: Set<String> = [
    "init", "systemd", "flatpak-portal", "flatpak-session-helper", "dbus-daemon", "dbus-broker",
  ]

  /// Reports whether a process keeps the cookies of a WebKitGTK or WPE app.
  func isNetworkProcess(_ record: ProcessRecord) -> Bool {
    Self.networkProcesses.contains(record.name)
  }

  /// Reports whether a process renders the pages of a WebKitGTK or WPE app.
  func isWebProcess(_ record: ProcessRecord) -> Bool {
    Self.webProcesses.contains(record.name)
  }

  /// Reports whether a process is part of an engine and works for an app.
  func isEngineProcess(_ record: ProcessRecord) -> Bool {
    isNetworkProcess(record) || isWebProcess(record)
      || Self.graphicsProcesses.contains(record.name)
  }

  /// Reports whether a process works for this program, which knows its own web views better from within.
  func isOwn(_ record: ProcessRecord) -> Bool {
    var current = record
    for _ in 0..<32 {
      if current.parent == ownID { return true }
      guard current.parent > 1, let parent = self.record(of: current.parent) else { return false }
      current = parent
    }
    return false
  }

  /// Reports whether a process of an engine works for a WPE app.
  func isOfWPE(_ record: ProcessRecord) -> Bool { record.name.hasPrefix("WPE") }

  /// The app that an engine's process works for; nil for every other process.
  ///
  /// A sandboxed process tells its app by its `.flatpak-info`; else the app is the first ancestor that is neither
  /// part of the engine nor a wrapper.
  func owner(of record: ProcessRecord) -> String? {
    guard isEngineProcess(record) else { return nil }
    return sandboxedApp(of: record.id) ?? app(above: record)?.programName
  }

  /// The id of the app in the flatpak of a process; nil when it is in none.
  func sandboxedApp(of id: Int32) -> String? {
    sandbox(of: id)?.flatpak
  }

  /// What the sandbox of a process says; nil when it is in none or cannot be looked into.
  func sandbox(of id: Int32) -> SandboxNote? {
    ProcessRecord.text("\(root)/\(id)/root/.flatpak-info").map { SandboxNote($0) }
  }

  /// The process of the app that an engine's process works for; nil when it is not above.
  func app(above record: ProcessRecord) -> ProcessRecord? {
    var current = record
    for _ in 0..<32 {
      guard current.parent > 1, let parent = self.record(of: current.parent),
        !Self.keepers.contains(parent.name)
      else { return nil }
      if !isEngineProcess(parent), !Self.wrappers.contains(parent.name) { return parent }
      current = parent
    }
    return nil
  }
}
