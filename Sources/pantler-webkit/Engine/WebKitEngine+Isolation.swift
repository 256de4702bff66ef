#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import EngineProtocol
  import Foundation
  import StoreModel

  extension WebKitEngine {
    /// How the data of single sites goes without a display.
    static let isRemovingApart =
      "Without a display data of single sites is removed by another process, which has the store to itself meanwhile."
    /// Why the data of a store in memory stays without a display.
    static let memoryNeedsDisplay =
      "What single sites keep in a store in memory, but for cookies, needs a display to be removed: no other process "
      + "can do it. Remove the data of all sites, run it in a session with a screen, or install Xvfb."

    /// Removes data of some sites in another process.
    ///
    /// Without a display the engine may end the program that asks for it. Two sessions on one folder do not see each
    /// other's changes either, so the store has none here while the other process has one. Its session cookies, which
    /// go with the session, are put back into the next one.
    ///
    /// - Precondition: the store is on disk, and no view uses it.
    func removeApart(
      _ types: [DataType], named names: [String], from store: WebKitStore
    ) async throws(LiveFailure) {
      let earlier = renewal
      let removal = Task { @GLibActor () -> Result<Void, LiveFailure> in
        await earlier?.value
        do throws(LiveFailure) {
          return .success(try await removeWithoutSession(types, named: names, from: store))
        } catch {
          return .failure(error)
        }
      }
      // Whoever asks for the store waits until it has a session again.
      renewal = Task { @GLibActor in _ = await removal.value }
      try await removal.value.get()
    }

    private func removeWithoutSession(
      _ types: [DataType], named names: [String], from store: WebKitStore
    ) async throws(LiveFailure) {
      // What was asked before is answered by the session that it was asked of.
      await store.untilNothingIsUnderWay()
      let generation = store.generation
      let held = try await asking(store) { () throws(CallFailure) in try await store.allCookies() }
      try check(store, since: generation)
      // The network process ends with the last session, and with it the cookies of other stores in memory.
      let keeper = WebKitStore(id: "keeper", kind: .nonPersistent, name: "keeper", place: nil) {
        _, _ in
      }
      defer { keeper.close() }
      _ = try await asking(keeper) { () throws(CallFailure) in try await keeper.allCookies() }
      store.close()
      let request = EngineRequest.removeRecords(
        store: store.id, types: types, names: names, since: nil)
      let result = await OneRemoval.run(request, folder: folder)
      store.renew()
      let lost = await putBack(held.filter { !$0.isPersistent }, into: store)
      try result.get()
      guard lost.isEmpty else {
        let names = lost.map(\.name.text).joined(separator: ", ")
        throw .engine(
          message:
            "The data is removed; session cookies could not be put back and are lost: \(names)")
      }
    }

    /// Sets cookies in a session that was opened anew, which may need another one before it takes them.
    ///
    /// - Returns: those that it does not hold in the end.
    private func putBack(_ cookies: [Cookie], into store: WebKitStore) async -> [Cookie] {
      var missing = cookies
      for attempt in 1...3 where !missing.isEmpty {
        if attempt > 1 { store.renew() }
        let (wanted, time) = (missing, clock())
        do throws(LiveFailure) {
          let outcomes = try await asking(store) { () throws(CallFailure) in
            try await store.set(wanted, at: time)
          }
          missing = zip(wanted, outcomes).filter { $1 != .done }.map(\.0)
        } catch {
          // The next session is asked; what none takes is returned.
          continue
        }
      }
      return missing
    }
  }

  /// A process of this program that removes records once.
  @GLibActor
  private enum OneRemoval {
    /// How long it may take, in seconds: three calls of the engine, and the start of the process.
    private static let limit = 40

    /// Has a request carried out.
    static func run(_ request: EngineRequest, folder: String) async -> Result<Void, LiveFailure> {
      var error: UnsafeMutablePointer<GError>?
      let words = ["/proc/self/exe", "--data", folder, "--remove"]
      guard let process = start(words, &error) else {
        defer { g_error_free(error) }
        let reason = error.map(GLibCall.message) ?? "no reason was given"
        return .failure(.engine(message: "The process that removes cannot be started: \(reason)"))
      }
      defer { g_object_unref(UnsafeMutableRawPointer(process)) }
      let line = String(decoding: EngineFrame(.request(id: 1, request)).line, as: UTF8.self)
      do throws(CallFailure) {
        let said = try await GLibCall.run(within: limit) {
          g_subprocess_communicate_utf8_async(process, line, nil, $0, $1)
        } finish: { result, error in
          var text: UnsafeMutablePointer<CChar>?
          g_subprocess_communicate_utf8_finish(process, result, &text, nil, &error)
          defer { g_free(text) }
          return text.map { String(cString: $0) } ?? ""
        }
        return answer(in: said) ?? .failure(.engine(message: ending(of: process)))
      } catch {
        g_subprocess_force_exit(process)
        switch error {
        case .timedOut(let seconds): return .failure(.timedOut(milliseconds: seconds * 1000))
        case .refused(let message): return .failure(.engine(message: message))
        }
      }
    }

    private static func start(
      _ words: [String], _ error: inout UnsafeMutablePointer<GError>?
    ) -> OpaquePointer? {
      let copies = words.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      var arguments: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
      let flags = GSubprocessFlags(
        rawValue: G_SUBPROCESS_FLAGS_STDIN_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue)
      return g_subprocess_newv(&arguments, flags, &error)
    }

    /// What the process answered; nil when that is no message.
    private static func answer(in text: String) -> Result<Void, LiveFailure>? {
      var reader = FrameReader()
      guard case .frame(let frame)? = reader.take(Array(text.utf8)).first else { return nil }
      switch frame.message {
      case .reply: return .success(())
      case .failure(_, let failure): return .failure(failure)
      case .hello, .request, .notification, .unknown: return nil
      }
    }

    private static func ending(of process: OpaquePointer) -> String {
      let how =
        if g_subprocess_get_if_signaled(process) != 0 {
          "by signal \(g_subprocess_get_term_sig(process))"
        } else {
          "with status \(g_subprocess_get_status(process) >> 8)"
        }
      return """
        The engine ended the process that removes \(how), as it may without a display, and what the sites keep may \
        still be there. Run it in a session with a screen, or install Xvfb.
        """
    }
  }
#endif
