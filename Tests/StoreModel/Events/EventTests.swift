import CookieCore
import Testing

@testable import StoreModel

@Suite("Two readings are compared cookie by cookie")
struct SnapshotDiffTests {
  private func diff(_ before: [Cookie], _ after: [Cookie]) -> [SnapshotDiff.Entry] {
    SnapshotDiff(from: before, to: after, now: present).entries
  }

  @Test("FR-52: an overwrite is one entry that says what differs")
  func overwrite() {
    let old = sample("a", "1")
    let rows: [(after: Cookie, differences: Set<StoreEvent.Difference>, level: StoreEvent.Level)] =
      [
        (sample("a", "2"), [.value], .info),
        (sample("a", "1", expires: 1_950_000_000), [.expiry], .info),
        (sample("a", "1") { $0.lastAccessTime = present }, [.lastAccess], .debug),
        (sample("a", "1") { $0.comment = "x" }, [.other], .info),
        (
          sample("a", "2", created: 3) {
            $0.secure = true
            $0.httpOnly = true
            $0.sameSite = .lax
          }, [.value, .creation, .secure, .httpOnly, .sameSite], .info
        ),
      ]
    for row in rows {
      let entries = diff([old], [row.after])
      #expect(entries.map(\.kind) == [.changed])
      #expect(entries.first?.before == old)
      #expect(entries.first?.after == row.after)
      #expect(entries.first?.differences == row.differences)
      #expect(entries.first?.level == row.level)
    }
    let moved = diff([old], [sample("a", "1") { $0.path = "/x" }])
    #expect(moved.map(\.kind) == [.removed, .added])
    #expect(diff([old], [old]).isEmpty)
  }

  @Test("Differences come in the order of the keys, whatever the domains begin with")
  func order() {
    let domains = [
      "a", "a\u{0}", "ab.example", "sixteen-bytes-ab", "sixteen-bytes-abc",
      "sixteen-bytes-aa.example",
      "zz.example", "é.example", "",
    ]
    let cookies =
      domains.flatMap { domain in ["b", "a"].map { sample($0, at: domain) } }
      + [sample("a") { $0.domain = CookieText(bytes: [0xFF, 0x61]) }]
    #expect(diff([], cookies).map(\.key) == cookies.map(\.key).sorted())
  }

  @Test("A cookie that is gone after its expiry has expired")
  func expiry() {
    let cookies = [
      sample("a", expires: present.seconds), sample("b", expires: present.seconds + 1),
      sample("c", expires: nil),
    ]
    #expect(diff(cookies, []).map(\.kind) == [.expired, .removed, .removed])
  }

  @Test("Any two readings give exactly the differences of their sets", arguments: 1...80)
  func random(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func below(_ limit: UInt64) -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return (state >> 33) % limit
    }
    let before = (0..<200).map { sample("c\($0)", "0") }
    var after = before.filter { _ in below(10) > 0 }
    for place in after.indices where below(10) == 0 { after[place].value = "1" }
    for number in 0..<below(20) {
      after.insert(sample("n\(number)"), at: Int(below(UInt64(after.count + 1))))
    }
    if seed % 4 == 0 { after.reverse() }
    let old = Dictionary(uniqueKeysWithValues: before.map { ($0.key, $0) })
    let new = Dictionary(uniqueKeysWithValues: after.map { ($0.key, $0) })
    let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    let entries = diff(before, after)
    #expect(entries.map(\.key) == keys)
    #expect(entries.map(\.before) == keys.map { old[$0] })
    #expect(entries.map(\.after) == keys.map { new[$0] })
  }
}

@Suite("The log keeps the newest events and counts what it drops")
struct EventRingTests {
  private func event(_ message: String) -> StoreEvent {
    StoreEvent(
      sequence: 0, time: present, store: nil, kind: .note, cause: .unknown, message: message)
  }

  @Test("FR-53: a million events in a ring of ten thousand, numbered without a gap")
  func million() {
    var ring = EventRing(capacity: 10_000)
    for number in 1...1_000_000 {
      let kept = ring.append(event(""))
      if kept.sequence != UInt64(number) { Issue.record("a number is missing") }
    }
    #expect(ring.count == 10_000)
    #expect(ring.dropped == 990_000)
    #expect(ring.newest(.max).map(\.sequence) == Array(990_001...1_000_000))
    #expect(ring.newest(3).map(\.sequence) == [999_998, 999_999, 1_000_000])
    #expect(ring[sequence: 990_000] == nil)
    #expect(ring[sequence: 990_001]?.sequence == 990_001)
    #expect(ring[sequence: 1_000_001] == nil)
  }

  @Test("Events that are made late are those that there would be", arguments: 1...20)
  func runs(seed: Int) {
    var (late, early) = (EventRing(capacity: 7), EventRing(capacity: 7))
    for round in 0..<12 {
      let count = (seed * 31 + round * 17) % 11
      let names = (0..<count).map { "\(round)-\($0)" }
      late.append(EventRun(count: count) { names.map { event($0) } })
      for name in names { early.append(event(name)) }
      if round.isMultiple(of: 3) {
        #expect(late.append(event("one")) == early.append(event("one")))
      }
      if seed.isMultiple(of: 2) { late.settle() }
      #expect(late.count == early.count)
      #expect(late.dropped == early.dropped)
      #expect(late.lastSequence == early.lastSequence)
      #expect(late.newest(.max) == early.newest(.max))
      #expect(late.newest(2) == early.newest(2))
      for sequence in 0...early.lastSequence {
        #expect(late[sequence: sequence] == early[sequence: sequence])
      }
    }
  }

  @Test("A ring that is not full keeps everything")
  func small() {
    var ring = EventRing(capacity: 3)
    #expect(ring.newest(5).isEmpty)
    for name in ["a", "b"] { ring.append(event(name)) }
    #expect(ring.newest(5).map(\.message) == ["a", "b"])
    #expect(ring.dropped == 0)
    for name in ["c", "d"] { ring.append(event(name)) }
    #expect(ring.newest(5).map(\.message) == ["b", "c", "d"])
    #expect(ring[sequence: 1] == nil)
    #expect(ring[sequence: 0] == nil)
    #expect(ring[sequence: 2]?.message == "b")
  }
}
