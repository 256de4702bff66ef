import Foundation
import StoreModel
import Testing

@Suite("Lists of paths")
struct FilePathsTests {
  private static let paths = [
    "/a/b/c", "/a/b/d", "/a/e", "/a/b/f", "relative", "/", "/top", "/a/b/", "/a/b/é",
  ]

  private static var list: FilePaths {
    var list = FilePaths()
    for path in paths { list.append(path) }
    return list
  }

  @Test("a list has the paths that were put in, in their order")
  func order() {
    #expect(Array(Self.list) == Self.paths)
    #expect(Self.list.first == "/a/b/c" && FilePaths().isEmpty)
  }

  @Test("lists are compared and hashed by their paths, however these were put in")
  func equality() {
    var built = FilePaths()
    built.reserve(files: 2, nameBytes: 2)
    for name in ["c", "d"] {
      unsafe Array(name.utf8).withUnsafeBytes { unsafe built.append(name: $0, in: "/a/b/") }
    }
    var other = FilePaths()
    // The name has a folder in it, so the list is kept in another way.
    for name in ["b/c", "b/d"] {
      unsafe Array(name.utf8).withUnsafeBytes { unsafe other.append(name: $0, in: "/a/") }
    }
    #expect(built == ["/a/b/c", "/a/b/d"] && built == other)
    #expect(built.hashValue == other.hashValue)
    #expect(built != ["/a/b/c"] && built != ["/a/b/d", "/a/b/c"])
  }

  @Test("a list is written as the paths, and read again")
  func coding() throws {
    let bytes = try JSONEncoder().encode(Self.list)
    #expect(try JSONDecoder().decode([String].self, from: bytes) == Self.paths)
    #expect(try JSONDecoder().decode(FilePaths.self, from: bytes) == Self.list)
  }
}
