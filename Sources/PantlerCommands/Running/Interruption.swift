extension CommandSession {
  /// Works until a signal asks for an end, or the reader of the output goes away.
  func untilInterrupted(_ work: @escaping @Sendable () async -> Void) async {
    let signals = host.interruptions()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in signals { return }
      }
      group.addTask { await work() }
      await group.next()
      group.cancelAll()
    }
  }
}
