import Foundation
import Testing

/// A directory of one test, which goes away with this value.
final class ScratchDirectory: Sendable {
  let path: String

  init() throws {
    let name = "/tmp/pantler-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: name, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    path = name
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a name in the directory.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file in place, with the directories above it.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o644) throws -> String {
    let file = self(name)
    try makeDirectory((name as NSString).deletingLastPathComponent)
    if let handle = FileHandle(forWritingAtPath: file) {
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(bytes))
      try handle.close()
    } else {
      try Data(bytes).write(to: URL(fileURLWithPath: file))
    }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  @discardableResult
  func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
    try write(name, Array(text.utf8), mode: mode)
  }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: name.isEmpty ? path : self(name), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: self(name))))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: self(name))
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  func setMode(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self(name))
  }

  /// Everything in a directory, hidden files too.
  func names(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: name.isEmpty ? path : self(name)).sorted()
  }
}
