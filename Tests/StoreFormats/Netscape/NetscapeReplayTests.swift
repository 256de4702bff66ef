import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite("Lines that are put back are what they were, byte by byte", .tags(.format))
struct NetscapeReplayTests {
  private static let odd = [
    "a.example\tFALSE\t/\tFALSE\t99999999999999\tfar\t1",
    "a.example\tfalse\t/\tfalse\t+2000000000\tspelt\t1",
    "a.example\tTRUE\t/\tFALSE\t2000000000\tdotless\t1",
    "a.example\tFALSE\t/\tFALSE\t2000000000\ttwin\tolder",
    "a.example\tFALSE\t/\tFALSE\t2000000000\ttwin\tnewer",
    "a.example\tFALSE\t/\tFALSE\t2000000000.25\tbroken\t1",
  ]
  private static let head = "# Netscape HTTP Cookie File\n"
  private static let stays = "b.example\tFALSE\t/\tFALSE\t2000000000\tstays\t1\n"
  private static let later = "c.example\tFALSE\t/\tFALSE\t2000000000\tlater\t1\n"

  private func jar(_ text: String) throws -> NetscapeJar {
    try NetscapeJar(decoding: Array(text.utf8))
  }

  @Test("All lines of a cookie come back as they stood, though others wrote meanwhile")
  func removed() throws {
    let lines = Self.odd.joined(separator: "\n") + "\n"
    let before = try jar(Self.head + lines + Self.stays)
    let gone = before.effectiveCookies.filter { $0.domain == "a.example" }
    #expect(gone.count == 5)
    var after = try jar(Self.head + Self.stays + Self.later)
    let earlier = EarlierContent(bytes: before.encoded())
    let replayed = after.apply(gone.map { .put($0) }, from: earlier)
    #expect(replayed == ReplayedChanges(outcomes: gone.map { _ in .done }))
    let text = String(decoding: after.encoded(), as: UTF8.self)
    #expect(text == Self.head + Self.stays + Self.later + lines)
  }

  @Test("A line that was written over comes back in its place", arguments: odd.indices)
  func overwritten(index: Int) throws {
    let line = Self.odd[index] + "\n"
    let before = try jar(Self.head + line + Self.stays)
    let cookie = try #require(before.cookies.first)
    var changed = cookie
    changed.value = "mine"
    changed.secure.toggle()
    var after = try jar(Self.head + line + Self.stays + Self.later)
    #expect(after.apply([.put(changed)]) == [.done])
    let replayed = after.apply([.put(cookie)], from: EarlierContent(bytes: before.encoded()))
    #expect(replayed == ReplayedChanges(outcomes: [.done]))
    let text = String(decoding: after.encoded(), as: UTF8.self)
    #expect(text == Self.head + line + Self.stays + Self.later)
  }

  @Test("A last line without an end gets one when others follow, and none when none does")
  func openEnd() throws {
    let line = Self.odd[0]
    let before = try jar(Self.head + Self.stays + line)
    let cookie = try #require(before.cookies.last)
    var after = try jar(Self.head + Self.stays + Self.later)
    let earlier = EarlierContent(bytes: before.encoded())
    #expect(after.apply([.put(cookie)], from: earlier).losses.isEmpty)
    #expect(String(decoding: after.encoded(), as: UTF8.self).hasSuffix("later\t1\n" + line))
    let new = Cookie(name: "n", value: "v", domain: "n.example", hostOnly: true)
    #expect(after.apply([.put(new)]) == [.done])
    #expect(after.cookies.suffix(2).map(\.name) == [cookie.name, "n"])
  }

  @Test("Without a copy, and where the cookie has more lines now, it is written anew and said so")
  func rewritten() throws {
    let before = try jar(Self.head + Self.odd[0] + "\n")
    let cookie = try #require(before.cookies.first)
    let loss = ReplayLoss(key: cookie.key, reason: .rewritten)
    var after = try jar(Self.head + Self.stays)
    #expect(after.apply([.put(cookie)], from: EarlierContent(bytes: nil)).losses == [loss])
    #expect(after.cookies.last?.key == cookie.key)
    let line = Self.odd[0] + "\n"
    var doubled = try jar(Self.head + line + line)
    let earlier = EarlierContent(bytes: before.encoded())
    #expect(doubled.apply([.put(cookie)], from: earlier).losses == [loss])
  }
}
