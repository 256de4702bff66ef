#if WebKitGTK
  import CookieCore
  import StoreModel

  extension WebKitEngine {
    /// How often sessions are opened anew before the network process is given up.
    private static let attempts = 20

    /// Opens every session anew after the network process died.
    ///
    /// The old ones would not be told of changes again, and would answer as if they were empty until something is
    /// written. Views are made anew with them and keep their address, but load nothing by themselves.
    func networkDied(_ process: Int32) {
      // It ends with the last store.
      guard !stores.isEmpty else { return }
      tell(.processDied(process: .init(role: .network, id: process)))
      for view in views.values.sorted(by: { $0.id < $1.id }) {
        view.end(.connection("the network process died"))
        view.letGo()
      }
      for store in stores.values { store.isKnown = false }
      let earlier = renewal
      renewal = Task { @GLibActor in
        await earlier?.value
        await renewSessions()
      }
    }

    /// The engine may learn of the death later than this program; a session that is opened before that is as dead as
    /// the old one, which shows when an answer comes from no process.
    private func renewSessions() async {
      let lost = stores.values.sorted { $0.id < $1.id }
      for attempt in 1...Self.attempts {
        await GLibTimer.wait(milliseconds: 25 * attempt)
        for store in lost { store.renew() }
        guard let first = lost.first else { break }
        do { _ = try await first.allCookies() } catch { continue }
        if network?.look() == true { break }
      }
      let isAlive = lost.isEmpty || network?.look() == true
      for store in lost {
        store.isKnown = isAlive
        for view in views.values.sorted(by: { $0.id < $1.id }) where view.store === store {
          guard let pool = pools[view.pool] else { continue }
          view.renew(context: pool.context)
          tell(.viewChanged(view: view.description))
        }
        store.sessionDidChange()
      }
    }
  }
#endif
