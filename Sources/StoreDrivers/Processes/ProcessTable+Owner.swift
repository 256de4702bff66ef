extension ProcessTable {
  /// Programs of an engine, which work for an app.
  private static let engineProcesses: Set<String> = [
    "WebKitNetworkProcess", "WebKitWebProcess", "WebKitGPUProcess", "WPENetworkProcess",
    "WPEWebProcess", "WPEGPUProcess",
  ]

  /// Programs that stand between an app and the processes of its engine.
  private static let wrappers: Set<String> = [
    "bwrap", "flatpak-bwrap", "flatpak", "xdg-dbus-proxy", "snap-exec", "snap-confine", "sh",
    "bash",
  ]

  /// Reports whether a process keeps the cookies of a WebKitGTK or WPE app.
  func isNetworkProcess(_ record: ProcessRecord) -> Bool {
    record.name == "WebKitNetworkProcess" || record.name == "WPENetworkProcess"
  }

  /// The app that an engine's process works for; nil for every other process.
  ///
  /// A sandboxed process tells its app by its `.flatpak-info`; else the app is the first ancestor that is neither
  /// part of the engine nor a wrapper.
  func owner(of record: ProcessRecord) -> String? {
    guard Self.engineProcesses.contains(record.name) else { return nil }
    return sandboxedApp(of: record.id) ?? app(above: record)?.name
  }

  /// The id of the app in the sandbox of a process; nil when it is in none.
  func sandboxedApp(of id: Int32) -> String? {
    guard let text = ProcessRecord.text("\(root)/\(id)/root/.flatpak-info") else { return nil }
    var isInApplication = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") { isInApplication = line == "[Application]" }
      if isInApplication, line.hasPrefix("name=") { return String(line.dropFirst(5)) }
    }
    return nil
  }

  /// The process of the app that an engine's process works for.
  func app(above record: ProcessRecord) -> ProcessRecord? {
    var current = record
    for _ in 0..<32 {
      guard current.parent > 1, let parent = self.record(of: current.parent) else { return nil }
      if !Self.engineProcesses.contains(parent.name), !Self.wrappers.contains(parent.name) {
        return parent
      }
      current = parent
    }
    return nil
  }
}
