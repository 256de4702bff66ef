import Synchronization
import Testing

@testable import PantlerCommands

@Suite("A person is told of what takes long")
struct PatienceTests {
  @Test("what still goes on is told again and again, and no more when it is done")
  func told() async {
    let waits = Mutex([Duration]())
    let said = Mutex([Int]())
    let (ticks, tick) = AsyncStream<Void>.makeStream()
    let patience = Patience { duration in
      let isLast = waits.withLock { waits in
        waits.append(duration)
        return waits.count > 2
      }
      if isLast { try await Task.sleep(for: .seconds(3600)) }
    }
    let result = await patience.telling(
      { seconds in
        said.withLock { $0.append(seconds) }
        tick.yield()
      },
      while: {
        for await _ in ticks.prefix(2) {}
        return 7
      })
    #expect(result == 7)
    #expect(said.withLock { $0 } == [2, 10])
    #expect(waits.withLock { $0.prefix(2) } == [.seconds(2), .seconds(8)])
  }
}
