import StoreFormats
import StoreModel

/// Looks at the files that go with items of website data; blocks.
struct DataFreezer {
  let store: StoreID
  /// The directories of the profile; nothing outside them is frozen.
  let roots: [String]

  /// The removals of items; those of which nothing is there are left out.
  func freeze(_ items: [WebsiteDataItem]) -> [DataRemoval] {
    var removals = items.map(removal).filter { !$0.files.isEmpty || !$0.databases.isEmpty }
    addBodies(to: &removals)
    addEmptiedFolders(to: &removals)
    return removals
  }

  private func removal(of item: WebsiteDataItem) -> DataRemoval {
    var files: [FrozenFile] = []
    for folder in item.place.folders { add(folder, to: &files) }
    for file in item.place.files { add(file, to: &files) }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let databases = Set(item.place.rows.map(\.database)).sorted().compactMap(frozen)
    return DataRemoval(store: store, item: item, files: files, databases: databases)
  }

  private func add(_ path: String, to files: inout [FrozenFile]) {
    guard let file = frozen(path) else { return }
    files.append(file)
    guard file.kind == .folder else { return }
    for name in (try? DirectoryListing.names(in: path)) ?? [] {
      add(FilePath.join(path, name), to: &files)
    }
  }

  private func frozen(_ path: String) -> FrozenFile? {
    guard roots.contains(where: { FilePath.relative(path, to: $0) != nil }) else { return nil }
    return FrozenFile(at: path)
  }
}

// MARK: Bodies of the HTTP cache, which have a second name.

extension DataFreezer {
  /// Adds the bodies that no record has when the removals are done.
  private func addBodies(to removals: inout [DataRemoval]) {
    var nameCounts: [FileIdentity: Int] = [:]
    var lastUser: [FileIdentity: (removal: Int, path: String)] = [:]
    for (index, removal) in removals.enumerated() where removal.item.type == .diskCache {
      for file in removal.files where file.kind == .file && file.path.hasSuffix("-blob") {
        nameCounts[file.identity, default: 0] += 1
        lastUser[file.identity] = (index, file.path)
      }
    }
    var bodies: [String: [FileIdentity: String]] = [:]
    for (identity, user) in lastUser.sorted(by: { $0.value.path < $1.value.path }) {
      guard let folder = Self.bodyFolder(ofRecordAt: user.path) else { continue }
      let known = bodies[folder] ?? Self.names(in: folder)
      bodies[folder] = known
      guard let path = known[identity], let entry = FileSurvey.Entry(path),
        entry.linkCount == nameCounts[identity, default: 0] + 1, let file = frozen(path)
      else { continue }
      removals[user.removal].remains.append(file)
    }
  }

  /// The folder in which the bodies of a version of the cache have their own names.
  static func bodyFolder(ofRecordAt path: String) -> String? {
    path.firstRange(of: "/Records/").map { String(path[..<$0.lowerBound]) + "/Blobs" }
  }

  /// The paths of the files in a folder by what they are.
  static func names(in folder: String) -> [FileIdentity: String] {
    var found: [FileIdentity: String] = [:]
    for name in (try? DirectoryListing.names(in: folder)) ?? [] {
      let path = FilePath.join(folder, name)
      if let status = FileStatus.ifKnown(path, followingLinks: false), status.kind == .regular {
        found[status.identity] = path
      }
    }
    return found
  }
}

// MARK: Folders that are left without data, and the files in them that name the origin.

extension DataFreezer {
  private func addEmptiedFolders(to removals: inout [DataRemoval]) {
    var gone = Set(removals.flatMap { $0.files.map(\.path) })
    // A folder that several items are in is emptied by the last of them.
    for index in removals.indices.reversed() {
      let place = removals[index].item.place
      for path in place.folders + place.files.prefix(1) {
        var folder = FilePath.parent(of: path)
        while let remains = emptied(folder, gone) {
          gone.formUnion(remains.map(\.path))
          removals[index].remains += remains
          folder = FilePath.parent(of: folder)
        }
      }
    }
  }

  /// A folder with what is left in it, when it was made for one origin and nothing in it is data.
  private func emptied(_ folder: String, _ gone: Set<String>) -> [FrozenFile]? {
    guard !gone.contains(folder), let own = frozen(folder), own.kind == .folder else { return nil }
    let name = FilePath.name(of: folder)
    let isHashed = WebKitNames.isHashedFolder(name)
    let isInHashed = WebKitNames.isHashedFolder(FilePath.name(of: FilePath.parent(of: folder)))
    guard isHashed || isInHashed || WebOrigin(databaseIdentifier: name) != nil,
      let names = try? DirectoryListing.names(in: folder)
    else { return nil }
    var remains: [FrozenFile] = []
    for name in names where !gone.contains(FilePath.join(folder, name)) {
      let isLabel = isHashed && ["origin", "persisted", ".DS_Store"].contains(name)
      guard isLabel, let file = frozen(FilePath.join(folder, name)), file.kind == .file else {
        return nil
      }
      remains.append(file)
    }
    return remains + [own]
  }
}

extension FrozenFile {
  /// Looks at a path; nil when nothing that can be removed is there.
  init?(at path: String) {
    guard let status = FileStatus.ifKnown(path, followingLinks: false) else { return nil }
    let kind: Kind
    switch status.kind {
    case .regular: kind = .file
    case .directory: kind = .folder
    case .link: kind = .link
    case .pipe, .socket, .device: return nil
    }
    let isFolder = kind == .folder
    self.init(
      path: path, kind: kind, device: status.identity.device, inode: status.identity.inode,
      byteCount: isFolder ? 0 : status.byteCount, modified: isFolder ? 0 : status.contentChange)
  }

  /// Which file it is.
  var identity: FileIdentity { FileIdentity(device: device, inode: inode) }
}
