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

    /// Carries out one removal of records and ends; whatever the engine does, it is done to this process alone.
    ///
    /// The request and its answer are messages of the protocol.
    static func removeOnce(folder: String) -> Never {
      signal(SIGPIPE, SIG_IGN)
      // The engine makes ready to draw before it removes, and ends the program where it finds no display for that. What
      // the environment says already counts.
      for way in ["WEBKIT_DISABLE_COMPOSITING_MODE", "WEBKIT_DISABLE_DMABUF_RENDERER"] {
        setenv(way, "1", 0)
      }
      let output = FileHandle(fileDescriptor: claimOutput())
      var reader = FrameReader()
      let findings = reader.take(Array(FileHandle.standardInput.readDataToEndOfFile()))
      guard case .frame(let frame)? = findings.first,
        case .request(let id, let request) = frame.message
      else { exit(2) }
      Task { @GLibActor in
        _ = gtk_init_check()
        let answer = await answer(request, id: id, folder: folder)
        output.write(Data(EngineFrame(answer).line))
        exit(0)
      }
      run()
    }

    /// Removes in an engine of its own, which is allowed what may end this process.
    @GLibActor
    private static func answer(
      _ request: EngineRequest, id: UInt64, folder: String
    ) async -> EngineMessage {
      guard case .removeRecords(let store, _, _, _) = request else {
        return .failure(
          id: id, .unsupported(act: .removeRecords, reason: "It removes, and nothing else."))
      }
      let kind: LiveStore.Kind = store == "default" ? .default : .identified(uuid: store.rawValue)
      let engine = WebKitEngine(folder: folder, hasDisplay: true, clock: now)
      do throws(LiveFailure) {
        _ = try await engine.makeStore(kind, named: nil)
        return .reply(id: id, try await request.answer(by: engine))
      } catch {
        return .failure(id: id, error)
      }
    }

    @Sendable
    private static func now() -> Timestamp {
      Timestamp(secondsSince1970: Date().timeIntervalSince1970)
    }

    @GLibActor
    private static func engine(_ folder: String) -> WebKitEngine {
      WebKitEngine(folder: folder, hasDisplay: gtk_init_check() != 0, clock: now)
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
    static func removeOnce(folder: String) -> Never { end() }
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
