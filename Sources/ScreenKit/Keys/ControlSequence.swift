/// The sequences that begin with an escape and `[`, `O`, `]` or `P`.
enum ControlSequence {
  /// Reads what follows escape and `[`.
  static func step(_ bytes: ArraySlice<UInt8>) -> InputDecoder.Step {
    let body = bytes.dropFirst(2)
    // The Linux console sends ESC [ [ A to E for F1 to F5.
    if body.first == UInt8(ascii: "[") {
      guard let letter = body.dropFirst().first else { return .incomplete }
      let number = Int(letter) - 0x40
      return (1...5).contains(number)
        ? .event(.key(Key(.function(number))), 4) : .ignored(4)
    }
    if body.first == UInt8(ascii: "M") { return oldMouse(bytes) }
    for (offset, byte) in body.enumerated() {
      let count = offset + 3
      let isPrivate = body.first.map { (0x3C...0x3F).contains($0) } ?? false
      // rxvt ends its shifted keys with a dollar sign.
      let isShiftedKey = byte == UInt8(ascii: "$") && !isPrivate && offset > 0
      if (0x40...0x7E).contains(byte) || isShiftedKey {
        let parameters = String(decoding: body.prefix(offset), as: UTF8.self)
        return meaning(of: parameters, final: Unicode.Scalar(byte), count: count)
      }
      // Anything else breaks the sequence off and is read on its own.
      guard (0x20...0x3F).contains(byte) else { return .ignored(count - 1) }
    }
    return .incomplete
  }

  /// Reads what follows escape and `O`.
  static func singleShift(_ bytes: ArraySlice<UInt8>) -> InputDecoder.Step {
    guard let third = bytes.dropFirst(2).first else { return .incomplete }
    let scalar = Unicode.Scalar(third)
    if let code = letterKeys[scalar] { return .event(.key(Key(code)), 3) }
    switch scalar {
    case "M": return .event(.key(Key(.enter)), 3)
    // The numeric pad in application mode.
    case "j"..."y": return .event(.key(Key(Character(Unicode.Scalar(third - 0x40)))), 3)
    default: return .event(.key(Key("O", .alt)), 2)
    }
  }

  /// Reads an answer that ends with BEL or ESC `\`.
  static func string(_ bytes: ArraySlice<UInt8>) -> InputDecoder.Step {
    let body = bytes.dropFirst(2)
    var previous: UInt8 = 0
    for (offset, byte) in body.enumerated() {
      if byte == 0x07 { return answer(body.prefix(offset), count: offset + 3) }
      if byte == UInt8(ascii: "\\"), previous == 0x1B {
        return answer(body.prefix(offset - 1), count: offset + 3)
      }
      // A key pressed after Alt and this one, not an answer.
      if previous == 0x1B { return .ignored(offset + 1) }
      if byte < 0x20, byte != 0x1B { return .ignored(offset + 2) }
      previous = byte
    }
    return .incomplete
  }

  private static func answer(_ body: ArraySlice<UInt8>, count: Int) -> InputDecoder.Step {
    let text = String(decoding: body, as: UTF8.self)
    guard text.hasPrefix("11;"), let color = RGB(terminalAnswer: text.dropFirst(3)) else {
      return .ignored(count)
    }
    // Where black and white letters are equally readable.
    return .event(.backgroundReply(color.luminance < 0.179 ? .dark : .light), count)
  }

  private static func meaning(
    of parameters: String, final: Unicode.Scalar, count: Int
  ) -> InputDecoder.Step {
    if parameters.hasPrefix("<") {
      let mouse = sgrMouse(numbers(in: parameters.dropFirst()), isRelease: final == "m")
      return mouse.map { .event(.mouse($0), count) } ?? .ignored(count)
    }
    let values = numbers(in: parameters[...])
    if final == "~", values.first == 200 { return .pasteStarts(count) }
    if parameters.isEmpty, final == "I" || final == "O" {
      return .event(.focus(final == "I"), count)
    }
    guard parameters.allSatisfy({ $0.isNumber || $0 == ";" || $0 == ":" }),
      let key = key(final: final, values)
    else { return .ignored(count) }
    return .event(.key(key), count)
  }

  private static func key(final: Unicode.Scalar, _ values: [Int]) -> Key? {
    let modifiers = Key.Modifiers(parameter: values.count > 1 ? values[1] : 1)
    switch final {
    case "~":
      if values.count == 3, values[0] == 27 { return Key(codePoint: values[2], modifiers) }
      return numberedKeys[values.first ?? 0].map { Key($0, modifiers) }
    case "u": return Key(codePoint: values.first ?? 0, modifiers)
    case "Z": return Key(.tab, .shift)
    case "^": return numberedKeys[values.first ?? 0].map { Key($0, .control) }
    case "$": return numberedKeys[values.first ?? 0].map { Key($0, .shift) }
    case "@": return numberedKeys[values.first ?? 0].map { Key($0, [.control, .shift]) }
    case "a", "b", "c", "d":
      let upper = Unicode.Scalar(UInt8(final.value) - 0x20)
      return letterKeys[upper].map { Key($0, .shift) }
    // With another first number this is a report of the cursor's place.
    case "R" where values.first != 1: return nil
    default: return letterKeys[final].map { Key($0, modifiers) }
    }
  }

