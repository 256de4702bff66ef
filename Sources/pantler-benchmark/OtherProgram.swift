import Foundation

/// Another program that does the same work.
enum OtherProgram {
  /// Runs a program found by its name, with a text as its input, and returns its output.
  static func run(_ arguments: [String], input: String = "") throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let (standardInput, output) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw NotMeasured(reason: "\(arguments[0]) is missing or failed.")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Runs a Python program that prints the seconds its work took.
  ///
  /// - Returns: nil where there is no Python.
  static func python(_ program: String, _ arguments: String...) -> Double? {
    let output = try? run(["python3", "-c", program] + arguments)
    return output.flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// Calls a function with the path of a private folder that is gone afterwards.
  static func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pantler-benchmark-" + UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
  }
}
