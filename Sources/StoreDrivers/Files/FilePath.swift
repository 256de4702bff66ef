import Glibc

/// Path texts.
enum FilePath {
  /// The directory part; `/` for the root, `.` for a bare name.
  static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let parent = path[..<slash]
    return parent.isEmpty ? "/" : String(parent)
  }

  /// The part after the last slash.
  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Appends a name to a directory.
  static func join(_ directory: String, _ name: String) -> String {
    directory.hasSuffix("/") ? directory + name : directory + "/" + name
  }

  /// Makes a path absolute and takes `.`, `..` and doubled slashes out of it, by text alone.
  static func absolute(_ path: String, below directory: String) -> String {
    var parts: [Substring] = []
    let full = path.hasPrefix("/") ? path : directory + "/" + path
    for part in full.split(separator: "/") {
      if part == ".." {
        _ = parts.popLast()
      } else if part != "." {
        parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The part of a path below a directory, without a leading slash; nil when it isn't below.
  static func relative(_ path: String, to directory: String) -> String? {
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    guard path.hasPrefix(prefix) else { return nil }
    return String(path.dropFirst(prefix.count))
  }

  /// The directory that relative paths begin at.
  static var workingDirectory: String {
    guard let text = getcwd(nil, 0) else { return "/" }
    defer { free(text) }
    return String(validatingCString: text) ?? "/"
  }

  /// The text of a symbolic link; nil when it can't be read.
  static func linkText(of path: String) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      let got = buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { readlink(path, $0, text.count) } ?? 0
      }
      count = max(got, 0)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The path without any symbolic link in it; nil when it doesn't exist.
  static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(validatingCString: text)
  }
}
