import Foundation

/// What the host was told on its command line.
enum HostOptions: Equatable {
  /// Serve the engine, on a virtual display of this X server where there is no other; nil for none.
  case serve(folder: String, display: String?)
  /// Say what the engine can do, and end.
  case describe(folder: String)
  /// Carry out the one request that comes on standard input, answer it and end.
  case removeOnce(folder: String)
  case help
  /// The line is not understood; the sentence says why.
  case wrong(String)

  /// Reads the arguments after the program's name.
  init(_ arguments: some Sequence<String>, environment: [String: String]) {
    var folder = Self.usualFolder(environment)
    var display = Self.displayServer(environment)
    var describes = false
    var removes = false
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h":
        self = .help
        return
      case "--describe": describes = true
      case "--remove": removes = true
      case "--data":
        guard let named = rest.next(), named.hasPrefix("/") else {
          self = .wrong("--data needs a folder, by its whole path.")
          return
        }
        folder = named
      case "--no-display": display = nil
      default:
        self = .wrong("The option \(argument) is unknown; --help lists those there are.")
        return
      }
    }
    self =
      if removes {
        .removeOnce(folder: folder)
      } else if describes {
        .describe(folder: folder)
      } else {
        .serve(folder: folder, display: display)
      }
  }

  /// What `--help` prints.
  static let usage = """
    pantler-webkit [--data FOLDER] [--no-display] [--describe | --remove]

    Opens web views of WebKitGTK for pantler, which starts it and talks to it over its standard input and output:
    one JSON object a line, as the documentation of EngineProtocol says.

      --data FOLDER  keep persistent stores below this folder
                     (else $XDG_DATA_HOME/pantler/webkit)
      --no-display   start no display without a screen where there is none
      --describe     say in JSON what the engine is and can do, and end
      --remove       carry out one request to remove records of a store that no other session has open, which comes
                     on standard input, answer it and end; this needs no display
      --help         this text

    Views need a display. Where there is none, one without a screen is started, of the program Xvfb; it ends with
    this one. Everything else works without: the data of single sites is then removed by another process of this
    program, because the engine may end the one that asks it to; that of stores in memory only is not, but for cookies.

    """

  /// The X server for a display without a screen; nil where there is a display, or no such program.
  private static func displayServer(_ environment: [String: String]) -> String? {
    let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { environment[$0] }
    guard displays.allSatisfy(\.isEmpty) else { return nil }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.map { $0 + "/Xvfb" }.first { access($0, X_OK) == 0 }
  }

  private static func usualFolder(_ environment: [String: String]) -> String {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return data + "/pantler/webkit"
    }
    return (environment["HOME"] ?? "") + "/.local/share/pantler/webkit"
  }
}
