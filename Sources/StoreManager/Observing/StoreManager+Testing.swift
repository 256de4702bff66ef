package import StoreModel

extension StoreManager {
  /// Finds out whether changes of stores would be seen.
  ///
  /// A file in the state directory is changed and has to be seen by the observer of each engine. The observer of a
  /// store itself only has to say by what means it works.
  ///
  /// - Returns: one test for each store that can be observed, in the order given; they are kept as part of its health.
  package func testObservers(of ids: [StoreID]) async -> [ObserverTest] {
    var outcomes: [Engine: ObserverTest.Outcome] = [:]
    var tests: [ObserverTest] = []
    let own = try? configuration.files.status(configuration.stateDirectory).device
    for id in ids {
      guard let store = registry[id], store.description.capabilities.allows(.observe) else {
        continue
      }
      let engine = store.description.app.engine
      let (means, limit) = await means(of: store)
      if means == .engine {
        // A file of the test is nothing that an engine would tell of.
        tests.append(ObserverTest(store: id, means: means, limit: limit, outcome: .toldByEngine))
        continue
      }
      let outcome: ObserverTest.Outcome
      if let known = outcomes[engine] { outcome = known } else { outcome = await probe(store) }
      outcomes[engine] = outcome
      let device = try? configuration.files.status(store.description.path).device
      let test = ObserverTest(
        store: id, means: means, limit: limit, outcome: outcome,
        isOnSameFileSystem: own.flatMap { own in device.map { $0 == own } })
      observations[id]?.health.test = test
      tests.append(test)
    }
    return tests
  }

  /// How long a change may take to be seen, and an observer to say that it works.
  private static var patience: Duration { .seconds(5) }

  /// By what means the observer of a store works, as it says first.
  private func means(of store: Registered) async -> (ObservationMeans?, limit: String?) {
    let hints = store.driver.base.hints(for: store.description)
    return await inTime { () -> (ObservationMeans?, limit: String?) in
      var limit: String?
      for await hint in hints {
        switch hint {
        case .attached(let means): return (means, limit)
        case .limited(let setting): limit = setting
        case .missing, .mayHaveChanged, .changed: continue
        }
      }
      return (nil, limit)
    } ?? (nil, nil)
  }

  /// Changes a file of Pantler's own and waits for the hint.
  private func probe(_ store: Registered) async -> ObserverTest.Outcome {
    let (files, directory) = (configuration.files, configuration.stateDirectory)
    let path = directory + "/observer-test-" + configuration.randomID()
    do {
      try files.makeDirectories(directory)
      try files.write(path, [])
    } catch {
      return .failed(JournalFailure(error))
    }
    // What is left of a test that was broken off is empty, and only in the way.
    defer { try? files.remove(path) }
    var description = store.description
    description.id = StoreID(rawValue: "observer-test")
    description.path = path
    let hints = store.driver.base.hints(for: description)
    let elapsed = elapsed
    return await inTime { () -> ObserverTest.Outcome in
      var start: Duration?
      for await hint in hints {
        switch hint {
        case .attached:
          guard start == nil else { continue }
          start = elapsed()
          do throws(FileFault) {
            try files.write(path, [1])
          } catch {
            return .failed(JournalFailure(error))
          }
        case .mayHaveChanged, .changed:
          guard let start else { continue }
          let (seconds, attoseconds) = (elapsed() - start).components
          return .seen(milliseconds: Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
        case .missing, .limited: continue
        }
      }
      return .unseen
    } ?? .unseen
  }

  /// Waits for an answer, but not for ever; nil when it did not come.
  private func inTime<Answer: Sendable>(
    _ answer: @escaping @Sendable () async -> Answer
  ) async -> Answer? {
    let clock = configuration.clock
    return await withTaskGroup(of: Answer?.self) { group in
      group.addTask { await answer() }
      group.addTask {
        // Cancelled when the answer came first.
        _ = try? await clock.sleep(for: Self.patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
