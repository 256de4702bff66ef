#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  extension WebKitEngine: LiveEngine {
    /// It runs as long as its host does.
    func start() async throws(LiveFailure) {}

    @GLibActor
    func describe() async throws(LiveFailure) -> EngineDescription {
      let version = [
        webkit_get_major_version(), webkit_get_minor_version(), webkit_get_micro_version(),
      ].map(String.init).joined(separator: ".")
      var refusals: [EngineDescription.Act: String] = [
        .loadWithBody:
          "The engine's interface loads pages by GET, as if the user had typed the address."
      ]
      if !hasDisplay {
        for act in [
          EngineDescription.Act.openViews, .runScripts, .severalPools, .holdNavigations,
          .reportHops,
        ] {
          refusals[act] = Self.needsDisplay
        }
      }
      return EngineDescription(
        name: Self.name, version: version, era: .webkitgtk, refusals: refusals,
        remarks: [
          "The engine does not say which cookies a request carried.",
          "It does not say whether a response or a script changed a cookie.",
        ] + (hasDisplay ? [] : [Self.isRemovingApart, Self.memoryNeedsDisplay]))
    }

    @GLibActor
    func pools() async throws(LiveFailure) -> [LivePool] {
      pools.values.map { description(of: $0) }.sorted { $0.id < $1.id }
    }

    @GLibActor
    func stores() async throws(LiveFailure) -> [LiveStore] {
      stores.values.map { $0.description }.sorted { $0.id < $1.id }
    }

    @GLibActor
    func views() async throws(LiveFailure) -> [LiveView] {
      await renewal?.value
      return views.values.map { $0.description }.sorted { $0.id < $1.id }
    }

    @GLibActor
    func notifications() async -> AsyncStream<LiveNotification> { listen() }

    @GLibActor
    func shutDown() async {
      await renewal?.value
      for view in views.values { view.close() }
      views = [:]
      for store in stores.values { store.close() }
      stores = [:]
      for pool in pools.values { pool.close() }
      pools = [:]
    }
  }
#endif
