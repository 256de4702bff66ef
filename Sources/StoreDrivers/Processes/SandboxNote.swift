/// What the note in a sandbox's root says about who is in it.
struct SandboxNote: Hashable, Sendable {
  /// The app that is in a flatpak, by its id; nil when only the engine's own sandbox is around the process.
  var flatpak: String?
  /// The id that the app gave itself; nil when it has none.
  var application: String?
  /// Whether the engine itself made the sandbox.
  var isOfEngine: Bool

  /// Reads the note of a process.
  ///
  /// WebKit's own sandbox writes one in flatpak's form, with a hash for an app without an id.
  init(_ text: String) {
    var section = ""
    var name: String?
    var instance = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") {
        section = String(line)
      } else if section == "[Application]", line.hasPrefix("name=") {
        name = String(line.dropFirst(5))
      } else if section == "[Instance]", line.hasPrefix("instance-id=") {
        instance = String(line.dropFirst(12))
      }
    }
    isOfEngine = instance.hasPrefix("webkit-")
    application = name.flatMap { $0.hasPrefix("org.webkit.app-") ? nil : $0 }
    flatpak = isOfEngine ? nil : name
  }
}
