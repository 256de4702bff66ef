#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  extension WebKitStore {
    /// What sites keep, of some types, by name.
    func records(of types: [DataType]) async throws(CallFailure) -> [LiveRecord] {
      let manager = dataManager
      let wanted = DataType.bits(of: types)
      return try await GLibCall.run {
        webkit_website_data_manager_fetch(manager, wanted, nil, $0, $1)
      } finish: { result, error in
        let list = webkit_website_data_manager_fetch_finish(manager, result, &error)
        defer { g_list_free_full(list) { $0.map { webkit_website_data_unref(OpaquePointer($0)) } } }
        return elements(of: list).map { LiveRecord($0, of: wanted) }
          .sorted { $0.displayName.utf8.lexicographicallyPrecedes($1.displayName.utf8) }
      }
    }

    /// Removes all data of some types that was modified in the last microseconds; 0 for ever.
    func clear(_ types: [DataType], microseconds: Int64) async throws(CallFailure) {
      let manager = dataManager
      _ = try await GLibCall.run {
        webkit_website_data_manager_clear(
          manager, DataType.bits(of: types), GTimeSpan(microseconds), nil, $0, $1)
      } finish: { result, error in
        webkit_website_data_manager_clear_finish(manager, result, &error)
      }
    }

    /// Removes data of some types of the records with some display names.
    ///
    /// - Precondition: there is a display; without one the engine ends the whole program here.
    func remove(_ types: [DataType], named names: [String]) async throws(CallFailure) {
      let manager = dataManager
      let bits = DataType.bits(of: types)
      let found = Records(
        try await GLibCall.run {
          webkit_website_data_manager_fetch(manager, bits, nil, $0, $1)
        } finish: { result, error in
          UInt(bitPattern: webkit_website_data_manager_fetch_finish(manager, result, &error))
        })
      defer { found.free() }
      guard let chosen = found.chosen(names) else { return }
      defer { g_list_free(chosen) }
      _ = try await GLibCall.run {
        webkit_website_data_manager_remove(manager, bits, chosen, nil, $0, $1)
      } finish: { result, error in
        webkit_website_data_manager_remove_finish(manager, result, &error)
      }
    }
  }

  /// Records of the engine, which it wants back to remove them.
  private struct Records {
    private let list: UnsafeMutablePointer<GList>?

    /// Takes the address of a list, which is then this value's.
    init(_ address: UInt) {
      list = UnsafeMutablePointer(bitPattern: address)
    }

    /// A list of those with some names, for the caller to free without what is in it; nil for none.
    func chosen(_ names: [String]) -> UnsafeMutablePointer<GList>? {
      elements(of: list).reversed().reduce(nil) { chosen, record in
        names.contains(String(cString: webkit_website_data_get_name(record)))
          ? g_list_prepend(chosen, UnsafeMutableRawPointer(record)) : chosen
      }
    }

    func free() {
      g_list_free_full(list) { $0.map { webkit_website_data_unref(OpaquePointer($0)) } }
    }
  }

  extension LiveRecord {
    /// - Parameter wanted: the types that were asked for; only of these a size is known, and only of some.
    fileprivate init(_ record: OpaquePointer, of wanted: WebKitWebsiteDataTypes) {
      let size = webkit_website_data_get_size(record, wanted)
      self.init(
        displayName: String(cString: webkit_website_data_get_name(record)),
        types: DataType.types(in: webkit_website_data_get_types(record)),
        // The engine says nothing for what it does not measure.
        bytes: size > 0 ? Int(size) : nil)
    }
  }
#endif
