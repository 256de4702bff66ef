/// Why a text is no XML property list, with the byte offset.
struct PropertyListFailure: Error, Equatable {
  var offset: Int
}

/// Reads XML property lists as far as Foundation writes and reads them.
///
/// Line ends within strings are kept, as Foundation keeps them. Nesting deeper than the limit is refused.
struct PropertyListReader {
  private let bytes: [UInt8]
  /// Where the next byte is read.
  private(set) var offset = 0
  private static let depthLimit = 64

  /// Begins at the front of bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// Reads what stands before the root value, and where that begins.
  ///
  /// - Throws: when the text does not begin as a property list.
  mutating func readProlog() throws(PropertyListFailure) {
    try skipMisc()
    let tag = try readTag()
    guard tag.name == "plist", tag.kind == .opening else {
      throw PropertyListFailure(offset: tag.range.lowerBound)
    }
    try skipMisc()
  }

  /// Reads what stands behind the root value.
  mutating func readEpilog() throws(PropertyListFailure) {
    try skipMisc()
    let tag = try readTag()
    guard tag.name == "plist", tag.kind == .closing else {
      throw PropertyListFailure(offset: tag.range.lowerBound)
    }
    try skipMisc()
    // A NUL is what a program leaves that writes the terminator of a C string.
    guard bytes[offset...].allSatisfy({ $0 == 0 }) else {
      throw PropertyListFailure(offset: offset)
    }
  }

  /// Reads the next element.
  mutating func readValue(depth: Int = 0) throws(PropertyListFailure) -> PropertyListNode {
    try skipMisc()
    let tag = try readTag()
    guard tag.kind != .closing, depth < Self.depthLimit else {
      throw PropertyListFailure(offset: tag.range.lowerBound)
    }
    let content = try readContent(of: tag, depth: depth)
    return PropertyListNode(content: content, range: tag.range.lowerBound..<offset)
  }

  /// Reads one entry of a dictionary, or returns nil behind its closing tag.
  mutating func readEntry(depth: Int) throws(PropertyListFailure) -> PropertyListEntry? {
    let start = offset
    try skipMisc()
    let tag = try readTag()
    if tag.kind == .closing, tag.name == "dict" { return nil }
    guard tag.name == "key", tag.kind != .closing else {
      throw PropertyListFailure(offset: tag.range.lowerBound)
    }
    let key = tag.kind == .empty ? [] : try readText(until: "key")
    let value = try readValue(depth: depth + 1)
    return PropertyListEntry(key: key, value: value, range: start..<offset)
  }

  /// Reads a tag.
  mutating func readTag() throws(PropertyListFailure) -> Tag {
    let start = offset
    guard current == UInt8(ascii: "<") else { throw PropertyListFailure(offset: offset) }
    offset += 1
    var kind = Tag.Kind.opening
    if current == UInt8(ascii: "/") {
      kind = .closing
      offset += 1
    }
    let nameStart = offset
    while let byte = current, (byte | 0x20) &- 0x61 < 26 { offset += 1 }
    let name = String(decoding: bytes[nameStart..<offset], as: UTF8.self)
    guard !name.isEmpty, let end = bytes[offset...].firstIndex(of: UInt8(ascii: ">")) else {
      throw PropertyListFailure(offset: offset)
    }
    if kind == .opening, bytes[end - 1] == UInt8(ascii: "/") { kind = .empty }
    offset = end + 1
    return Tag(name: name, kind: kind, range: start..<offset)
  }

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func readContent(
    of tag: Tag, depth: Int
  ) throws(PropertyListFailure) -> PropertyListNode.Content {
    let isEmpty = tag.kind == .empty
    switch tag.name {
    case "string": return .string(isEmpty ? [] : try readText(until: tag.name))
    case "integer": return .integer(try readTrimmed(tag))
    case "real": return .real(try readTrimmed(tag))
    case "date": return .date(try readTrimmed(tag))
    case "data":
      _ = try readTrimmed(tag)
      return .data
    case "true", "false":
      if !isEmpty, try !readText(until: tag.name).isEmpty {
        throw PropertyListFailure(offset: offset)
      }
      return .bool(tag.name == "true")
    case "array": return .array(isEmpty ? [] : try readArray(depth: depth))
    case "dict": return .dictionary(isEmpty ? [] : try readDictionary(depth: depth))
    default: throw PropertyListFailure(offset: tag.range.lowerBound)
    }
  }

