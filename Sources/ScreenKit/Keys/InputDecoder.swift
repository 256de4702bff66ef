/// Turns the bytes that a terminal sends into events.
///
/// A sequence may arrive in pieces; what is not complete waits for more bytes or for `flush`,
/// which the reader calls when none came in time. Text between the brackets of a paste is never
/// a key, whatever it contains, and no byte sequence can make the decoder stop. Not every terminal takes
/// the end of a paste out of what is pasted, so what follows that end without a pause is dropped.
package struct InputDecoder: Sendable {
  /// What the decoder is waiting for.
  package enum Waiting: Equatable, Sendable {
    /// Nothing: all bytes are used.
    case nothing

    /// What follows an escape, if anything does; the wait is short, as it may be the Escape key.
    case escape

    /// The rest of something that has begun.
    case rest

    /// The end of a paste, however long it takes.
    case paste

    /// A pause after a paste; what comes before it may have been pasted as well.
    case pause
  }

  private var buffer: [UInt8] = []
  private var pasted: [UInt8]?
  private var isAfterPaste = false
  private let keys: [[UInt8]: Key]

  /// The most bytes a paste keeps; the rest of it is dropped.
  package static let pasteLimit = 1 << 20

  /// A sequence longer than any that terminals send is no sequence.
  private static let sequenceLimit = 4096

  /// Makes a decoder.
  ///
  /// - Parameter keys: sequences that this terminal sends for keys, beside the usual ones.
  package init(keys: [[UInt8]: Key] = [:]) {
    self.keys = keys.filter { $0.key.count > 1 }
  }

  /// What the decoder is waiting for.
  package var waiting: Waiting {
    if pasted != nil { return .paste }
    if isAfterPaste { return .pause }
    if buffer.isEmpty { return .nothing }
    return buffer.allSatisfy { $0 == 0x1B } ? .escape : .rest
  }

  /// Takes bytes and returns what they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    guard !isAfterPaste else { return [] }
    buffer += bytes
    var events: [TerminalEvent] = []
    var start = 0
    while start < buffer.count {
      if pasted != nil {
        isAfterPaste = findEndOfPaste(from: start, &events)
        return events
      }
      switch step(buffer[start...]) {
      case .incomplete where buffer.count - start < Self.sequenceLimit:
        buffer.removeFirst(start)
        return events
      case .incomplete: start = buffer.count
      case .ignored(let count): start += count
      case .event(let event, let count):
        events.append(event)
        start += count
      case .pasteStarts(let count):
        pasted = []
        start += count
      }
    }
    buffer.removeAll(keepingCapacity: true)
    return events
  }

  /// Gives up waiting and returns what the bytes so far mean.
  package mutating func flush() -> [TerminalEvent] {
    guard pasted == nil else { return [] }
    isAfterPaste = false
    let rest = buffer
    buffer.removeAll(keepingCapacity: true)
    if rest.allSatisfy({ $0 == 0x1B }) {
      return rest.map { _ in .key(Key(.escape)) }
    }
    // The beginnings of sequences are what Alt with these keys sends.
    if rest.count == 2, rest[0] == 0x1B, (0x20..<0x7F).contains(rest[1]) {
      return [.key(Key(Character(Unicode.Scalar(rest[1])), .alt))]
    }
    return []
  }

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  /// Collects pasted bytes, and drops what comes after the end; returns whether that has come.
  private mutating func findEndOfPaste(
    from start: Int, _ events: inout [TerminalEvent]
  ) -> Bool {
    let end = Self.pasteEnd
    var position = start
    while position + end.count <= buffer.count {
      if buffer[position] == 0x1B, buffer[position..<position + end.count].elementsEqual(end) {
        keepPasted(buffer[start..<position])
        events.append(.paste(String(decoding: pasted ?? [], as: UTF8.self)))
        pasted = nil
        buffer.removeAll(keepingCapacity: true)
        return true
      }
      position += 1
    }
    // The last bytes may be the beginning of the end.
    keepPasted(buffer[start..<max(start, position)])
    buffer.removeFirst(max(start, position))
    return false
  }

  private mutating func keepPasted(_ bytes: ArraySlice<UInt8>) {
    let room = Self.pasteLimit - (pasted?.count ?? 0)
    pasted?.append(contentsOf: bytes.prefix(room))
  }
}

extension InputDecoder {
  /// What the beginning of some bytes is.
  enum Step {
    case event(TerminalEvent, Int)
    case pasteStarts(Int)
    case ignored(Int)
    case incomplete
  }

  private func step(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return .incomplete }
    if first == 0x1B { return escape(bytes) }
    if first < 0x20 || first == 0x7F { return .event(.key(Key(controlByte: first)), 1) }
    return character(bytes)
  }

  private func escape(_ bytes: ArraySlice<UInt8>) -> Step {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return .incomplete }
    if let known = terminalKey(bytes) { return known }
    // Of a run of escapes, as when the key is held down, only the last can begin something.
    if second == 0x1B, rest.dropFirst().first == 0x1B { return .event(.key(Key(.escape)), 1) }
    switch second {
    case UInt8(ascii: "["): return ControlSequence.step(bytes)
    case UInt8(ascii: "O"): return ControlSequence.singleShift(bytes)
    case UInt8(ascii: "]"), UInt8(ascii: "P"): return ControlSequence.string(bytes)
    default:
      // Alt sends an escape in front of the key.
      switch step(rest) {
      case .event(.key(let key), let count):
        return .event(.key(Key(key.code, key.modifiers.union(.alt))), count + 1)
      case .ignored(let count): return .ignored(count + 1)
      case .incomplete: return .incomplete
      case .event, .pasteStarts: return .event(.key(Key(.escape)), 1)
      }
    }
  }

  /// Finds a key of this terminal that the bytes begin with, or could still become.
  private func terminalKey(_ bytes: ArraySlice<UInt8>) -> Step? {
    var best: (key: Key, count: Int)?
    for (sequence, key) in keys where sequence.count > (best?.count ?? 0) {
      if bytes.starts(with: sequence) { best = (key, sequence.count) }
    }
    return best.map { .event(.key($0.key), $0.count) }
  }

  private func character(_ bytes: ArraySlice<UInt8>) -> Step {
    let count = Self.lengthInUTF8(bytes[bytes.startIndex])
    guard count > 0 else { return .ignored(1) }
    let body = bytes.prefix(count)
    guard body.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .ignored(1) }
    guard body.count == count else { return .incomplete }
    guard let text = String(validating: body, as: UTF8.self), let character = text.first,
      let scalar = text.unicodeScalars.first, scalar.properties.generalCategory != .control
    else { return .ignored(count) }
    return .event(.key(Key(character)), count)
  }

  private static func lengthInUTF8(_ first: UInt8) -> Int {
    switch first {
    case 0..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 0
    }
  }
}

extension Key {
  /// Makes the key whose byte a terminal sends for a control character.
  fileprivate init(controlByte byte: UInt8) {
    switch byte {
    case 0x00: self.init(" ", .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    // Enter sends a carriage return; pipes and expect scripts send a line feed.
    case 0x0A, 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A: self.init(Character(Unicode.Scalar(byte + 0x60)), .control)
    default: self.init(Character(Unicode.Scalar(byte + 0x40)), .control)
    }
  }
}
