import StoreModel

/// What went wrong with a store, for people, with the next step.
enum FailureText {
  /// One line without the path.
  static func short(_ failure: StoreFailure) -> String {
    switch failure {
    case .locked: "locked by another program"
    case .denied: "no permission"
    case .malformed(_, let offset, _): "damaged at byte \(offset)"
    case .undecryptable: "encrypted, no key"
    case .inUse(_, let holders): "in use by " + processes(holders)
    case .unsupported(_, let reason): "not supported: " + reason
    case .gone: "store missing"
    case .changedMeanwhile: "changed meanwhile"
    case .keptAside(_, let other): "not changed; what another program wrote is in \(other)"
    case .damaged: "damaged, so read-only"
    case .system(_, let call, let code): "\(SystemText.text(for: code)) (\(call))"
    case .partlyRemoved(let path, let gone, let left, _, let code):
      "\(path) could not be deleted: \(SystemText.text(for: code)); \(gone) of \(gone + left) files and rows are gone"
    case .unverified: "not confirmed on reading back"
    case .beingSynced(let process):
      "being synced by another Pantler" + (process.map { " (pid \($0))" } ?? "")
    case .noSuchStore(let name): "no store is called \(name)"
    case .ambiguousStore(let name, let candidates):
      "\(name) may be \(candidates.map(\.rawValue).joined(separator: " or "))"
    case .journal(_, let code): "the journal could not be written: \(SystemText.text(for: code))"
    }
  }

  /// What to do next.
  static func nextStep(_ failure: StoreFailure) -> String {
    switch failure {
    case .locked: "Close the program or wait, then press R."
    case .denied: "Check the owner and mode of the file, then press R."
    case .malformed, .damaged:
      "Intact cookies are shown; writing is refused. Restore a copy of the file."
    case .undecryptable: "Unlock the keyring, then press R."
    case .inUse: "Close that program, then try again."
    case .unsupported: "Use another store, or export and import."
    case .gone: "Look whether the path is right, or start the program that makes it, then press R."
    case .changedMeanwhile: "Press R and try again."
    case .keptAside: "Look at both files, then press R and try again."
    case .system: "Check disk space and permissions, then try again."
    case .partlyRemoved:
      "Make its folder writable, or take the mark of chattr +i off, and delete again; u puts back what went."
    case .unverified: "Press R and look whether the change is there."
    case .beingSynced: "Wait until that one has ended, then try again."
    case .noSuchStore, .ambiguousStore: "Press 5 for the list of stores."
    case .journal: "Nothing was changed. Make room in the state directory and try again."
    }
  }

  /// The file, where one is meant.
  static func path(_ failure: StoreFailure) -> String? {
    switch failure {
    case .locked(let path), .denied(let path), .malformed(let path, _, _),
      .undecryptable(let path), .inUse(let path, _), .unsupported(let path, _), .gone(let path),
      .changedMeanwhile(let path), .keptAside(let path, _), .damaged(let path),
      .system(let path, _, _),
      .unverified(let path), .journal(let path, _), .partlyRemoved(let path, _, _, _, _):
      path
    case .noSuchStore, .ambiguousStore, .beingSynced: nil
    }
  }

  /// `Epiphany (pid 4121)`, several with commas.
  static func processes(_ holders: [ProcessReference]) -> String {
    holders.map { holder in
      let pages = holder.companions
      return "\(holder.owner ?? holder.name) (pid \(holder.id))\(pages.isEmpty ? "" : " " + pages)"
    }.joined(separator: ", ")
  }
}
