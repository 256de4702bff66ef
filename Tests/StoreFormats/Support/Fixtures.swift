import Foundation

/// Reads a file of the folder of fixtures.
func fixture(_ path: String, file: StaticString = #filePath) throws -> [UInt8] {
  let folder = URL(fileURLWithPath: "\(file)").deletingLastPathComponent()
    .deletingLastPathComponent()
  return Array(try Data(contentsOf: folder.appendingPathComponent("Fixtures/" + path)))
}

/// The bytes as text, for comparisons that are read by people.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
