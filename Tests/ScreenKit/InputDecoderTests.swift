import ScreenKit
import Testing

@Suite("Bytes from the terminal become keys, however they arrive")
struct InputDecoderTests {
  private static let table: [(bytes: String, key: Key)] = [
    ("\u{1B}[A", Key(.up)), ("\u{1B}OA", Key(.up)), ("\u{1B}[1;5C", Key(.right, .control)),
    ("\u{1B}[1;2D", Key(.left, .shift)), ("\u{1B}[H", Key(.home)), ("\u{1B}OH", Key(.home)),
    ("\u{1B}[1~", Key(.home)), ("\u{1B}[7~", Key(.home)), ("\u{1B}[F", Key(.end)),
    ("\u{1B}[4~", Key(.end)), ("\u{1B}[8~", Key(.end)), ("\u{1B}[5~", Key(.pageUp)),
    ("\u{1B}[6;3~", Key(.pageDown, .alt)), ("\u{1B}[2~", Key(.insert)), ("\u{1B}[3~", Key(.delete)),
    ("\u{1B}OP", Key(.function(1))), ("\u{1B}[11~", Key(.function(1))),
    ("\u{1B}[[A", Key(.function(1))), ("\u{1B}[[E", Key(.function(5))),
    ("\u{1B}[15~", Key(.function(5))), ("\u{1B}[24~", Key(.function(12))),
    ("\u{1B}[1;2P", Key(.function(1), .shift)), ("\u{1B}[Z", Key(.tab, .shift)),
    ("\u{1B}[3$", Key(.delete, .shift)), ("\u{1B}[3^", Key(.delete, .control)),
    ("\u{1B}[a", Key(.up, .shift)), ("\u{1B}x", Key("x", .alt)), ("\u{1B}\r", Key(.enter, .alt)),
    ("\u{1B}\u{7F}", Key(.backspace, .alt)), ("\u{1B}\u{1B}[A", Key(.up, .alt)),
    ("\u{1B}[97;5u", Key("a", .control)), ("\u{1B}[97;2u", Key("A")),
    ("\u{1B}[27;5;105~", Key("i", .control)), ("\u{1B}[27u", Key(.escape)),
    ("\u{1B}OM", Key(.enter)), ("\u{1B}Oq", Key("1")),
    ("\u{04}", Key("d", .control)), ("\t", Key(.tab)), ("\r", Key(.enter)), ("\n", Key(.enter)),
    ("\u{7F}", Key(.backspace)), ("\u{08}", Key(.backspace)), ("\u{00}", Key(" ", .control)),
    ("\u{1F}", Key("_", .control)), ("a", Key("a")), ("ü", Key("ü")), ("日", Key("日")),
    ("🎉", Key("🎉")),
  ]

  @Test(arguments: table)
  func whole(bytes: String, key: Key) {
    var decoder = InputDecoder()
    #expect(decoder.feed(bytes.utf8) == [.key(key)])
    #expect(decoder.waiting == .nothing)
  }

  @Test("FR-40: a sequence that arrives byte by byte is the same key", arguments: table)
  func inPieces(bytes: String, key: Key) {
    var decoder = InputDecoder()
    let events = bytes.utf8.flatMap { decoder.feed([$0]) }
    #expect(events == [.key(key)])
    #expect(decoder.flush() == [])
  }

