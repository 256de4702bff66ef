#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  /// A decision of the engine's that waits until cookies have been brought.
  struct HeldDecision {
    let navigation: LiveNavigation.ID
    /// The engine's decision, with a reference of its own.
    let decision: OpaquePointer
  }

  extension WebKitView {
    /// Looks whether a navigation goes to a site at which it is to be held, and holds it.
    ///
    /// The engine asks before every hop, those that a redirect leads to included, and waits for the answer.
    ///
    /// - Parameter address: the address of the engine's decision.
    /// - Returns: whether the answer comes later; false lets the engine go on.
    func decide(_ address: UInt) -> Bool {
      guard let decision = OpaquePointer(bitPattern: address), !configuration.heldSites.isEmpty,
        let action = webkit_navigation_policy_decision_get_navigation_action(
          decision),
        let request = webkit_navigation_action_get_request(action)
      else { return false }
      let text = WebKitRequest.url(of: request)
      guard let site = heldSite(of: text) else { return false }
      beginUnlessUnderWay()
      guard let navigation else { return false }
      self.navigation?.request(text, method: WebKitRequest.method(of: request))
      releaseDecision(proceeding: false)
      g_object_ref(UnsafeMutableRawPointer(decision))
      self.decision = HeldDecision(navigation: navigation.id, decision: decision)
      state = .held(navigation: navigation.id)
      tell(
        self,
        .held(
          HeldNavigation(
            id: navigation.id, view: id, store: store.id, url: text, site: site)))
      return true
    }

    /// Lets a held navigation go on, or calls it off; does nothing without one.
    func releaseDecision(proceeding: Bool, brought: [CookieKey] = []) {
      guard let held = decision else { return }
      decision = nil
      if proceeding {
        state = .loading
        navigation?.bring(brought)
        webkit_policy_decision_use(UnsafeMutablePointer(held.decision))
      } else {
        webkit_policy_decision_ignore(UnsafeMutablePointer(held.decision))
      }
      g_object_unref(UnsafeMutableRawPointer(held.decision))
    }

    private func heldSite(of text: String) -> String? {
      guard let host = CookieURL(text)?.host else { return nil }
      return configuration.heldSites.first { host.domainMatches($0) }
    }
  }
#endif
