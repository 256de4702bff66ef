import Foundation

/// What the host was told on its command line.
enum HostOptions: Equatable {
  /// Serve the engine.
  case serve(folder: String)
  /// Say what the engine can do, and end.
  case describe(folder: String)
  case help
  /// The line is not understood; the sentence says why.
  case wrong(String)

  /// Reads the arguments after the program's name.
  init(_ arguments: some Sequence<String>, environment: [String: String]) {
    var folder = Self.usualFolder(environment)
    var describes = false
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h":
        self = .help
        return
      case "--describe": describes = true
      case "--data":
        guard let named = rest.next(), named.hasPrefix("/") else {
          self = .wrong("--data needs a folder, by its whole path.")
          return
        }
        folder = named
      default:
        self = .wrong("The option \(argument) is unknown; --help lists those there are.")
        return
      }
    }
    self = describes ? .describe(folder: folder) : .serve(folder: folder)
  }

  /// What `--help` prints.
  static let usage = """
    pantler-webkit [--data FOLDER] [--describe]

    Opens web views of WebKitGTK for pantler, which starts it and talks to it over its standard input and output:
    one JSON object a line, as the documentation of EngineProtocol says.

      --data FOLDER  keep persistent stores below this folder
                     (else $XDG_DATA_HOME/pantler/webkit)
      --describe     say in JSON what the engine is and can do, and end
      --help         this text

    Views need a display; a virtual one does: xvfb-run pantler-webkit. Everything else works without.

    """

  private static func usualFolder(_ environment: [String: String]) -> String {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return data + "/pantler/webkit"
    }
    return (environment["HOME"] ?? "") + "/.local/share/pantler/webkit"
  }
}
