#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  extension WebKitEngine {
    func records(
      of types: [DataType], in id: LiveStore.ID
    ) async throws(LiveFailure) -> [LiveRecord] {
      let store = try await store(id)
      try checkKnown(types)
      let generation = store.generation
      let records = try await asking(store) { () throws(CallFailure) in
        try await store.records(of: types)
      }
      try check(store, since: generation)
      return records
    }

    func removeRecords(
      of types: [DataType], named names: [String]?, since: Timestamp?, in id: LiveStore.ID
    ) async throws(LiveFailure) -> [LiveRecord] {
      let store = try await store(id)
      try checkKnown(types)
      try await store.byOwnCall(.removal) { () throws(LiveFailure) in
        if let names {
          try await remove(types, named: names, from: store)
        } else {
          try await clear(types, since: since, in: store)
        }
      }
      tellChanges(of: id)
      let left = try await records(of: types, in: id)
      guard let names else { return since == nil ? left : [] }
      return left.filter { names.contains($0.displayName) }
    }

    private func remove(
      _ types: [DataType], named names: [String], from store: WebKitStore
    ) async throws(LiveFailure) {
      if hasDisplay {
        return try await asking(store) { () throws(CallFailure) in
          try await store.remove(types, named: names)
        }
      }
      let data = types.filter { $0 != .cookies }
      // Nothing is done of what can be done in part only.
      guard data.isEmpty || store.place != nil else {
        throw .unsupported(act: .removeRecords, reason: Self.memoryNeedsDisplay)
      }
      if types.contains(.cookies) {
        let held = try await allCookies(in: store.id)
        let keys = held.map(\.key).filter { key in
          names.contains(PublicSuffixes.system.site(ofHost: key.domain.text).name)
        }
        _ = try await asking(store) { () throws(CallFailure) in try await store.delete(keys) }
      }
      if !data.isEmpty { try await removeApart(data, named: names, from: store) }
    }

    private func clear(
      _ types: [DataType], since: Timestamp?, in store: WebKitStore
    ) async throws(LiveFailure) {
      guard let since else {
        return try await asking(store) { () throws(CallFailure) in
          try await store.clear(types, microseconds: 0)
        }
      }
      guard !types.contains(.cookies) else {
        throw .unsupported(
          act: .removeRecords,
          reason: "The engine does not know when a cookie was set, and deletes none by time.")
      }
      let span = clock().microseconds - since.microseconds
      guard span > 0 else { return }
      try await asking(store) { () throws(CallFailure) in
        try await store.clear(types, microseconds: span)
      }
    }

    private func checkKnown(_ types: [DataType]) throws(LiveFailure) {
      guard let unknown = types.first(where: { !DataType.ofWebKit.contains($0) }) else { return }
      throw .unsupported(
        act: .fetchRecords, reason: "The engine's interface has no type \(unknown.rawValue).")
    }
  }
#endif
