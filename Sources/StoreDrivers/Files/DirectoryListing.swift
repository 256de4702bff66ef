import Glibc

/// Lists directories.
enum DirectoryListing {
  /// The names in a directory without `.` and `..`, sorted by bytes; names that are not UTF-8 are left out.
  static func names(in path: String) throws(SystemFailure) -> [String] {
    let descriptor = try Descriptor(reading: path, flags: O_DIRECTORY)
    // The stream closes its descriptor, so it gets one of its own.
    let number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw .last("fcntl") }
    guard let stream = fdopendir(number) else {
      let failure = SystemFailure.last("opendir")
      close(number)
      throw failure
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(validatingCString: $0)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
