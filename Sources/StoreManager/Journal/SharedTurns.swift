/// Why a turn at something that several programs change was not had.
package enum TurnFailure: Error, Hashable, Sendable {
  /// Another one kept it all the time; its id where it is known.
  case held(by: Int32?)
  /// A system call failed; `code` is errno.
  case system(path: String, call: String, code: Int32)
}

/// Lets programs of this kind change the same thing one after the other.
package struct SharedTurns: Sendable {
  private let directory: String
  private let files: PrivateFiles
  private let clock: any Clock<Duration>

  static let attempts = 200
  static let pause = Duration.milliseconds(50)

  /// Keeps its locks in the directory of the state.
  package init(
    stateDirectory: String, files: PrivateFiles = .system,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    directory = stateDirectory + "/locks"
    self.files = files
    self.clock = clock
  }

  /// Takes a turn, for which it waits some seconds.
  ///
  /// - Parameter name: what is to be changed, in letters that a file's name may have.
  package func take(_ name: String) async throws(TurnFailure) -> FileLock {
    for _ in 1..<Self.attempts {
      if case .taken(let lock) = try lock(name) { return lock }
      guard (try? await clock.sleep(for: Self.pause)) != nil else { break }
    }
    switch try lock(name) {
    case .taken(let lock): return lock
    case .held(let process): throw .held(by: process)
    }
  }

  private func lock(_ name: String) throws(TurnFailure) -> PrivateFiles.Locking {
    let path = directory + "/" + name + ".lock"
    do throws(FileFault) {
      do throws(FileFault) {
        return try files.lock(path)
      } catch {
        guard error.isMissing else { throw error }
        try files.makeDirectories(directory)
        return try files.lock(path)
      }
    } catch {
      throw .system(path: error.path, call: error.call, code: error.code)
    }
  }
}

extension JournalFailure {
  /// Says that the journal cannot be used now.
  package init(_ failure: TurnFailure) {
    switch failure {
    case .held(let process): self = .taken(by: process)
    case .system(let path, let call, let code): self = .system(path: path, call: call, code: code)
    }
  }
}
