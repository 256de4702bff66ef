/// What is mounted where a process sees it.
enum MountTable {
  /// The data directory of the session that a sandboxed web process works for.
  ///
  /// The engine mounts the keys of protected media from it, and nothing else of the profile.
  ///
  /// - Parameter text: the process's `mountinfo`.
  static func dataDirectory(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5)
      guard fields.count > 4 else { continue }
      let point = plain(fields[4])
      if point.hasSuffix("/mediakeys/v1") { return String(point.dropLast("/mediakeys/v1".count)) }
    }
    return nil
  }

  /// A path without the octal escapes that the kernel writes for white space and backslashes.
  static func plain(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
