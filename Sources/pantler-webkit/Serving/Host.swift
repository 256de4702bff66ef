#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import EngineProtocol
  import Foundation
  import StoreModel

  /// Runs the engine on the main thread, which owns GLib's main context.
  enum Host {
    /// Serves the engine until the input ends.
    ///
    /// - Parameter display: the X server of a virtual display; nil for the display that there is, if any.
    static func serve(folder: String, display: String?) -> Never {
      // A reader that went away shows where it is written to.
      signal(SIGPIPE, SIG_IGN)
      // One that was stopped would never see that its input has ended.
      pantler_continue_without_parent()
      let traces = HostTraces()
      traces.begin()
      let output = MessageOutput(descriptor: claimOutput()) { exit(0) }
      if let display, !VirtualDisplay.start(display, key: traces.displayKey) {
        FileHandle.standardError.write(
          Data("pantler-webkit: \(display) did not start a display.\n".utf8))
      }
      let input = InputThread.read(STDIN_FILENO)
      Task { @GLibActor in
        await EngineServer(engine: engine(folder), output: output) {
          traces.end()
          exit(0)
        }.serve(input)
      }
      run()
    }

    /// Prints what the engine can do.
    static func describe(folder: String) -> Never {
      let output = claimOutput()
      Task { @GLibActor in
        let engine = engine(folder)
        guard let description = try? await engine.describe() else { exit(1) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(description) else { exit(1) }
        FileHandle(fileDescriptor: output).write(data + Data("\n".utf8))
        exit(0)
      }
      run()
    }

    @GLibActor
    private static func engine(_ folder: String) -> WebKitEngine {
      WebKitEngine(folder: folder, hasDisplay: gtk_init_check() != 0) {
        Timestamp(secondsSince1970: Date().timeIntervalSince1970)
      }
    }

    /// Keeps standard output for messages alone: what the engine's libraries print goes to standard error.
    private static func claimOutput() -> CInt {
      // What the engine starts has no part in it.
      let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
      dup2(STDERR_FILENO, STDOUT_FILENO)
      return output
    }

    private static func run() -> Never {
      let loop = g_main_loop_new(nil, 0)
      while true { g_main_loop_run(loop) }
    }
  }
#else
  import Foundation

  /// Says that this build has no engine.
  enum Host {
    /// Ends with what to do.
    static func serve(folder: String, display: String?) -> Never { end() }
    /// Ends with what to do.
    static func describe(folder: String) -> Never { end() }

    private static func end() -> Never {
      let text = """
        pantler-webkit: This build has no WebKitGTK. Install libwebkitgtk-6.0-dev and build again with \
        --traits WebKitGTK.

        """
      FileHandle.standardError.write(Data(text.utf8))
      exit(1)
    }
  }
#endif
