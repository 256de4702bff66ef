/// The absolute paths of files; of those in one folder only the names are kept.
///
/// A site may have a hundred thousand files in the folder of a cache, of which hardly any path is ever asked for.
public struct FilePaths: Sendable {
  private var folders: [String] = []
  /// For each folder the position of its first file.
  private var firstFiles: [Int] = []
  private var names: [UInt8] = []
  private var nameEnds: [Int] = []

  /// Makes an empty list.
  public init() {}

  /// Adds a file; cheap for one in the folder of the file before.
  ///
  /// - Parameters:
  ///   - name: the bytes of its name.
  ///   - folder: the absolute path of the directory it is in, with a slash at its end.
  package mutating func append(name: UnsafeRawBufferPointer, in folder: String) {
    if folders.last != folder {
      folders.append(folder)
      firstFiles.append(nameEnds.count)
    }
    unsafe names.append(contentsOf: name)
    nameEnds.append(names.count)
  }

  /// Adds a file by its whole path.
  public mutating func append(_ path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map(path.utf8.index(after:)) ?? path.startIndex
    let folder = String(path[..<start])
    if folders.last != folder {
      folders.append(folder)
      firstFiles.append(nameEnds.count)
    }
    names.append(contentsOf: path[start...].utf8)
    nameEnds.append(names.count)
  }

  /// Makes room for more files.
  package mutating func reserve(files: Int, nameBytes: Int) {
    nameEnds.reserveCapacity(nameEnds.count + files)
    names.reserveCapacity(names.count + nameBytes)
  }
}

extension FilePaths: RandomAccessCollection {
  /// The position of the first path.
  public var startIndex: Int { 0 }
  /// The position behind the last path.
  public var endIndex: Int { nameEnds.count }

  /// The path at a position.
  public subscript(position: Int) -> String {
    let start = position == 0 ? 0 : nameEnds[position - 1]
    return folder(ofFileAt: position)
      + String(decoding: names[start..<nameEnds[position]], as: UTF8.self)
  }

  private func folder(ofFileAt position: Int) -> String {
    var (low, high) = (0, folders.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if firstFiles[middle] <= position { low = middle } else { high = middle - 1 }
    }
    return folders[low]
  }
}

extension FilePaths: ExpressibleByArrayLiteral {
  /// Takes whole paths.
  public init(arrayLiteral paths: String...) {
    for path in paths { append(path) }
  }
}

extension FilePaths: Hashable {
  /// Lists are equal that have the same paths in the same order.
  public static func == (left: FilePaths, right: FilePaths) -> Bool {
    if left.folders == right.folders, left.firstFiles == right.firstFiles,
      left.nameEnds == right.nameEnds, left.names == right.names
    {
      return true
    }
    return left.elementsEqual(right)
  }

  /// Hashes the paths one after another.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for path in self { hasher.combine(path) }
  }
}

extension FilePaths: Codable {
  /// Reads a list of whole paths.
  public init(from decoder: any Decoder) throws {
    for path in try [String](from: decoder) { append(path) }
  }

  /// Writes a list of whole paths.
  public func encode(to encoder: any Encoder) throws {
    try Array(self).encode(to: encoder)
  }
}
