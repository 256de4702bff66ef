extension ProcessTable {
  /// Finds the processes that use a profile: those that have something of it open, and web processes that
  /// were started for it.
  ///
  /// A web process of the newer API has no file of the profile open, but a folder of it mounted in its sandbox.
  ///
  /// - Parameters:
  ///   - files: the files of the profile, whatever names they have elsewhere.
  ///   - roots: the directories of the profile.
  func users(of files: Set<FileIdentity>, below roots: [String]) -> [Int32] {
    let places = roots.map { FilePath.resolved($0) ?? $0 }
    return processIDs().filter { id in
      id != ownID && (hasOpen(id, files, places) || isStarted(id, for: places))
    }
  }

  private func hasOpen(_ id: Int32, _ files: Set<FileIdentity>, _ places: [String]) -> Bool {
    let directory = "\(root)/\(id)/fd"
    // A process that may not be looked into, or ended in the meantime, tells nothing.
    let numbers = (try? DirectoryListing.names(in: directory)) ?? []
    return numbers.contains { number in
      let link = FilePath.join(directory, number)
      if let text = FilePath.linkText(of: link), Self.isBelow(places, text) { return true }
      return FileStatus.ifKnown(link).map { files.contains($0.identity) } ?? false
    }
  }

  private func isStarted(_ id: Int32, for places: [String]) -> Bool {
    guard let record = record(of: id), isEngineProcess(record),
      let mounts = ProcessRecord.text("\(root)/\(id)/mountinfo")
    else { return false }
    return mounts.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      return fields.count > 4 && Self.isBelow(places, MountTable.plain(fields[4]))
    }
  }

  private static func isBelow(_ places: [String], _ path: String) -> Bool {
    places.contains { path.hasPrefix($0 == "/" ? "/" : $0 + "/") }
  }
}
