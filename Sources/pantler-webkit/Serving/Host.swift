#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import EngineProtocol
  import Foundation
  import StoreModel

  /// Runs the engine on the main thread, which owns GLib's main context.
  enum Host {
    /// Serves the engine until the input ends.
    static func serve(folder: String) -> Never {
      // A reader that went away shows where it is written to.
      signal(SIGPIPE, SIG_IGN)
      let output = MessageOutput(descriptor: claimOutput()) { exit(0) }
      let input = InputThread.read(STDIN_FILENO)
      Task { @GLibActor in
        await EngineServer(engine: engine(folder), output: output) { exit(0) }.serve(input)
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
      let output = dup(STDOUT_FILENO)
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
    static func serve(folder: String) -> Never { end() }
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