  @Test("FR-40: an escape alone is the Escape key once nothing follows")
  func escapeAlone() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.waiting == .escape)
    #expect(decoder.flush() == [.key(Key(.escape))])
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.feed(Array("[A".utf8)) == [.key(Key(.up))])
    #expect(decoder.feed([0x1B, 0x1B]) == [])
    #expect(decoder.flush() == [.key(Key(.escape)), .key(Key(.escape))])
    #expect(decoder.feed([0x1B, 0x1B, 0x1B]) == [.key(Key(.escape))])
  }

  @Test func `beginnings that come to nothing are Alt keys, or nothing`() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[".utf8) == [])
    #expect(decoder.waiting == .rest)
    #expect(decoder.flush() == [.key(Key("[", .alt))])
    #expect(decoder.feed("\u{1B}[1;".utf8) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.feed([0xE6, 0x97]) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.feed("x".utf8) == [.key(Key("x"))])
  }

  @Test func `typing quickly keeps its order`() {
    var decoder = InputDecoder()
    #expect(
      decoder.feed("d\r\u{1B}[Bü".utf8)
        == [.key(Key("d")), .key(Key(.enter)), .key(Key(.down)), .key(Key("ü"))])
  }

  @Test(
    "FR-48: a paste is never a key press",
    arguments: [
      "y\n", "\u{1B}[A", "\u{1B}", "\u{03}y\r", "日本\u{1B}[200~", "", "\u{1B}[20", "a\u{00}b",
    ])
  func paste(text: String) {
    for size in [1, 3, 1000] {
      var decoder = InputDecoder()
      let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
      var events: [TerminalEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += decoder.feed(bytes[start..<min(bytes.count, start + size)])
      }
      #expect(decoder.waiting == .pause)
      #expect(decoder.flush() == [])
      events += decoder.feed("x".utf8)
      #expect(events == [.paste(text), .key(Key("x"))])
    }
  }

  @Test(
    "FR-48: what follows the end of a paste without a pause is no key", arguments: [1, 7, 1000])
  func endWithinPaste(size: Int) {
    var decoder = InputDecoder()
    let bytes = Array("\u{1B}[200~a\u{1B}[201~dy\r\u{1B}[A\u{1B}[200~y\r\u{1B}[201~".utf8)
    var events: [TerminalEvent] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += decoder.feed(bytes[start..<min(bytes.count, start + size)])
    }
    #expect(events == [.paste("a")])
    #expect(decoder.waiting == .pause)
    #expect(decoder.flush() == [])
    #expect(decoder.waiting == .nothing)
    #expect(decoder.feed("j".utf8) == [.key(Key("j"))])
  }

  @Test func `an unfinished paste stays a paste and keeps no more than its limit`() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[200~y\r".utf8) == [])
    #expect(decoder.waiting == .paste)
    #expect(decoder.flush() == [])
    #expect(decoder.feed([UInt8](repeating: 0x61, count: InputDecoder.pasteLimit + 10)) == [])
    guard case .paste(let text) = decoder.feed("\u{1B}[201~".utf8).first else {
      Issue.record("the paste did not end")
      return
    }
    #expect(text.utf8.count == InputDecoder.pasteLimit)
  }

  @Test(arguments: [
    ("\u{1B}[<0;3;5M", TerminalEvent.Mouse(.press, at: GridPoint(x: 2, y: 4), button: .left)),
    ("\u{1B}[<0;3;5m", .init(.release, at: GridPoint(x: 2, y: 4), button: .left)),
    ("\u{1B}[<64;1;1M", .init(.wheelUp, at: .origin)),
    ("\u{1B}[<65;1;1M", .init(.wheelDown, at: .origin)),
    ("\u{1B}[<34;300;200M", .init(.drag, at: GridPoint(x: 299, y: 199), button: .right)),
    ("\u{1B}[<35;2;2M", .init(.move, at: GridPoint(x: 1, y: 1))),
    (
      "\u{1B}[<16;2;2M",
      .init(.press, at: GridPoint(x: 1, y: 1), button: .left, modifiers: .control)
    ),
    ("\u{1B}[M !!", .init(.press, at: .origin, button: .left)),
    ("\u{1B}[M#!!", .init(.release, at: .origin, button: .none)),
  ])
  func mouse(bytes: String, mouse: TerminalEvent.Mouse) {
    var decoder = InputDecoder()
    #expect(decoder.feed(bytes.utf8) == [.mouse(mouse)])
  }

  @Test(arguments: [
    ("\u{1B}]11;rgb:ffff/ffff/ffff\u{07}", Theme.Appearance.light),
    ("\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{1B}\\", .dark),
    ("\u{1B}]11;rgb:fd/f6/e3\u{1B}\\", .light), ("\u{1B}]11;rgba:0/0/0/f\u{07}", .dark),
  ])
  func background(bytes: String, appearance: Theme.Appearance) {
    var decoder = InputDecoder()
    #expect(bytes.utf8.flatMap { decoder.feed([$0]) } == [.backgroundReply(appearance)])
  }

  @Test(arguments: [
    "\u{1B}[?1;2c", "\u{1B}[5;10R", "\u{1B}[0n", "\u{1B}[?2026;2$y", "\u{1B}]4;1;rgb:0/0/0\u{07}",
    "\u{1B}P1+r\u{1B}\\", "\u{1B}[201~", "\u{1B}[999~", "\u{1B}[<0;1M", "\u{1B}[57441u",
    "\u{80}",
  ])
  func `answers nobody asked for are swallowed`(bytes: String) {
    var decoder = InputDecoder()
    #expect(decoder.feed(bytes.utf8) == [])
    #expect(decoder.feed("k".utf8) == [.key(Key("k"))])
  }

  @Test func `focus reports`() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[I\u{1B}[O".utf8) == [.focus(true), .focus(false)])
  }

  @Test func `keys that only this terminal sends`() {
    var decoder = InputDecoder(keys: [Array("\u{1B}[25h".utf8): Key(.function(9))])
    #expect("\u{1B}[25h".utf8.flatMap { decoder.feed([$0]) } == [.key(Key(.function(9)))])
  }

  @Test func `no bytes make it stop or keep what it cannot use`() {
    var generator = SplitMix(state: 7)
    for _ in 0..<3000 {
      var decoder = InputDecoder()
      let bytes = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : Array("\u{1B}[]OP<;0123~uMm\u{07}\\".utf8).randomElement(using: &generator) ?? 0
      }
      _ = decoder.feed(bytes)
      _ = decoder.flush()
      #expect(decoder.waiting == .nothing || decoder.waiting == .paste)
    }
    var decoder = InputDecoder()
    _ = decoder.feed("\u{1B}]".utf8)
    _ = decoder.feed([UInt8](repeating: 0x61, count: 100_000))
    #expect(decoder.waiting == .nothing)
  }
}

/// A random source that gives the same numbers every time.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
