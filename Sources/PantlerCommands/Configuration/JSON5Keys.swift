/// The lines on which the keys of a JSON5 file stand.
///
/// The decoder reads the values; it does not say where they are.
struct JSON5Keys {
  /// A key and its line.
  struct Key: Hashable {
    var name: String
    var line: Int
  }

  /// The keys of the outermost object, in order.
  private(set) var topLevel: [Key] = []
  /// The line where the text stops making sense; nil when it does not.
  private(set) var errorLine: Int?
  /// Every key with its path, in order; positions in lists are part of a path.
  private(set) var all: [(path: [String], line: Int)] = []
  private var lines: [[String]: Int] = [:]
  private var bytes: ArraySlice<UInt8>
  private var line = 1

  init(_ text: [UInt8]) {
    bytes = text[...]
    if !readValue(path: [], depth: 0) { errorLine = line }
    skipBlanks()
    if errorLine == nil, !bytes.isEmpty { errorLine = line }
    bytes = []
  }

  /// The line of a key, or of the nearest object around it.
  func line(of path: [String]) -> Int? {
    var path = path
    while !path.isEmpty {
      if let line = lines[path] { return line }
      path.removeLast()
    }
    return nil
  }

  /// The keys of the object at a path, in the order of their lines.
  func keys(in path: [String]) -> [Key] {
    lines.filter { $0.key.count == path.count + 1 && $0.key.starts(with: path) }
      .map { Key(name: $0.key[path.count], line: $0.value) }
      .sorted { ($0.line, $0.name) < ($1.line, $1.name) }
  }

  /// How the decoder names a position in a list.
  static func position(_ index: Int) -> String { "Index \(index)" }

  /// Whether a part of a path is a position in a list.
  static func isPosition(_ part: String) -> Bool { part.hasPrefix("Index ") }

  private mutating func readValue(path: [String], depth: Int) -> Bool {
    skipBlanks()
    guard depth < 64, let first = bytes.first else { return false }
    switch first {
    case UInt8(ascii: "{"): return readObject(path: path, depth: depth)
    case UInt8(ascii: "["): return readArray(path: path, depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return readString() != nil
    default: return !readWord().isEmpty
    }
  }

  private mutating func readObject(path: [String], depth: Int) -> Bool {
    take()
    while true {
      skipBlanks()
      guard let first = bytes.first else { return false }
      if first == UInt8(ascii: "}") {
        take()
        return true
      }
      let keyLine = line
      let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
      guard let name = isQuoted ? readString() : readWord(), isQuoted || !name.isEmpty else {
        return false
      }
      if path.isEmpty { topLevel.append(Key(name: name, line: keyLine)) }
      lines[path + [name]] = keyLine
      all.append((path + [name], keyLine))
      skipBlanks()
      guard bytes.first == UInt8(ascii: ":") else { return false }
      take()
      guard readValue(path: path + [name], depth: depth + 1) else { return false }
      guard skipComma(before: UInt8(ascii: "}")) else { return false }
    }
  }

  private mutating func readArray(path: [String], depth: Int) -> Bool {
    take()
    var index = 0
    while true {
      skipBlanks()
      guard let first = bytes.first else { return false }
      if first == UInt8(ascii: "]") {
        take()
        return true
      }
      let place = path + [Self.position(index)]
      index += 1
      lines[place] = line
      guard readValue(path: place, depth: depth + 1) else { return false }
      guard skipComma(before: UInt8(ascii: "]")) else { return false }
    }
  }

  private mutating func skipComma(before end: UInt8) -> Bool {
    skipBlanks()
    if bytes.first == UInt8(ascii: ",") {
      take()
      return true
    }
    return bytes.first == end
  }

  private mutating func readString() -> String? {
    let quote = bytes.first
    take()
    var text: [UInt8] = []
    while let byte = bytes.first, byte != quote {
      take()
      if byte == UInt8(ascii: "\\"), let escaped = bytes.first {
        take()
        text.append(escaped)
      } else {
        if byte == 0x0A { return nil }
        text.append(byte)
      }
    }
    guard !bytes.isEmpty else { return nil }
    take()
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readWord() -> String {
    let ends = Array("{}[],:\"'/".utf8)
    let word = bytes.prefix { $0 > 0x20 && !ends.contains($0) }
    bytes = bytes.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while let byte = bytes.first {
      if byte <= 0x20 || bytes.starts(with: [0xC2, 0xA0]) || bytes.starts(with: [0xEF, 0xBB, 0xBF])
      {
        take()
      } else if byte >= 0x80, byte & 0xC0 == 0x80 {
        take()
      } else if bytes.starts(with: "//".utf8) {
        while let next = bytes.first, next != 0x0A { _ = next; take() }
      } else if bytes.starts(with: "/*".utf8) {
        take()
        take()
        while !bytes.isEmpty, !bytes.starts(with: "*/".utf8) { take() }
        take()
        take()
      } else {
        return
      }
    }
  }

  private mutating func take() {
    if bytes.popFirst() == 0x0A { line += 1 }
  }
}