  /// Splits at semicolons; of numbers with colons the first counts, and an empty one is 1.
  private static func numbers(in text: Substring) -> [Int] {
    guard !text.isEmpty else { return [] }
    return text.split(separator: ";", omittingEmptySubsequences: false).map { part in
      Int(part.prefix { $0 != ":" }) ?? 1
    }
  }

  private static let letterKeys: [Unicode.Scalar: Key.Code] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
    "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
  ]

  private static let numberedKeys: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14),
    28: .function(15), 29: .function(16), 31: .function(17), 32: .function(18),
    33: .function(19), 34: .function(20),
  ]
}

extension ControlSequence {
  private static func sgrMouse(_ values: [Int], isRelease: Bool) -> TerminalEvent.Mouse? {
    guard values.count == 3, values[1] > 0, values[2] > 0 else { return nil }
    let point = GridPoint(x: values[1] - 1, y: values[2] - 1)
    return mouse(values[0], at: point, isRelease: isRelease)
  }

  /// Reads ESC [ M and three bytes, as terminals without the newer reports send.
  private static func oldMouse(_ bytes: ArraySlice<UInt8>) -> InputDecoder.Step {
    guard bytes.count >= 6 else { return .incomplete }
    let values = bytes.dropFirst(3).prefix(3).map { Int($0) - 32 }
    guard values[0] >= 0, values[1] > 0, values[2] > 0 else { return .ignored(6) }
    let point = GridPoint(x: values[1] - 1, y: values[2] - 1)
    let isRelease = values[0] & 0x43 == 3 && values[0] & 0x20 == 0
    let found = mouse(values[0], at: point, isRelease: isRelease)
    return found.map { .event(.mouse($0), 6) } ?? .ignored(6)
  }

  private static func mouse(
    _ code: Int, at point: GridPoint, isRelease: Bool
  ) -> TerminalEvent.Mouse? {
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    if code & 0xC0 == 0x40 {
      // Sideways wheels are left alone.
      guard code & 3 < 2 else { return nil }
      return .init(code & 1 == 0 ? .wheelUp : .wheelDown, at: point, modifiers: modifiers)
    }
    guard code < 0x80, code >= 0 else { return nil }
    let button: TerminalEvent.MouseButton =
      switch code & 3 {
      case 0: .left
      case 1: .middle
      case 2: .right
      default: .none
      }
    let kind: TerminalEvent.MouseKind =
      isRelease ? .release : code & 0x20 == 0 ? .press : button == .none ? .move : .drag
    return .init(kind, at: point, button: button, modifiers: modifiers)
  }
}

extension Key.Modifiers {
  /// Reads the number that xterm puts behind a key: one more than the bits.
  fileprivate init(parameter: Int) {
    let bits = max(0, parameter - 1)
    self = []
    if bits & 1 != 0 { insert(.shift) }
    if bits & 2 != 0 { insert(.alt) }
    if bits & 4 != 0 { insert(.control) }
  }
}

extension Key {
  /// Makes the key for a code point reported with modifiers; nil for what is no character.
  fileprivate init?(codePoint: Int, _ modifiers: Modifiers) {
    switch codePoint {
    case 8, 127: self.init(.backspace, modifiers)
    case 9: self.init(.tab, modifiers)
    case 10, 13: self.init(.enter, modifiers)
    case 27: self.init(.escape, modifiers)
    default:
      guard let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init),
        scalar.value >= 32, scalar.properties.generalCategory != .control,
        scalar.properties.generalCategory != .privateUse
      else { return nil }
      let character = Character(scalar)
      let isShifted = modifiers.contains(.shift)
      let typed = isShifted ? character.uppercased() : String(character)
      guard let first = typed.first, typed.count == 1 else { return nil }
      self.init(first, modifiers.subtracting(.shift))
    }
  }
}

extension RGB {
  /// Reads `rgb:rrrr/gggg/bbbb` with one to four digits each, or `#rrggbb`.
  fileprivate init?(terminalAnswer text: Substring) {
    if let color = RGB(hex: String(text)) {
      self = color
      return
    }
    guard text.hasPrefix("rgb") else { return nil }
    let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/")
    guard parts.count >= 3 else { return nil }
    let values = parts.prefix(3).compactMap { part -> UInt8? in
      guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16) else { return nil }
      return UInt8(clamping: value * 255 / ((1 << (4 * part.utf8.count)) - 1))
    }
    guard values.count == 3 else { return nil }
    self.init(red: values[0], green: values[1], blue: values[2])
  }
}
