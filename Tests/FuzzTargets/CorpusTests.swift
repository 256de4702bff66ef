import Foundation
import FuzzTargets
import Testing

@Suite("Every decoder keeps its promises on the inputs that were found by fuzzing")
struct CorpusTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Corpus")

  @Test("The corpus is replayed", arguments: FuzzedDecoder.allCases)
  func replay(decoder: FuzzedDecoder) throws {
    let folder = Self.corpus.appending(path: decoder.rawValue)
    guard FileManager.default.fileExists(atPath: folder.path) else {
      decoder.run([])
      return
    }
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    try #require(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      decoder.run(bytes)
      for count in 0..<bytes.count { decoder.run(Array(bytes.prefix(count))) }
    }
  }
}
