/// The directories of website data that the open files of a network process lie in.
enum ProfileDirectories {
  /// The directories, each once, sorted.
  static func all(of files: [String]) -> [String] {
    Set(files.compactMap(directory)).sorted()
  }

  /// Names that stand directly in a data or cache directory, with all that is below them.
  private static let inner: Set<String> = [
    "storage", "itp", "serviceworkers", "deviceidhashsalts", "mediakeys", "localstorage",
    "databases", "WebKitCache", "CacheStorage", "HSTS", "MediaCache", "resourcemonitorthrottler",
  ]

  /// The data or cache directory that a file of a profile lies in; nil for other files.
  static func directory(of file: String) -> String? {
    var directory = file
    while directory != "/", directory != "." {
      let name = FilePath.name(of: directory)
      directory = FilePath.parent(of: directory)
      if inner.contains(name), directory != "/" { return directory }
    }
    // The 4.x interface keeps the list of secure hosts in the cache directory itself.
    return FilePath.name(of: file) == "hsts-storage.sqlite" ? FilePath.parent(of: file) : nil
  }
}
