import Foundation

/// Adds up the sizes of everything below directories, each file once.
enum DiskUsage {
  static func bytes(below directories: [String]) -> Int {
    var seen: Set<UInt64> = []
    var sum = 0
    for directory in directories where FileManager.default.fileExists(atPath: directory) {
      let inner = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String }
      for path in [directory] + (inner ?? []).map({ directory + "/" + $0 }) {
        var status = stat()
        guard lstat(path, &status) == 0, seen.insert(UInt64(status.st_ino)).inserted else {
          continue
        }
        sum += Int(status.st_size)
      }
    }
    return sum
  }
}
