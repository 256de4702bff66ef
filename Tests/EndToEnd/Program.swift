import Foundation

/// Why a step of an end-to-end test could not be made.
enum Failure: Error {
  case waitedInVain(String)
  case ended(program: String, status: Int32, errors: String)
  case notBuilt(String)
}

/// A program that a test runs to its end.
struct Program {
  /// What a finished program left.
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  var path: String

  init(_ path: String) {
    self.path = path
  }

  /// The program of this package with the given name: from the folder that `PANTLER_PROGRAMS` names where it is
  /// there, else as it was built beside the tests.
  static func built(_ name: String) throws -> Program {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    var folders =
      ProcessInfo.processInfo.environment["PANTLER_PROGRAMS"].map {
        [URL(filePath: $0)]
      } ?? []
    for _ in 0..<4 {
      folders.append(folder)
      folder.deleteLastPathComponent()
    }
    for folder in folders {
      let candidate = folder.appending(path: name).path
      if FileManager.default.isExecutableFile(atPath: candidate) { return Program(candidate) }
    }
    throw Failure.notBuilt(name)
  }

  /// Runs the program and returns what it left, whatever its status.
  ///
  /// The environment is added to a bare one: no variable of the machine gets in but `PATH`.
  func result(
    _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
    folder: URL? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8",
    ].merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    let output = Pipe()
    let errors = FileManager.default.temporaryDirectory
      .appending(path: "pantler-errors-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    if let input {
      let pipe = Pipe()
      process.standardInput = pipe
      try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try pipe.fileHandleForWriting.close()
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: data, as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Runs the program and throws when it does not end with status 0.
  @discardableResult
  func run(
    _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
    folder: URL? = nil
  ) throws -> Result {
    let result = try result(
      arguments, environment: environment, input: input, folder: folder)
    guard result.status == 0 else {
      throw Failure.ended(program: path, status: result.status, errors: result.errors)
    }
    return result
  }
}
