import CookieCore
import StoreModel

extension StoreManager {
  /// Looks at the stores of entries that a crash left open, and writes down what was found.
  ///
  /// A store that still has its old content was not changed; one that has the new content was. What cannot be
  /// read stays open and is looked at again the next time.
  package func recoverJournal() async {
    // An unreadable journal is told by whoever asks for its entries.
    guard let ids = try? journal.ids() else { return }
    for id in ids where !openEntries.contains(id) {
      guard let manifest = try? journal.manifest(id), manifest.state == .incomplete else {
        continue
      }
      openEntries.insert(id)
      await recover(manifest)
      openEntries.remove(id)
    }
  }

  private func recover(_ manifest: JournalManifest) async {
    let before = manifest
    var manifest = manifest
    for index in manifest.parts.indices where manifest.parts[index].state.isUnderWay {
      guard let items = try? journal.items(index, of: manifest),
        let store = try? await registered(
          manifest.parts[index].store, mayBeNew: manifest.parts[index].isNew)
      else { continue }
      await enter(store.description.id)
      let found = try? await snapshot(of: store)
      leave(store.description.id)
      if let found { manifest.parts[index].judge(found, items) }
    }
    manifest.openInterruptedData()
    guard manifest != before else { return }
    do {
      try journal.save(manifest)
    } catch {
      log(.failed, nil, level: .error, failure: error.storeFailure)
    }
  }
}

extension JournalPart {
  /// Decides from the present content whether a change that was under way was made.
  mutating func judge(_ snapshot: StoreSnapshot, _ items: [PlanItem]) {
    let isApplied: Bool
    if isNew, snapshot.fingerprint == nil {
      isApplied = false
    } else if let fingerprint = snapshot.fingerprint, fingerprint == before {
      isApplied = false
    } else if let fingerprint = snapshot.fingerprint, fingerprint == after {
      isApplied = true
    } else {
      let checker = ItemChecker(
        lacking: store.capabilities.unrepresentable, allowsLaterTimes: false)
      isApplied = checker.looksApplied(items, in: snapshot)
    }
    if isApplied {
      state = .applied
      after = snapshot.fingerprint
    } else {
      state = state == .preparing ? .notApplied : .undone
    }
  }
}