  private mutating func readArray(depth: Int) throws(PropertyListFailure) -> [PropertyListNode] {
    var elements: [PropertyListNode] = []
    while true {
      try skipMisc()
      if starts(with: "</") {
        let tag = try readTag()
        guard tag.name == "array" else { throw PropertyListFailure(offset: tag.range.lowerBound) }
        return elements
      }
      elements.append(try readValue(depth: depth + 1))
    }
  }

  private mutating func readDictionary(depth: Int) throws(PropertyListFailure)
    -> [PropertyListEntry]
  {
    var entries: [PropertyListEntry] = []
    while let entry = try readEntry(depth: depth) { entries.append(entry) }
    return entries
  }

  private mutating func readTrimmed(_ tag: Tag) throws(PropertyListFailure) -> String {
    guard tag.kind != .empty else { return "" }
    let text = try readText(until: tag.name).drop { $0 <= 0x20 }
    let end = text.lastIndex { $0 > 0x20 } ?? text.startIndex - 1
    return String(decoding: text[text.startIndex..<end + 1], as: UTF8.self)
  }
}

extension PropertyListReader {
  /// One tag of the text.
  struct Tag {
    enum Kind { case opening, closing, empty }
    var name: String
    var kind: Kind
    var range: Range<Int>
  }
}

// MARK: - Text

extension PropertyListReader {
  /// Reads character data up to the closing tag of the given name, and that.
  private mutating func readText(until name: String) throws(PropertyListFailure) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "&"): try readReference(into: &text)
      case UInt8(ascii: "<"):
        if starts(with: "<![CDATA[") {
          try readCharacterData(into: &text)
        } else if starts(with: "<!--") {
          try skip(past: "-->")
        } else {
          let tag = try readTag()
          guard tag.kind == .closing, tag.name == name else {
            throw PropertyListFailure(offset: tag.range.lowerBound)
          }
          return text
        }
      default:
        let start = offset
        while let next = current, next != UInt8(ascii: "&"), next != UInt8(ascii: "<") {
          offset += 1
        }
        text += bytes[start..<offset]
      }
    }
    throw PropertyListFailure(offset: offset)
  }

  private mutating func readCharacterData(into text: inout [UInt8]) throws(PropertyListFailure) {
    let start = offset + 9
    try skip(past: "]]>")
    text += bytes[start..<offset - 3]
  }

  private mutating func readReference(into text: inout [UInt8]) throws(PropertyListFailure) {
    let start = offset
    guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw PropertyListFailure(offset: start)
    }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    switch name {
    case "amp": text.append(UInt8(ascii: "&"))
    case "lt": text.append(UInt8(ascii: "<"))
    case "gt": text.append(UInt8(ascii: ">"))
    case "quot": text.append(UInt8(ascii: "\""))
    case "apos": text.append(UInt8(ascii: "'"))
    default:
      guard let scalar = Self.scalar(name) else { throw PropertyListFailure(offset: start) }
      text += Array(String(Character(scalar)).utf8)
    }
    offset = end + 1
  }

  private static func scalar(_ reference: String) -> Unicode.Scalar? {
    guard reference.hasPrefix("#") else { return nil }
    let digits = reference.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    return UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10)
      .flatMap(Unicode.Scalar.init)
  }

  /// Skips white space, comments, processing instructions and the document type.
  mutating func skipMisc() throws(PropertyListFailure) {
    while let byte = current {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        offset += 1
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<?") {
        try skip(past: "?>")
      } else if starts(with: "<!DOCTYPE") {
        try skip(past: ">")
      } else {
        return
      }
    }
  }

  /// Reports whether the next bytes are those of an ASCII text.
  private func starts(with text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return bytes.count - offset >= wanted.count
      && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
  }

  private mutating func skip(past text: StaticString) throws(PropertyListFailure) {
    let start = offset
    while offset < bytes.count {
      if starts(with: text) {
        offset += text.utf8CodeUnitCount
        return
      }
      offset += 1
    }
    throw PropertyListFailure(offset: start)
  }
}
