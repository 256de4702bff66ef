import Glibc

extension HostLauncher {
  /// The host of WebKitGTK: the program beside this one, or else the first on the search path.
  ///
  /// Without a display it starts a virtual one itself where `Xvfb` is there, because views need one.
  ///
  /// - Parameters:
  ///   - folder: where this program is.
  ///   - environment: what the host gets; `PATH` is the search path.
  ///   - data: where it keeps its persistent stores; nil for its own place.
  package static func webKit(
    beside folder: String, environment: [String: String], data: String? = nil
  ) -> HostLauncher {
    let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let program =
      find("pantler-webkit", in: [folder] + path) ?? folder + "/pantler-webkit"
    return HostLauncher(
      name: "webkit",
      command: [program] + (data.map { ["--data", $0] } ?? []), environment: environment)
  }

  private static func find(_ program: String, in folders: [String]) -> String? {
    folders.map { $0 + "/" + program }.first { access($0, X_OK) == 0 }
  }
}
